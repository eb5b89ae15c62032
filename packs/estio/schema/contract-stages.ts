import type { DealStage } from './entities/index.ts';

/** The stages in which a contract can be made. */
export const CONTRACT_STAGES: readonly DealStage[] = ['offer_accepted', 'contract'];

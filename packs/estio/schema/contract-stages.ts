import type { DealStage } from './entities/index.ts';

/** A deal in one of these stages can have a contract drawn up. */
export const CONTRACT_STAGES: readonly DealStage[] = ['offer_accepted', 'contract'];

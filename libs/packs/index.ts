import type { Pack } from '#tools';
import { estio } from './estio/index.ts';

/** The installed packs; the first brings the default demo org. */
export const packs: Pack[] = [estio];

import type { OfflineRoutine } from '#tools';
import { getToKnow } from './getting-to-know.ts';
import { tellPrices } from './prices.ts';

/** What the agents say by themselves with the offline model. */
export const routines: readonly OfflineRoutine[] = [tellPrices, getToKnow];

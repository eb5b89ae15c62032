import type { OfflineRoutine } from '#tools';
import { getToKnow } from './getting-to-know.ts';
import { answerObjections } from './objections.ts';
import { tellLossAgain, tellPrices } from './prices.ts';
import { describeWorkshop } from './workshop.ts';

/** What the agents say by themselves with the offline model. */
export const routines: readonly OfflineRoutine[] = [
  tellLossAgain,
  tellPrices,
  answerObjections,
  describeWorkshop,
  getToKnow,
];

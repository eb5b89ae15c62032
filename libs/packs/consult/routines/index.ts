import type { OfflineRoutine } from '#tools';
import { arrangeCall } from './arranging-a-call.ts';
import { countLossAnew, countLossWithToldRate } from './counting-losses.ts';
import { getToKnow } from './getting-to-know.ts';
import { introduce } from './introduction.ts';
import { answerObjections } from './objections.ts';
import { tellLossAgain, tellPrices } from './prices.ts';
import { findExamples, tellCaseStudy } from './told-case-study.ts';
import { describeWorkshop, tellDifference } from './workshop.ts';

/** What the agents say by themselves with the offline model. */
export const routines: readonly OfflineRoutine[] = [
  introduce,
  arrangeCall,
  tellCaseStudy,
  tellDifference,
  tellLossAgain,
  countLossAnew,
  countLossWithToldRate,
  tellPrices,
  answerObjections,
  describeWorkshop,
  findExamples,
  getToKnow,
];

import type { OfflineRoutine } from '#pack-kit';
import { arrangeCall } from './arranging-a-call.ts';
import { confirmBooking } from './booking-noted.ts';
import { answerOfCompany } from './company-questions.ts';
import { takeAnswersOfLoss } from './counting-answers.ts';
import { countLossAnew, countLossWithToldRate } from './counting-losses.ts';
import { countReturnAnew } from './counting-returns.ts';
import { tellDiscounts } from './discounts.ts';
import { getToKnow, noteWhoWrites, tellNoted } from './getting-to-know.ts';
import { introduce } from './introduction.ts';
import { tellOutcome } from './method-asked.ts';
import { sendsNothing } from './nothing-is-sent.ts';
import { answerObjections } from './objections.ts';
import { goOnWithCases, showOtherCases } from './other-case-studies.ts';
import { weighBudget } from './own-budget.ts';
import { tellLossAgain, tellPrices } from './prices.ts';
import { recommend } from './recommendation.ts';
import { findExamples, tellCaseStudy } from './told-case-study.ts';
import { tellWhatAiDoes } from './what-ai-does.ts';
import { offerMaterial, tellWhyUs } from './why-us.ts';
import { describeWorkshop, tellDifference, tellWhatOneGets } from './workshop.ts';

/** What the agents say by themselves with the offline model. */
export const routines: readonly OfflineRoutine[] = [
  showOtherCases,
  introduce,
  confirmBooking,
  sendsNothing,
  arrangeCall,
  tellNoted,
  noteWhoWrites,
  tellOutcome,
  tellWhyUs,
  tellCaseStudy,
  tellDifference,
  tellLossAgain,
  takeAnswersOfLoss,
  countLossAnew,
  countLossWithToldRate,
  countReturnAnew,
  tellDiscounts,
  recommend,
  weighBudget,
  tellPrices,
  tellWhatOneGets,
  answerObjections,
  describeWorkshop,
  tellWhatAiDoes,
  answerOfCompany,
  offerMaterial,
  findExamples,
  goOnWithCases,
  getToKnow,
];

import type { OfflineRoutine, RoutineCall } from '#tools';
import { dollars, oneDecimal } from '../figures.ts';
import type { CostOfInaction } from '../tools/cost-of-inaction.ts';
import { simulateCostOfInaction } from '../tools/simulate-cost-of-inaction.tool.ts';
import { PRICES, type Prices } from '../material.ts';
import { asksPriceOfCompany } from '../tools/get-stock-price.tool.ts';

const ASKS_PRICE =
  /\b(?:prices?|pricing|costs?|fees?|charge|rates?|how much)\b|(?:^| )(?:ال)?(?:سعر|اسعار|تكلفه|تكلف|يكلف|رسوم|بكم|كم ثمن)/;
const OURS = /\b(?:work ?shops?|training|course|consult\w*|engagement)\b|ورشه|تدريب|دوره|استشار/;
/** Of something else than what is sold: sums to calculate with, shares, what waiting costs. */
const OF_ELSE =
  /\d|\b(?:roi|shares?|stock|save|saves|saving|savings|los[et]|waste|wasting|manual\w*|waiting|leave)\b|عايد|سهم|وفر|توفير|نخسر|ضيع|حجز|احجز/;

/** A question: "we are losing customers" tells of something else. */
const ASKS_LOSS =
  /\b(?:what|how much)\b.*\b(?:cost(?:s|ing)?(?: \w+){0,2} us|(?:are|do|did) we los(?:e|ing))\b|(?:^| )(?:كم|ماذا|وش|شو|ايش) (?:[يت]كلفنا|نخسر)/;

/** "Why?", right behind a sum: how it is reckoned stands in it. */
const ASKS_WHY =
  /^(?:(?:but|and|ok|so|و) ?)?(?:why(?: is that| so much)?|how (?:come|so)|how (?:do|did) you (?:get|calculate|work|arrive|reckon|know)\b.*|where (?:does|do) (?:that|this|these|it) come from|لماذا|ليش|ليه|كيف (?:حسبت|وصلت|عرفت)\S*(?: \S+){0,3}|من اين (?:جاء|اتي)\S*(?: \S+){0,2})$/;

/** "So what does that cost us?" once it was worked out: the sum is told again, not what the workshop costs. */
export const tellLossAgain: OfflineRoutine = ({ message, earlier, lastCalls, calls }) => {
  const { normalized, language } = message;
  const asksWhy = ASKS_WHY.test(normalized);
  if (calls.length > 0 || !(asksWhy || ASKS_LOSS.test(normalized))) return undefined;
  if (/\d/.test(normalized) || OURS.test(normalized)) return undefined;
  const last = lastLoss(asksWhy ? lastCalls : earlier);
  if (!last) return undefined;
  const { reply } = simulateCostOfInaction.offline ?? {};
  const said = (language === 'ar' && reply?.ar) || reply?.en;
  return said && { reply: said(last.result?.data as never, last.arguments as never, message) };
};

function lastLoss(calls: readonly RoutineCall[]): RoutineCall | undefined {
  return calls.findLast(({ tool, result }) => tool === simulateCostOfInaction.name && result?.success);
}

/** "Is there a free trial?" */
const ASKS_FREE =
  /\b(?:for free|free (?:trial|version|of charge|plan|sample|demo|consultation|workshop)|(?:is|are) (?:it|this|that|there) (?:anything )?free|anything (?:for )?free|without paying)\b|مجان/;

/** What the workshop and the engagement cost. Asked for by name, or where nothing else is known to be asked for. */
export const tellPrices: OfflineRoutine = ({ message, material, nothingFits, earlier }) => {
  const { normalized, language } = message;
  const prices = material[PRICES] as Prices | undefined;
  const asksFree = ASKS_FREE.test(normalized);
  if (!prices || !(asksFree || ASKS_PRICE.test(normalized)) || OF_ELSE.test(normalized)) return undefined;
  if (asksPriceOfCompany(message)) return undefined;
  if (!nothingFits && !asksFree && !OURS.test(normalized)) return undefined;
  const [workshop, consulting] = [dollars(prices.workshop), dollars(prices.consulting)];
  const loss = lastLoss(earlier)?.result?.data as CostOfInaction | undefined;
  const free = asksFree
    ? language === 'ar'
      ? 'لا أعرف هنا عرضا مجانيا. '
      : 'I know of nothing here that is free of charge. '
    : '';
  return {
    reply:
      language === 'ar'
        ? `${free}تكلفة ورشة العمل التي تستمر يومين ${workshop}، وتكلفة مشروع الاستشارات ${consulting}. ${loss ? paysOffArabic(loss) : 'كم ساعة يخسرها فريقكم أسبوعيا، وكم شخصا؟ سأحسب لك متى تُسترد التكلفة.'}`
        : `${free}The two-day workshop costs ${workshop}, the consulting engagement ${consulting}. ${loss ? paysOff(loss) : 'How many hours a week does your team lose, and how many people? Then I work out when that pays off.'}`,
  };
};

function paysOff({ process, monthlyCost, workshop, consulting }: CostOfInaction): string {
  return `By your own figures ${process} costs you ${dollars(monthlyCost)} a month: that is ${oneDecimal(workshop.breakEvenMonths)} months of it for the workshop and ${oneDecimal(consulting.breakEvenMonths)} for the engagement.`;
}

function paysOffArabic({ process, monthlyCost, workshop, consulting }: CostOfInaction): string {
  return `بحسب أرقامكم يكلفكم هذا العمل (${process}) ${dollars(monthlyCost)} شهريا: أي ${oneDecimal(workshop.breakEvenMonths)} شهر منه للورشة و${oneDecimal(consulting.breakEvenMonths)} للمشروع.`;
}

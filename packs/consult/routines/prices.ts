import type { OfflineRoutine, RoutineCall } from '#pack-kit';
import { dollars } from '../figures.ts';
import type { CostOfInaction } from '../tools/cost-of-inaction.ts';
import { byOwnFiguresAlone } from '../tools/loss-in-words.ts';
import { simulateCostOfInaction } from '../tools/simulate-cost-of-inaction.tool.ts';
import { PRICES, type Prices } from '../agents/material.ts';
import { stillAsked } from './counting-answers.ts';
import { asksPriceOfCompany } from '../tools/get-stock-price.tool.ts';

const ASKS_PRICE =
  /\b(?:prices?|pricing|costs?|fees?|charge|rates?|how much)\b|(?:^| )(?:ال)?(?:سعر|اسعار|تكلفه|تكلف|يكلف|رسوم|بكم|كم ثمن)/;
const OURS =
  /\b(?:work ?shops?|training|course|consult\w*|engagement|(?:do|would|will|are|does) (?:you|the consultant)(?: \w+)? charg(?:e|ing)|(?:your|the consultant s) (?:prices?|pricing|fees?|rates?|charges?))\b|ورشه|تدريب|دوره|استشار/;
/** Of something else than what is sold: sums to calculate with, shares, what waiting costs. */
const OF_ELSE =
  /\d|\b(?:(?:success|error|failure|conversion|response|churn|exchange|growth) rates?|roi|shares?|stock|save|saves|saving|savings|los[et]|waste|wasting|manual\w*|waiting|leave)\b|عايد|سهم|وفر|توفير|نخسر|ضيع|حجز|احجز/;

/** How many would come, or work there, is no sum. */
const HOW_MANY_THEY_ARE =
  /\b\d+ (?:people|persons?|employees|staff|of us|attendees|participants|colleagues|developers|engineers)\b|\d+ (?:موظف\p{L}*|شخص\p{L}*|اشخاص)/gu;

/** A message that asks what is sold costs, of no sum of its own. */
export const asksPrice = (normalized: string) =>
  ASKS_PRICE.test(normalized) && !OF_ELSE.test(normalized.replaceAll(HOW_MANY_THEY_ARE, ' '));

/** What the two things that are sold cost. */
export function namedPrices(prices: Prices, language: string): string {
  const [workshop, consulting] = [dollars(prices.workshop), dollars(prices.consulting)];
  return language === 'ar'
    ? `تكلفة ورشة العمل التي تستمر يومين ${workshop}، وتكلفة مشروع الاستشارات ${consulting}.`
    : `The two-day workshop costs ${workshop}, the consulting engagement ${consulting}.`;
}

/** A question: "we are losing customers" tells of something else. */
const ASKS_LOSS =
  /\b(?:what|how much)\b.*\b(?:cost(?:s|ing)?(?: \w+){0,2} (?:us|me)|(?:are|do|did) (?:we|i) los(?:e|ing))\b|(?:^| )(?:كم|ماذا|وش|شو|ايش) (?:[يت]كلفنا|نخسر)/;

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
export const tellPrices: OfflineRoutine = (turn) => {
  const { message, material, nothingFits, earlier } = turn;
  const { normalized, language } = message;
  const prices = material[PRICES] as Prices | undefined;
  const asksFree = ASKS_FREE.test(normalized);
  if (!prices || !(asksFree ? !OF_ELSE.test(normalized) : asksPrice(normalized))) return undefined;
  if (asksPriceOfCompany(message)) return undefined;
  if (!nothingFits && !asksFree && !OURS.test(normalized)) return undefined;
  const loss = lastLoss(earlier)?.result?.data as CostOfInaction | undefined;
  const free = asksFree
    ? language === 'ar'
      ? 'لا أعرف هنا عرضا مجانيا. '
      : 'I know of nothing here that is free of charge. '
    : '';
  const asked = stillAsked(turn);
  const payOff =
    asked &&
    `${language === 'ar' ? 'أستطيع أن أحسب لك متى تُسترد التكلفة.' : 'I can work out when that pays off.'} ${asked}`;
  const weighed = loss ? byOwnFiguresAlone(loss, language) : payOff;
  return { reply: [`${free}${namedPrices(prices, language)}`, weighed].filter(Boolean).join(' ') };
};

import type { OfflineRoutine } from '#pack-kit';
import { PRICES, type Prices } from '../agents/material.ts';
import type { CostOfInaction } from '../tools/cost-of-inaction.ts';
import { byOwnFigures, byOwnFiguresArabic } from '../tools/loss-in-words.ts';
import { simulateCostOfInaction } from '../tools/simulate-cost-of-inaction.tool.ts';
import { stillAsked } from './counting-answers.ts';
import { offeredCall } from './offered-call.ts';
import { namedPrices } from './prices.ts';

/** "What would you propose?", "where should we start?": of nothing in particular. */
const ASKS_ADVICE =
  /^(?:(?:and|so|ok|okay|but|then|well|now) )*(?:what (?:would|do|can|could|should) (?:you|we|i) (?:then )?(?:propose|suggest|recommend|advise|do|start with|begin with|try first)|what(?: is| s| would be)? your (?:advice|recommendation|suggestion|proposal|idea)|which (?:one |of (?:them|these|the two) )?(?:would|do|should) (?:you|we|i) (?:recommend|suggest|advise|take|choose|pick)|where (?:should|do|would|could|can) (?:we|i|you) (?:start|begin)|how (?:should|do|can|could) (?:we|i) (?:start|begin|get started|go on|proceed)|what(?: is| s| are)? (?:the |our )?next steps?)(?: (?:then|now|here|for us|for me|first|us|me|about (?:it|that)|in our case))*$|^و?(?:(?:ب)?ماذا|بم|ما الذي|ايش|وش|شو) (?:تقترح|تنصح|توصي)\p{L}*(?: \p{L}+){0,2}$|^و?ما (?:هو |هي )?(?:اقتراح|نصيح|توصي)\p{L}*(?: \p{L}+){0,2}$|^و?(?:من اين|كيف|بماذا) (?:نبدا|ابدا|نبتدي)(?: \p{L}+){0,2}$|^و?ما (?:هي )?الخطوه (?:التاليه|القادمه)(?: \p{L}+){0,2}$/u;

/**
 * What is sold, weighed by the visitor's own figures: the smaller step first. How the work itself would be changed is
 * what the workshop is for, and is not told (the pack's sales constraint).
 */
export const recommend: OfflineRoutine = (turn) => {
  const { agent, message, material, earlier, calls, byStaff } = turn;
  if (agent === 'admin' || byStaff || calls.length > 0 || !ASKS_ADVICE.test(message.normalized))
    return undefined;
  const arabic = message.language === 'ar';
  const counted = earlier.findLast(
    ({ tool, result }) => tool === simulateCostOfInaction.name && result?.success,
  );
  const loss = counted?.result?.data as CostOfInaction | undefined;
  const prices = material[PRICES] as Prices | undefined;
  const weighed = loss
    ? (arabic ? byOwnFiguresArabic : byOwnFigures)(loss)
    : prices && namedPrices(prices, message.language);
  const asked = loss ? undefined : stillAsked(turn);
  const payOff =
    asked &&
    `${arabic ? 'من أرقامكم أقول أيهما يُسترد ومتى.' : 'From your own figures I can say what pays off, and when.'} ${asked}`;
  const parts = arabic
    ? [
        'أنصح بأن تبدؤوا بورشة العمل: يومان مع فريقكم، وهي الخطوة الأصغر. أما المشروع الاستشاري فلما لا يستطيع الفريق حله بعدها بنفسه.',
        weighed,
        payOff ?? `أستطيع أن أكتب لكم عرضا، أو أن ${offeredCall(turn)}.`,
      ]
    : [
        'I would begin with the workshop: two days with your team, and the smaller step. The consulting engagement is for what the team cannot solve by itself after it.',
        weighed,
        payOff ?? `I can write you a proposal, or ${offeredCall(turn)}.`,
      ];
  return { reply: parts.filter(Boolean).join(' ') };
};

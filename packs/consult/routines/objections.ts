import type { OfflineRoutine } from '#pack-kit';
import { dollars } from '../figures.ts';
import { PRICES, type Prices } from '../agents/material.ts';
import { BUDGET, LATER, objects, opensWithPrice, SECURITY, UNSURE } from '../reading/objection.ts';
import type { CostOfInaction } from '../tools/cost-of-inaction.ts';
import { stillAsked } from './counting-answers.ts';
import { byOwnFigures, byOwnFiguresArabic } from '../tools/loss-in-words.ts';

const LOSS = 'simulate_cost_of_inaction';

/** By the visitor's own figures, where the loss was worked out. */
function againstLoss(loss: CostOfInaction, opening = 'I understand.'): string {
  return `${opening} ${byOwnFigures(loss)} The workshop is the smaller step. Who decides at your side: the CFO, the CEO or the CTO? I can write a one-page memo for them.`;
}

function againstLossArabic(loss: CostOfInaction, opening = 'أتفهم ذلك.'): string {
  return `${opening} ${byOwnFiguresArabic(loss)} الورشة هي الخطوة الأصغر. من يقرر لديكم: المدير المالي أم التنفيذي أم التقني؟ أستطيع أن أكتب له مذكرة من صفحة واحدة.`;
}

/** What a visitor holds against it is answered: with numbers, with a memo for who decides, and without pressing. */
export const answerObjections: OfflineRoutine = (turn) => {
  const { agent, message, material, nothingFits, earlier, smallTalk } = turn;
  // "Maybe later" hesitates, and is answered here all the same.
  const putsOff = smallTalk === 'hesitation' && objects(message);
  if (!(nothingFits || putsOff) || agent === 'admin') return undefined;
  const { normalized, language } = message;
  const isOfPrice = BUDGET.test(normalized) || opensWithPrice(message.text, turn.replied.at(-1));
  const arabic = language === 'ar';
  const loss = earlier.findLast(({ tool, result }) => tool === LOSS && result?.success)?.result?.data as
    CostOfInaction | undefined;
  const prices = material[PRICES] as Prices | undefined;
  if (SECURITY.test(normalized))
    return {
      reply: arabic
        ? 'سؤال في محله. ما يخرج من بياناتكم، إن خرج شيء أصلا، يُتفق عليه قبل أي بناء. أستطيع أن أكتب مذكرة من صفحة واحدة عن الأمان لمن يقرر لديكم: لمن، المدير المالي أم التنفيذي أم التقني؟'
        : 'A fair question. Which of your data leaves the company, if any does, is agreed before anything is built. I can write a one-page memo on security for who decides at your side: the CFO, the CEO or the CTO?',
    };
  if (isOfPrice && loss) return { reply: arabic ? againstLossArabic(loss) : againstLoss(loss) };
  if (isOfPrice) {
    const workshop = prices && ` (${dollars(prices.workshop)})`;
    const asked = stillAsked(turn);
    return {
      reply: arabic
        ? `أتفهم ذلك. يتوقف الأمر على ما يكلفكم العمل اليوم${workshop ? `، فالورشة${workshop} هي الخطوة الأصغر` : ''}: من ساعات العمل الضائعة أحسب متى تُسترد التكلفة، ويمكنني كتابة مذكرة لمن يقرر.${asked ? ` ${asked}` : ''}`
        : `I understand. It depends on what the work costs you today${workshop ? `; the workshop${workshop} is the smaller step` : ''}. From the hours that are lost I work out when it pays off, and I can write a memo for who decides.${asked ? ` ${asked}` : ''}`,
    };
  }
  if (UNSURE.test(normalized))
    return {
      reply: loss
        ? arabic
          ? againstLossArabic(loss, 'لنحكم بأرقامكم.')
          : againstLoss(loss, 'Your own figures can tell.')
        : arabic
          ? [
              'سؤال وجيه، وأرقامكم هي التي تجيب عنه: منها أحسب متى تُسترد التكلفة، ويمكنني أيضا عرض أمثلة من قطاعكم.',
              stillAsked(turn),
            ]
              .filter(Boolean)
              .join(' ')
          : [
              'A fair question, and your own figures can answer it: from them I work out when it pays off. I can also show examples from your industry.',
              stillAsked(turn),
            ]
              .filter(Boolean)
              .join(' '),
    };
  if (LATER.test(normalized))
    return {
      reply: arabic
        ? 'لا بأس، لا داعي للعجلة. إن أردت لاحقا أن تعرف كم يكلفكم الوقت الضائع أو أن ترى أمثلة، فاكتب لي متى شئت.'
        : 'That is fine, there is no hurry. If you want to know later what the lost time costs you, or to see examples, write to me at any time.',
    };
  return undefined;
};

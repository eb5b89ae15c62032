import type { OfflineMessage, OfflineRoutine } from '#tools';
import { dollars } from '../figures.ts';
import { PRICES, type Prices } from '../material.ts';

const BUDGET =
  /\b(?:too expensive|expensive|too much|pricey|over (?:our|my|the) budget|no budget|cannot afford|can t afford|no money|cheaper|discount|high price|price is (?:too )?high)\b|غالي|غاليه|مكلف|مرتفع|خصم|لا (?:نملك|توجد|يوجد) ميزانيه|ليس لدينا ميزانيه/;
const LATER =
  /\b(?:maybe later|not now|not (?:right )?now|not yet|next year|no time|too busy|think about it|not interested|no interest|no need)\b|لاحقا|ليس الان|مش الان|العام القادم|السنه القادمه|سافكر|نفكر|غير مهتم|لست مهتم/;
const SECURITY =
  /\b(?:data|information)\b.*\b(?:safe|secure|private|leak\w*|protected)\b|\b(?:safe|secure|private|privacy|gdpr|confidential)\b.*\b(?:data|with you)\b|\b(?:gdpr|privacy)\b|امان البيانات|امن البيانات|خصوصيه|بياناتنا|بياناتي/;

/** A message that holds something against it, or puts it off. */
export function objects({ normalized }: Pick<OfflineMessage, 'normalized'>): boolean {
  return [BUDGET, LATER, SECURITY].some((kind) => kind.test(normalized));
}

/** What a visitor holds against it is answered: with numbers, with a memo for who decides, and without pressing. */
export const answerObjections: OfflineRoutine = ({ agent, message, material, nothingFits }) => {
  if (!nothingFits || agent === 'admin') return undefined;
  const { normalized, language } = message;
  const arabic = language === 'ar';
  const prices = material[PRICES] as Prices | undefined;
  if (SECURITY.test(normalized))
    return {
      reply: arabic
        ? 'سؤال في محله. ما يخرج من بياناتكم، إن خرج شيء أصلا، يُتفق عليه قبل أي بناء. أستطيع أن أكتب مذكرة من صفحة واحدة عن الأمان لمن يقرر لديكم: لمن، المدير المالي أم التنفيذي أم التقني؟'
        : 'A fair question. Which of your data leaves the company, if any does, is agreed before anything is built. I can write a one-page memo on security for who decides at your side: the CFO, the CEO or the CTO?',
    };
  if (BUDGET.test(normalized)) {
    const workshop = prices && ` (${dollars(prices.workshop)})`;
    return {
      reply: arabic
        ? `أتفهم ذلك. يتوقف الأمر على ما يكلفكم العمل اليوم${workshop ? `، فالورشة${workshop} هي الخطوة الأصغر` : ''}. كم ساعة يخسرها فريقكم أسبوعيا، على أي عمل، وكم شخصا؟ سأحسب متى تُسترد التكلفة. ويمكنني كتابة مذكرة لمن يقرر.`
        : `I understand. It depends on what the work costs you today${workshop ? `; the workshop${workshop} is the smaller step` : ''}. How many hours a week does your team lose, on which work, and how many people? Then I work out when it pays off. I can also write a memo for who decides.`,
    };
  }
  if (LATER.test(normalized))
    return {
      reply: arabic
        ? 'لا بأس، لا داعي للعجلة. إن أردت لاحقا أن تعرف كم يكلفكم الوقت الضائع أو أن ترى أمثلة، فاكتب لي متى شئت.'
        : 'That is fine, there is no hurry. If you want to know later what the lost time costs you, or to see examples, write to me at any time.',
    };
  return undefined;
};

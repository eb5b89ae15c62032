import type { OfflineMessage, OfflineRoutine } from '#tools';
import { dollars, oneDecimal } from '../figures.ts';
import { PRICES, type Prices } from '../material.ts';
import type { CostOfInaction } from '../tools/cost-of-inaction.ts';

const BUDGET =
  /^(?:(?:but|ok|well|hm+|wow) )*(?:expensive|pricey|costly|steep)$|\b(?:(?:too|so|very|quite|really|pretty|rather|bit|little|(?:it|this|that|which|you|prices?|work ?shop|training|course|consulting|engagement|offer|proposal)(?: (?:is|s|are|re|seems?|sounds?|looks?))*) (?:expensive|pricey|costly|steep|dear|overpriced)(?! (?:to|for (?:our|the) (?:customers?|clients?)|when|if)\b)|overpriced|too much|(?<!\b(?:us|me|them|the company) )(?:quite )?a (?:lot|fortune)(?: of money| to pay)?(?=$| for)|(?:for|is|s|sounds like|seems like) a lot of money|(?:over|above|beyond|outside|out of|exceeds?|not in|blows?) (?:our|my|the) (?:budget|means|price range|league)|no budget(?! (?:owner|holder|process|planning|tool|software)\b)|(?:cannot|can t|can not|could not|couldn t|won t|not) (?:afford|pay (?:that|this|so)|spend (?:that|this|so))|more than (?:we|i) (?:can|could|want|wanted|planned|expected|have|thought)|no money|cheaper(?! (?:suppliers?|vendors?|products?|parts?|goods|materials?|labou?r|staff)\b)|(?<!\b(?:customers?|clients?|buyers|shoppers|sales)\b.{0,40})discount|(?:prices?|cost|costs|fees?|that|it) (?:is|are|s|seems?|sounds?|looks?) (?:too |very |so |quite |pretty |rather |really )*high(?! (?:when|if|because|for (?:our|the) (?:customers?|clients?))\b)|high prices?|lower (?:the |your )?price|(?<!\bour \p{L}{1,20} (?:is|are) )negotiable)\b|(?<!\p{L})(?:غال(?:ي|يه|ي?ا)?|الغلا|اغلي|(?<!(?:عمل|يدوي\p{L}?|خط[اء]\p{L}*|موظف\p{L}*|محامي\p{L}*) (?:\p{L}+ )?)مكلف\p{L}*|باهظ\p{L}*|مرتفع\p{L}*|خصم\p{L}*|تخفيض\p{L}*|ارخص|كثير(?= والله| جدا$|$)|كثير (?:علينا|عليه|عليك|علي)|سعر (?:عالي?|كبير)|(?:السعر|التكلفه|الاسعار|المبلغ|هذا) (?:عالي?ه?|كبير|كثير|فوق)|فوق (?:ميزانيت\p{L}*|طاقت\p{L}*|قدرت\p{L}*)|(?:لا|ما|لن|مش|مو) (?:نقدر|اقدر|نستطيع|استطيع|يمكننا|نتحمل|اتحمل|قادرين)(?: ان)?(?: \p{L}+)? (?:ندفع|ادفع|دفع|نتحمل|هذا|المبلغ|السعر|الثمن|التكلفه)|خارج (?:ال)?ميزاني\p{L}*)(?!\p{L})|لا (?:نملك|توجد|يوجد) ميزانيه|(?:ليس|ما) (?:لدينا|عندنا) ميزانيه/u;
const LATER =
  /\b(?:maybe later|not now|not (?:right )?now|not yet|next year|no time|too busy|think about it|not interested|no interest|no need)\b|لاحقا|ليس الان|مش الان|العام القادم|السنه القادمه|سافكر|نفكر|غير مهتم|لست مهتم/;
const UNSURE =
  /\b(?:not (?:really |quite |yet )*sure (?:if|whether|that|this|it)|(?:don t|do not) know (?:if|whether)|(?:is|would|will) (?:this|it|that) (?:really )?(?:be )?(?:right|suitable|something|for us|worth (?:it|the)|work for us|make sense)|does (?:this|it|that) (?:fit|suit|work|make sense)|too small for (?:this|that|you))\b|لست متاكد\p{L}* (?:ان|من|اذا|هل)|(?:مش|مو|غير) متاكد\p{L}* (?:ان|من|اذا)|لا (?:ادري|اعرف|اعلم) (?:ان|اذا|هل)|هل (?:هذا |هو |الامر )?(?:يناسبنا|يناسب شركتنا|يستحق|مناسب لنا|ينفعنا)\p{L}*/u;
const SECURITY =
  /\b(?:data|information)\b.*\b(?:safe|secure|private|leak\w*|protected)\b|\b(?:safe|secure|private|privacy|gdpr|confidential)\b.*\b(?:data|with you)\b|\b(?:gdpr|privacy)\b|امان البيانات|امن البيانات|خصوصيه|بياناتنا|بياناتي/;

/** A message that holds something against it, or puts it off. */
export function objects({ normalized }: Pick<OfflineMessage, 'normalized'>): boolean {
  return [BUDGET, LATER, SECURITY].some((kind) => kind.test(normalized));
}

const LOSS = 'simulate_cost_of_inaction';

/** By the visitor's own figures, where the loss was worked out. */
function againstLoss(
  { process, monthlyCost, workshop, consulting }: CostOfInaction,
  opening = 'I understand.',
): string {
  return `${opening} By your own figures that work (${process}) costs you ${dollars(monthlyCost)} a month: the workshop (${dollars(workshop.price)}) equals ${oneDecimal(workshop.breakEvenMonths)} months of that, the consulting engagement (${dollars(consulting.price)}) ${oneDecimal(consulting.breakEvenMonths)}. The workshop is the smaller step. Who decides at your side: the CFO, the CEO or the CTO? I can write a one-page memo for them.`;
}

function againstLossArabic(
  { process, monthlyCost, workshop, consulting }: CostOfInaction,
  opening = 'أتفهم ذلك.',
): string {
  return `${opening} بحسب أرقامكم يكلفكم هذا العمل (${process}) ${dollars(monthlyCost)} شهريا: تكلفة الورشة (${dollars(workshop.price)}) تعادل ${oneDecimal(workshop.breakEvenMonths)} شهر من هذه الخسارة، والمشروع الاستشاري (${dollars(consulting.price)}) ${oneDecimal(consulting.breakEvenMonths)}. الورشة هي الخطوة الأصغر. من يقرر لديكم: المدير المالي أم التنفيذي أم التقني؟ أستطيع أن أكتب له مذكرة من صفحة واحدة.`;
}

/** What a visitor holds against it is answered: with numbers, with a memo for who decides, and without pressing. */
export const answerObjections: OfflineRoutine = ({
  agent,
  message,
  material,
  nothingFits,
  earlier,
  smallTalk,
}) => {
  // "Maybe later" hesitates, and is answered here all the same.
  const putsOff = smallTalk === 'hesitation' && objects(message);
  if (!(nothingFits || putsOff) || agent === 'admin') return undefined;
  const { normalized, language } = message;
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
  if (BUDGET.test(normalized) && loss) return { reply: arabic ? againstLossArabic(loss) : againstLoss(loss) };
  if (BUDGET.test(normalized)) {
    const workshop = prices && ` (${dollars(prices.workshop)})`;
    return {
      reply: arabic
        ? `أتفهم ذلك. يتوقف الأمر على ما يكلفكم العمل اليوم${workshop ? `، فالورشة${workshop} هي الخطوة الأصغر` : ''}. كم ساعة يخسرها فريقكم أسبوعيا، على أي عمل، وكم شخصا؟ سأحسب متى تُسترد التكلفة. ويمكنني كتابة مذكرة لمن يقرر.`
        : `I understand. It depends on what the work costs you today${workshop ? `; the workshop${workshop} is the smaller step` : ''}. How many hours a week does your team lose, on which work, and how many people? Then I work out when it pays off. I can also write a memo for who decides.`,
    };
  }
  if (UNSURE.test(normalized))
    return {
      reply: loss
        ? arabic
          ? againstLossArabic(loss, 'لنحكم بأرقامكم.')
          : againstLoss(loss, 'Your own figures can tell.')
        : arabic
          ? 'سؤال وجيه، وأرقامكم هي التي تجيب عنه. ما العمل الذي يستهلك أكبر وقت، وكم ساعة أسبوعيا، وكم شخصا يقوم به؟ سأحسب متى تُسترد التكلفة، ويمكنني أيضا عرض أمثلة من قطاعكم.'
          : 'A fair question, and your own figures can answer it. Which work takes the most time, how many hours a week, and how many people do it? Then I work out when it pays off. I can also show examples from your industry.',
    };
  if (LATER.test(normalized))
    return {
      reply: arabic
        ? 'لا بأس، لا داعي للعجلة. إن أردت لاحقا أن تعرف كم يكلفكم الوقت الضائع أو أن ترى أمثلة، فاكتب لي متى شئت.'
        : 'That is fine, there is no hurry. If you want to know later what the lost time costs you, or to see examples, write to me at any time.',
    };
  return undefined;
};

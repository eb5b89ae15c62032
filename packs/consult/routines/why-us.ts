import type { OfflineRoutine, RoutineTurn } from '#pack-kit';
import { industryIn } from '../industries.ts';
import type { CostOfInaction } from '../tools/cost-of-inaction.ts';
import { byOwnFigures, byOwnFiguresArabic } from '../tools/loss-in-words.ts';
import { searchInternalCaseStudies } from '../tools/search-internal-case-studies.tool.ts';
import { simulateCostOfInaction } from '../tools/simulate-cost-of-inaction.tool.ts';
import { stillAsked } from './counting-answers.ts';

const CHOOSE = String.raw`(?:choose|pick|hire|take|use|trust|prefer|select|consider|(?:go|work|sign|start|do (?:it|this)) with)`;
/** What speaks for the one who is asked, rather than for others. */
const ASKS_WHY_US = new RegExp(
  String.raw`^(?:(?:and|so|but|ok|okay|well|hi|hello) )*why (?:exactly )?you(?: guys| people)?(?: (?:and not|rather than|instead of|over) .*)?$|\bwhy (?:should|would|must|do|shall) (?:we|i|anyone|anybody|somebody|a \p{L}+|my \p{L}+|our \p{L}+) (?:\p{L}+ )?${CHOOSE} (?:you|your (?:company|firm|team|services?|consultant)|the consultant|this (?:company|firm))\b|\bwhat (?:makes|sets|distinguishes|separates) (?:you|your (?:company|firm|team|consultant)|the consultant)(?: guys)?\b|\bhow (?:are you|is (?:this|your (?:company|offer|service)|the consultant)) (?:any )?(?:different|better|unlike|special)\b|\bwhat (?:is|are|s) (?:so )?(?:different|special|unique|better) (?:about|with) (?:you|your|the consultant)\b|\bwhat (?:is|are|s) your (?:\p{L}+ )?(?:advantages?|edge|usp|strengths?|selling points?)\b|\bwhat (?:speaks|is there to be said) for you\b|\bconvince (?:me|us)$|(?<!\p{L})(?:لماذا|ليش|ليه|لم) (?:انتم|انت|انتو|(?:ن|ا)(?:ختار|ثق|تعامل|عمل|تعاقد)\p{L}*(?:كم| معكم| بكم))(?!\p{L})|(?:ما|ماذا|بماذا|بم|شو|وش|ايش)(?: (?:الذي|اللي))? (?:[يت]ميزكم|[يت]ميزك|تتميزون|تتميزوا|تختلفون)(?!\p{L})|(?:ما|شو|وش) (?:هي |هو )?(?:ميزتكم|ميزاتكم|مميزاتكم)`,
  'u',
);
const EXAMPLES = { en: 'examples', ar: 'أمثلة' };

/** "Why should we choose you?": what is on record speaks, and the visitor's own figures; of others nothing is known. */
export const tellWhyUs: OfflineRoutine = (turn) => {
  const { agent, message, calls } = turn;
  if (agent === 'admin' || !ASKS_WHY_US.test(message.normalized)) return undefined;
  const language = message.language === 'ar' ? 'ar' : 'en';
  const [made, ...others] = calls;
  if (!made) {
    const { name } = searchInternalCaseStudies;
    const industry = industryOf(turn);
    return {
      calls: [{ tool: name, arguments: { query: EXAMPLES[language], ...(industry && { industry }) } }],
    };
  }
  if (made.tool !== searchInternalCaseStudies.name || others.length > 0 || !made.result?.success)
    return undefined;
  const { reply } = searchInternalCaseStudies.offline ?? {};
  const cases = ((language === 'ar' && reply?.ar) || reply?.en)?.(
    made.result.data as never,
    made.arguments as never,
    message,
  );
  const opening =
    language === 'ar'
      ? 'لا أقارن بغيرنا، فليس لدي هنا شيء مسجل عنهم. ما يمكن أن تحكم به هو ما نتج عن أعمال كهذه، وأرقامكم أنتم.'
      : 'I make no comparison with others: nothing of them is on record here. What you can judge by is what came of such work, and your own figures.';
  return { reply: [opening, cases, byFigures(turn)].filter(Boolean).join('\n') };
};

/** The industry that the visitor has told, now or before. */
function industryOf({ message, said, known }: RoutineTurn): string | undefined {
  const told = [...said, message.text].map(industryIn).findLast((one) => one !== undefined);
  return told ?? (typeof known.industry === 'string' ? known.industry : undefined);
}

function byFigures(turn: RoutineTurn): string | undefined {
  const loss = turn.earlier.findLast(
    ({ tool, result }) => tool === simulateCostOfInaction.name && result?.success,
  )?.result?.data as CostOfInaction | undefined;
  if (!loss) return stillAsked(turn);
  return turn.message.language === 'ar' ? byOwnFiguresArabic(loss) : byOwnFigures(loss);
}

const MATERIAL = String.raw`(?:brochures?|flyers?|leaflets?|(?:pitch )?decks?|slides?|presentations?|pdfs?|one ?pagers?|one page \p{L}+|white ?papers?|company profile|material|materials|documentation|(?:some|any|more|a|your|written) (?:info|information|papers?|documents?)|(?:something|anything) (?:in writing|written|to read|on paper|to (?:show|hand|give) (?:around|out|to)?))`;
/** Asked of what there is to read or to hand on. */
const ASKS_MATERIAL = new RegExp(
  String.raw`^(?:(?:and|so|but|ok|okay|hi|hello|please|maybe) )*(?:(?:can|could|would|will) (?:you|i|we) (?:please |also |just )?(?:send|give|share|have|get|show|e ?mail|mail|see)|send|give|share|mail|e ?mail|do you (?:also )?have|have you got|(?:is|are) there|any|i (?:want|need|would like|d like)|we (?:want|need|would like)) (?:\p{L}+ ){0,4}?${MATERIAL}\b|^(?:(?:هل|ممكن|من فضلك|لو سمحت) )*(?:(?:ارسل|ارسلوا|ابعث|اعط\p{L}*|لديكم|عندكم|يوجد|يمكنك ان ترسل|ترسل)\p{L}* )(?:\p{L}+ ){0,3}?(?:بروشور|كتيب|عرضا? تقديميا?|ملفا? تعريفيا?|نبذه|ماده|مواد|ورقه|منشور)`,
  'u',
);

/** There is nothing ready to be sent; what can be written here is offered instead. */
export const offerMaterial: OfflineRoutine = ({ agent, message, nothingFits }) => {
  if (!nothingFits || agent === 'admin' || !ASKS_MATERIAL.test(message.normalized)) return undefined;
  return {
    reply:
      message.language === 'ar'
        ? 'لا توجد هنا مادة جاهزة، ولا أستطيع إرسال شيء. ما أستطيعه هو أن أكتب هنا، لتنسخه بنفسك، مذكرة من صفحة واحدة لمن يقرر، أو مسودة عرض مما ذكرته لي. لمن هي: المدير المالي أم التنفيذي أم التقني؟'
        : 'There is nothing ready-made here, and I cannot send anything. What I can write into this conversation, for you to copy, is a one-page memo for who decides, or the draft of a proposal from what you have told me. Who is it for: the CFO, the CEO or the CTO?',
  };
};

import type { ToolOutcome } from '#tools';
import type { AnsweredTurn } from '../turn-context.ts';

const SAYS_SAMPLE = /sample|demo data|test data|fictitious|تجريبي|نموذجي/iu;
const LABELS = { en: 'This is sample data.', ar: 'هذه بيانات تجريبية.' };
/** The mark in the JSON of a result, at any depth. */
const MARK = '"sample":true';

/** True if a result contains sample rows, even if the model's short view or a program drops the mark. */
export function restsOnSample({ result, whole, modelText }: ToolOutcome): boolean {
  const isMarked = typeof whole === 'object' && whole !== null && 'sample' in whole && whole.sample === true;
  return result.success && (isMarked || modelText.includes(MARK));
}

/**
 * The label for a reply that uses sample rows (`sample` in the data of a tool, also one called by a program) and does not
 * say so. A reply that states no facts from them needs no label: a question without figures, or "nothing was found".
 * Offline templates already contain the label; a model may forget it.
 */
export function sampleLabel({
  reply,
  calls,
  language,
}: Pick<AnsweredTurn, 'reply' | 'calls' | 'language'>): string | undefined {
  const onSamples = calls.some(({ success, sample }) => success && sample === true);
  if (!onSamples || SAYS_SAMPLE.test(reply) || sentencesOf(reply).every(tellsNothing)) return undefined;
  return language === 'ar' ? LABELS.ar : LABELS.en;
}

function sentencesOf(reply: string): string[] {
  return reply
    .split(/(?<=[.!?؟])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

const QUESTION = /[?؟]["”»)\s]*$/;
const COURTESY =
  /^(?:sure|of course|certainly|okay|ok|all right|alright|great|thanks|thank you|sorry|i am sorry|i'm sorry|hello|hi|بالتأكيد|طبعا|حسنا|أكيد|شكرا|عذرا|آسف|مرحبا|أهلا)[\s,!.،]*$/iu;
const ASKS_BACK =
  /^(?:(?:please|just|so)\s+)*(?:(?:tell|give|send)\s+(?:me|us)|let\s+(?:me|us)\s+know)\b|^(?:من فضلك\s+)?(?:أخبرني|أخبرنا|قل لي|اذكر|أعطني)(?!\p{L})/iu;
const FINDS_NOTHING =
  /\b(?:f(?:ou|i)nd|have|has|see|there (?:is|are|was|were)|there's)\s+(?:currently\s+)?(?:no|none|nothing)\b|\b(?:could|can|did|do|does)(?:\s+not|n['’]t)\s+(?:find|have|see)\b|(?<=^(?:no,\s+)?)(?:no|nothing|none)\b(?!,).{0,200}\b(?:fits?|found|match(?:es|ed)?|there|here)\b|(?<!\p{L})(?:لم أجد|لم أعثر|لا يوجد|لا توجد|ليس هناك|ما لقيت)(?!\p{L})/iu;
/** Words that show that the sentence continues with a result. */
const GOES_ON =
  /[;:؛]|\b(?:but|however|though|instead|except|only)\b|(?<!\p{L})(?:لكن|ولكن|إلا|غير أن|سوى)(?!\p{L})/iu;
/** The same, after a statement that nothing was found. A comma inside a number does not count. */
const GOES_ON_BEHIND = /[,،](?!\p{Nd})|\bso\b|\band\b.{0,200}\p{Nd}|(?<!\p{L})(?:لذا|لذلك)(?!\p{L})/iu;
const FIGURE = /\p{Nd}/u;

const ASKS_AT_ONCE =
  /^(?:(?:and|so|or|then|now|ok|okay|sure|great|thanks)[\s,]+)*(?:how|what|which|when|where|who|do|does|did|would|will|could|can|should|shall|may|is|are|have|has|any)(?!\p{L})|^[وف]?(?:هل|كم|ما|ماذا|أي|متى|أين|كيف)(?!\p{L})/iu;
/** Dates and durations, which are agreed with the person and are not facts of a row. */
const TIMES =
  /\p{Nd}{1,2}:\p{Nd}{2}(?:\s*[ap]\.?m\b\.?)?|\p{Nd}{1,2}\s*[ap]\.?m\b\.?|\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2}|\p{Nd}{1,3}(?:st|nd|rd|th)?[\s-]+(?:of\s+)?(?:minutes?|hours?|days?|weeks?|months?|years?|january|february|march|april|may|june|july|august|september|october|november|december)\b|\p{Nd}{1,3}\s*(?:دقيقة|دقائق|ساعة|ساعات|يوما?|أيام|أسبوعا?|أسابيع|شهرا?|أشهر|شهور|سنة|سنوات)(?!\p{L})/giu;
/** A count. A number with a currency, a percent sign or a unit is not a count. */
const COUNT = String.raw`(?<![\p{Nd}.,٫٬€$£%+-])(?<!(?:EUR|USD|AED|€|\$|£)\s*)\p{Nd}{1,2}(?![\p{Nd}%٪€$£]|[.,٫٬]\p{Nd}|\s*(?:%|٪|€|euros?|eur|usd|aed|dollars?|dirhams?|percent|per\b|an?\b|of\b|k\b|m\b|m²|m2|km|sqm|sq\b|square|met(?:re|er)s?|feet|ft\b|points?|thousand|million|in\s+the\s+hundred|يورو|دولار|درهم|ألف|آلاف|مليون|متر|أمتار|كيلو|بالمئة|في المئة|من(?!\p{L})))`;
/**
 * Counts that a question asks about without stating them: a requested number, one of several options, a number of people.
 */
const ASKED_COUNTS = new RegExp(
  [
    String.raw`(?<=\b(?:need|want|prefer|like|look for|search for|looking for|which of (?:the|these|those))\s+(?:at\s+least\s+|about\s+)?)${COUNT}`,
    String.raw`${COUNT}(?=\s*(?:,|or\b|to\b|أو|أم)\s*\p{Nd})`,
    String.raw`(?<=(?:\p{Nd}\s*(?:or|to|أو|أم)|غرفتين\s+أو)\s+)${COUNT}`,
    String.raw`(?<=\bfor\s+)${COUNT}(?=\s+(?:people|persons|guests|adults|children)\b)`,
    String.raw`(?<=(?:تريد|تحتاج|تفضل)\s+)${COUNT}`,
  ].join('|'),
  'giu',
);
/** A sentence in the form of a question that states a fact. */
const TELLS_ASKING =
  /\b(?:whose|know|knew|aware|heard|noticed?|scores?|rated)\b|(?<!\p{L})(?:تعلم|تعرف|علمت|سمعت|لاحظت)(?!\p{L})/iu;

/** The question without figures that state nothing: times, and counts in a plain question. */
function withoutPlainFigures(question: string): string {
  if (TELLS_ASKING.test(question)) return question;
  const rest = question.replace(TIMES, ' ');
  return ASKS_AT_ONCE.test(question) || ASKS_BACK.test(question) ? rest.replace(ASKED_COUNTS, ' ') : rest;
}

/**
 * True if the sentence states no facts from rows. Doubtful cases return false: an unnecessary label is better than an
 * unlabelled figure.
 */
function tellsNothing(sentence: string): boolean {
  if (COURTESY.test(sentence)) return true;
  if (QUESTION.test(sentence) || ASKS_BACK.test(sentence)) return !FIGURE.test(withoutPlainFigures(sentence));
  const nothing = FINDS_NOTHING.exec(sentence);
  if (!nothing || GOES_ON.test(sentence)) return false;
  const before = sentence.slice(0, nothing.index);
  return !FIGURE.test(before) && !GOES_ON_BEHIND.test(sentence.slice(nothing.index));
}

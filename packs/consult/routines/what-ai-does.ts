import type { OfflineRoutine } from '#pack-kit';
import { arabicSample } from '../schema/case-studies/arabic-samples.ts';
import { industryIn, industryName } from '../industries.ts';
import { readProfile } from '../reading/profile.ts';
import {
  searchInternalCaseStudies,
  type FoundCaseStudies,
} from '../tools/search-internal-case-studies.tool.ts';
import { stillAsked } from './counting-answers.ts';

const AI = String.raw`(?:ai|a i|artificial intelligence|automation|this|it|all this|your (?:offer|work|service|services))`;
const NAMED_AI = String.raw`(?:ai|a i|artificial intelligence|automation)`;
/** What AI is good for, asked of somebody's work and not of how it is done. */
const ASKS_WHAT_FOR = new RegExp(
  String.raw`\b(?:what|how|where|why) (?:could|can|would|does|do|might|will|should) ${AI}(?: \p{L}+)? (?:do|help|bring|offer|change|improve|give|mean|benefit|support|be (?:useful|used|of (?:use|help)))\b|\bwhat (?:could|can|would|should|might) (?:we|i|an?(?: \p{L}+){1,2}|our \p{L}+) (?:do|use|gain|get|win)\b.*\b${NAMED_AI}$|\b(?:can|could|would|will|does) ${NAMED_AI} (?:really |also )?(?:help|be (?:useful|of (?:use|help)))\b|\b(?:what is|what s|what are) (?:the )?(?:use|benefits?|point|advantages?) of ${NAMED_AI}\b|(?:ماذا|ما الذي|كيف|هل|بماذا|فيم)(?: (?:يمكن|يستطيع|ممكن|ان|يقدم|يفيد|يساعد\p{L}*|يفعل|يفيدنا|يقدمه))* (?:لل|ال)ذكاء? (?:ال)?اصطناعي`,
  'u',
);
const MAX_WORDS = 14;
/** Of a message that tells of the own work first: "the phone never stops ringing, can AI help with that?" */
const MAX_WORDS_TOLD_BEFORE = 40;
const MAX_WORDS_BEHIND = 4;

/** The question is all of the message, or its end. */
function asksWhatFor(normalized: string): boolean {
  const found = ASKS_WHAT_FOR.exec(normalized);
  const count = (text: string) => text.split(' ').filter(Boolean).length;
  if (!found) return false;
  const behind = normalized.slice(found.index + found[0].length);
  const words = count(normalized);
  return words <= MAX_WORDS || (words <= MAX_WORDS_TOLD_BEFORE && count(behind) <= MAX_WORDS_BEHIND);
}
const MAX_QUERY = 200;

/** "How can AI help a clinic?": what it is for, an example of the visitor's industry where one is on record, and the open question. */
export const tellWhatAiDoes: OfflineRoutine = (turn) => {
  const { agent, message, nothingFits, calls, said, known, byStaff } = turn;
  const { text, normalized, language } = message;
  if (!nothingFits || agent === 'admin' || byStaff || !asksWhatFor(normalized)) return undefined;
  const told = said.map((one) => readProfile(one).industry).findLast((one) => one !== undefined);
  const of = industryIn(text) ?? told ?? known['industry'];
  const industry = typeof of === 'string' ? of : undefined;
  const made = calls.find(({ tool }) => tool === searchInternalCaseStudies.name);
  if (industry !== undefined && !made)
    return {
      calls: [
        { tool: searchInternalCaseStudies.name, arguments: { query: text.slice(0, MAX_QUERY), industry } },
      ],
    };
  const arabic = language === 'ar';
  return {
    reply: [
      arabic
        ? 'الغرض هو العمل الذي يستهلك الوقت كل أسبوع: وقت أقل عليه، وأخطاء أقل، ووقت أكثر لما يحتاج إلى الناس.'
        : 'It is for work that costs time every week: fewer hours on it, fewer mistakes, and more time for what needs people.',
      made?.result?.success ? exampleOf(made.result.data as FoundCaseStudies, industry, arabic) : undefined,
      stillAsked(turn) ??
        (arabic ? 'أستطيع أن أحسب ذلك بأرقامكم.' : 'I can work that out with your own figures.'),
    ]
      .filter(Boolean)
      .join(' '),
  };
};

/** The first of the industry; those of others are no example of it. */
function exampleOf({ caseStudies }: FoundCaseStudies, industry: string | undefined, arabic: boolean) {
  const one = caseStudies.find((study) => study.industry.toLowerCase() === industry?.toLowerCase());
  if (!one) return undefined;
  const { title, result, isSample } = one;
  return arabic
    ? `مثال مسجل من قطاع ${industryName(one.industry, 'ar')}${isSample ? ' (حالة تجريبية)' : ''}: ${arabicSample(title, isSample)}. النتيجة: ${arabicSample(result, isSample)}.`
    : `An example on record from ${one.industry}${isSample ? ' (a sample)' : ''}: ${title}. What came of it: ${result.replace(/\.$/, '')}.`;
}

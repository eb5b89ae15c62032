import { anySpelling, hasPhrase, normalizedWords } from '#text';
import { type OfflineRoutine, type RoutineTurn } from '#pack-kit';
import { arabicSample } from '../schema/case-studies/arabic-samples.ts';
import type { FoundCaseStudy } from '../schema/case-studies/case-study.read-model.ts';
import { industryIn, industryName } from '../industries.ts';
import { isLanguage } from '../reading/place.ts';
import { searchFor, tellFound } from './other-case-studies.ts';
import {
  searchInternalCaseStudies,
  type FoundCaseStudies,
} from '../tools/search-internal-case-studies.tool.ts';

const ASKS_MORE = anySpelling(
  /\b(?:more|details?|about|explain|elaborate|describe|what (?:was|were|did|happened|problem)|how (?:did|was|long)|tell me|interested)\b|(?<!\p{L})(?:المزيد|أكثر|تفاصيل|عن|اشرح|وضح|ماذا|ما|كيف|حدثني|أخبرني)(?!\p{L})/iu,
);
/** The list is asked for anew, or something else is. */
const ASKS_OTHERS =
  /\b(?:other|others|another|more (?:examples|cases|case studies|references)|any more|examples?|case studies|have you|book|price|cost|call|workshop|syllabus)\b|امثله|اخري|غيرها|دراسات|احجز|سعر|مكالمه|ورشه|منهج/;
const MAX_WORDS = 14;

/** "Tell me more about the second one": what is on record of a case that was listed. */
export const tellCaseStudy: OfflineRoutine = (turn) => {
  const { message, calls, agent } = turn;
  if (calls.length > 0 || agent === 'admin' || message.normalized.split(' ').length > MAX_WORDS)
    return undefined;
  const listed = turn.earlier
    .filter(({ tool, result }) => tool === searchInternalCaseStudies.name && result?.success)
    .flatMap(({ result }) => (result?.data as FoundCaseStudies | undefined)?.caseStudies ?? []);
  const asked = listed.length === 0 ? undefined : askedOf(turn, listed);
  if (asked) return { reply: message.language === 'ar' ? toldArabic(asked) : told(asked) };
  const beyond = beyondList(turn);
  return beyond === undefined ? undefined : { reply: beyond };
};

function askedOf({ message, picked }: RoutineTurn, listed: FoundCaseStudy[]): FoundCaseStudy | undefined {
  const { text, normalized } = message;
  const words = normalizedWords(text);
  const byId = listed.findLast(({ id }) => hasPhrase(words, [id]));
  if (byId) return byId;
  if (ASKS_OTHERS.test(normalized)) return undefined;
  const byPlace = picked === undefined ? undefined : listed.findLast(({ id }) => id === picked);
  if (byPlace) return byPlace;
  const byTitle = listed.findLast((one) =>
    hasPhrase(words, [one.title, arabicSample(one.title, one.isSample)]),
  );
  if (byTitle) return byTitle;
  const industry = industryIn(text);
  const ofIndustry = listed.filter((one) => one.industry === industry);
  return ASKS_MORE.test(text) &&
    /\b(?:one|case|that|it)\b|(?<!\p{L})(?:حاله|التي|الذي|تلك|هذه)(?!\p{L})/u.test(normalized)
    ? ofIndustry.at(-1)
    : undefined;
}

/** "The second one" of a list that has but one. */
function beyondList({ message, place, picked, lastCalls, replied }: RoutineTurn): string | undefined {
  const { normalized, language } = message;
  const last = lastCalls.findLast(
    ({ tool, result }) => tool === searchInternalCaseStudies.name && result?.success,
  );
  const { caseStudies = [] } = (last?.result?.data ?? {}) as Partial<FoundCaseStudies>;
  const [only, ...others] = caseStudies;
  if (!only || place === undefined || place < caseStudies.length || picked !== undefined) return undefined;
  if (ASKS_OTHERS.test(normalized) || !replied.some((reply) => reply.includes(`(${only.id})`)))
    return undefined;
  const arabic = language === 'ar';
  if (others.length === 0)
    return arabic
      ? `في القائمة حالة واحدة فقط:\n${toldArabic(only)}`
      : `There is only one in the list:\n${told(only)}`;
  const names = caseStudies.map(
    ({ title, isSample }, at) => `${at + 1}. ${arabic ? arabicSample(title, isSample) : title}`,
  );
  return arabic
    ? `في القائمة ${caseStudies.length} حالات فقط:\n${names.join('\n')}\nأيها تقصد؟`
    : `There are only ${caseStudies.length} in the list:\n${names.join('\n')}\nWhich of them do you mean?`;
}

function told({ title, industry, useCase, problem, result, year, isSample }: FoundCaseStudy): string {
  return [
    `${title} (${industry}${isSample ? ', sample case' : ''}${year === null ? '' : `, ${year}`})`,
    `- The problem: ${problem}`,
    ...(useCase === title ? [] : [`- What was built: ${useCase}`]),
    `- What came of it: ${result}`,
    isSample
      ? 'That is all that is on record; it is a sample case, no real customer. Is your problem a similar one?'
      : 'That is all that is on record. Is your problem a similar one?',
  ].join('\n');
}

function toldArabic({ title, industry, useCase, problem, result, year, isSample }: FoundCaseStudy): string {
  const say = (text: string) => arabicSample(text, isSample);
  return [
    `${say(title)} (${industryName(industry, 'ar')}${isSample ? '، حالة تجريبية' : ''}${year === null ? '' : `، ${year}`})`,
    `- المشكلة: ${say(problem)}`,
    ...(useCase === title ? [] : [`- ما تم بناؤه: ${say(useCase)}`]),
    `- النتيجة: ${say(result)}`,
    isSample
      ? 'هذا كل ما هو مسجل، وهي حالة تجريبية وليست لعميل حقيقي. هل مشكلتكم مشابهة؟'
      : 'هذا كل ما هو مسجل. هل مشكلتكم مشابهة؟',
  ].join('\n');
}

/** "Do you work with dentists?": whether somebody like the visitor was helped before. */
const ASKS_WHOM_HELPED =
  /\b(?:do|can|could|have|did|would) you (?:also |ever )?(?:work(?:ed)?|help(?:ed)?|serve[ds]?|deal|dealt)(?: (?:with|for))? (?!us\b|me\b|our\b|my\b|here\b|them\b|it\b)\p{L}+|\b(?:how|what) (?:do|can|could|would) you (?:help|do for) (?!us\b|me\b|our\b|my\b)\p{L}+|(?<!\p{L})(?:تساعدون|تخدمون|تعملون مع|تتعاملون مع|يمكنكم مساعده|تفيدون)(?!نا|ني) \p{L}+/u;

/** "Do you work in German?": of how they talk, not of whom they helped. */
function namesLanguage(normalized: string): boolean {
  return isLanguage(/\bin (\p{L}+)$/u.exec(normalized)?.[1] ?? '');
}

/** What there is of such cases is looked for and told. */
export const findExamples: OfflineRoutine = ({ agent, message, nothingFits, calls }) => {
  if (
    !nothingFits ||
    agent === 'admin' ||
    !ASKS_WHOM_HELPED.test(message.normalized) ||
    namesLanguage(message.normalized)
  )
    return undefined;
  const made = calls.find(({ tool }) => tool === searchInternalCaseStudies.name);
  if (!made) return { calls: [searchFor(message)] };
  const reply = tellFound(made, message);
  return reply === undefined ? undefined : { reply };
};

import { anySpelling } from '#text';
import type { OfflineMessage, QuestionBack } from '#pack-kit';
import { placesAsked, municipalityAnswered, SEARCH } from './fills.ts';
import type { FoundPlace, SearchResult } from '../schema/results.ts';
import { YEARS } from '../years.ts';
import { arabicName } from './wording.ts';

const WHICH = { en: 'Which one do you mean?', ar: 'أيها تقصد؟' };
const DID_YOU_MEAN = { en: 'Did you mean', ar: 'هل تقصد' };
const MAX_OPTIONS = 5;

const TYPES = {
  en: { district: 'district', municipality: 'municipality', community: 'community', project: 'project' },
  ar: { district: 'منطقة', municipality: 'بلدية', community: 'مجتمع', project: 'مشروع' },
};

interface Asked {
  query: string;
}

/** Three municipalities, 24 districts. */
const COVERED = {
  en: `The data covers the emirate of Abu Dhabi, ${YEARS.from} to ${YEARS.to}: districts of Abu Dhabi City, Al Ain and Al Dhafra.`,
  ar: `تغطي البيانات إمارة أبوظبي من ${YEARS.from} إلى ${YEARS.to}: مناطق مدينة أبوظبي والعين والظفرة.`,
};

export const searchReply = {
  en: (found: SearchResult, asked: Asked) => {
    const { best, matches, status } = found;
    if (best)
      return `${best.name_en} (${best.name_ar}) is ${described(best)}. Ask me for its sales, ${best.type === 'municipality' ? 'or for its top districts' : 'rents or housing stock'}.`;
    if (status === 'not_found')
      return `I have no data for a place named “${asked.query}”: it is not among those that are covered. ${COVERED.en}`;
    const [only, ...others] = matches;
    if (only && others.length === 0)
      return `I do not know “${asked.query}”. ${DID_YOU_MEAN.en} ${optionOf(only, 'en')}?`;
    return `“${asked.query}” may be several places:\n${options(matches, 'en')}\n${WHICH.en}`;
  },
  ar: (found: SearchResult, asked: Asked) => {
    const { best, matches, status } = found;
    if (best)
      return `${best.name_ar} (${best.name_en}): ${describedAr(best)}. اسألني عن ${best.type === 'municipality' ? 'مبيعاتها أو أعلى مناطقها مبيعا' : 'مبيعاتها أو إيجاراتها أو المعروض السكني فيها'}.`;
    if (status === 'not_found')
      return `لا توجد لدي بيانات عن مكان باسم «${asked.query}»، فهو ليس ضمن الأماكن المشمولة. ${COVERED.ar}`;
    const [only, ...others] = matches;
    if (only && others.length === 0)
      return `لا أعرف «${asked.query}». ${DID_YOU_MEAN.ar} ${optionOf(only, 'ar')}؟`;
    return `قد يعني «${asked.query}» أكثر من مكان:\n${options(matches, 'ar')}\n${WHICH.ar}`;
  },
};

/** The district and the municipality that it lies in. */
function around({ name_en: own, type, district_en: district, municipality_en: municipality }: FoundPlace) {
  return [type === 'district' ? null : district, municipality].filter(
    (name) => name !== null && name !== own,
  ) as string[];
}

function described(place: FoundPlace): string {
  const { type } = place;
  const within = around(place);
  return within.length > 0 ? `a ${TYPES.en[type]} in ${within.join(', ')}` : `a ${TYPES.en[type]}`;
}

function describedAr(place: FoundPlace): string {
  const { type } = place;
  const within = around(place).map(arabicName);
  return within.length > 0 ? `${TYPES.ar[type]} في ${within.join('، ')}` : TYPES.ar[type];
}

function options(matches: readonly FoundPlace[], language: 'en' | 'ar'): string {
  return matches
    .slice(0, MAX_OPTIONS)
    .map((match, index) => `${index + 1}. ${optionOf(match, language)}`)
    .join('\n');
}

/** Both names and the municipality, so that namesakes can be told apart. */
function optionOf(
  { type, name_en: en, name_ar: ar, municipality_en: within }: FoundPlace,
  language: 'en' | 'ar',
): string {
  const kind = type === 'district' ? '' : `${TYPES[language][type]} `;
  const names = language === 'ar' ? `${ar} (${en})` : `${en} (${ar})`;
  if (within === null || type === 'municipality') return `${kind}${names}`;
  return language === 'ar' ? `${kind}${names}، ${arabicName(within)}` : `${kind}${names}, ${within}`;
}

const ORDINALS = [
  anySpelling(/^(?:1|one|first|the first|the first one|الاول|الاولي|الأولى)$/),
  /^(?:2|two|second|the second|the second one|الثاني|الثانيه)$/,
  /^(?:3|three|third|the third|the third one|الثالث|الثالثه)$/,
];
const YES = /^(?:yes|yes please|yeah|correct|right|exactly|نعم|اجل|صحيح|ايوه)$/;

const nth = (question: QuestionBack['question'], index: number, pattern: RegExp): QuestionBack => ({
  question,
  tool: SEARCH,
  gives: { query: { from: 'prev', tool: SEARCH, path: `matches[${index}].name_en` } },
  answeredBy: ({ normalized }: OfflineMessage) => pattern.test(normalized),
});

/** A name of its own answers "which one?", else the municipality, else the number of an option. */
export const searchQuestions: QuestionBack[] = [
  {
    question: WHICH,
    tool: SEARCH,
    gives: { query: { from: 'rule', read: (message) => placeAnswered(message) } },
    answeredBy: (message) => placeAnswered(message) !== undefined && isShort(message),
  },
  {
    question: WHICH,
    tool: SEARCH,
    gives: { municipality: { from: 'rule', read: municipalityAnswered } },
    answeredBy: (message) => municipalityAnswered(message) !== undefined && isShort(message),
  },
  ...ORDINALS.map((pattern, index) => nth(WHICH, index, pattern)),
  nth(DID_YOU_MEAN, 0, YES),
];

/** The place that an answer names by a name that no other has. */
function placeAnswered(message: OfflineMessage): string | undefined {
  const { searched, whole, municipality } = placesAsked(message);
  return whole || municipality ? undefined : searched[0];
}

const MAX_WORDS_OF_AN_ANSWER = 6;

function isShort({ normalized }: OfflineMessage): boolean {
  return normalized.split(' ').length <= MAX_WORDS_OF_AN_ANSWER && !/\d{4}/.test(normalized);
}

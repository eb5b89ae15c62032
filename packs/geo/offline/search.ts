import { normalizedWords, phraseList } from '#text';
import type { OfflineToolHints } from '#pack-kit';
import type { FoundPlace, SearchResult } from '../schema/results.ts';
import { SEARCH } from '../tools/arguments.ts';
import { YEARS } from '../years.ts';
import { failure } from './failure.ts';
import { placesWritten } from './places.ts';
import { arabicName, type Language } from './wording.ts';

const WHICH = { en: 'Which one do you mean?', ar: 'أيها تقصد؟' };
const DID_YOU_MEAN = { en: 'Did you mean', ar: 'هل تقصد' };
const MAX_OPTIONS = 5;

const TYPES = {
  en: { district: 'district', municipality: 'municipality', community: 'community', project: 'project' },
  ar: { district: 'منطقة', municipality: 'بلدية', community: 'مجتمع', project: 'مشروع' },
};
const COVERED = {
  en: `The data covers the emirate of Abu Dhabi, ${YEARS.from} to ${YEARS.to}: districts of Abu Dhabi City, Al Ain and Al Dhafra.`,
  ar: `تغطي البيانات إمارة أبوظبي من ${YEARS.from} إلى ${YEARS.to}: مناطق مدينة أبوظبي والعين والظفرة.`,
};

interface Asked {
  query: string;
}

function replyEn({ best, matches, status }: SearchResult, { query }: Asked): string {
  if (best) {
    const more = best.type === 'municipality' ? 'or for its top districts' : 'rents or housing stock';
    return `${best.name_en} (${best.name_ar}) is ${described(best)}. Ask me for its sales, ${more}.`;
  }
  if (status === 'not_found')
    return `I have no data for a place named “${query}”: it is not among those that are covered. ${COVERED.en}`;
  const [only, ...others] = matches;
  if (only && others.length === 0)
    return `I do not know “${query}”. ${DID_YOU_MEAN.en} ${optionOf(only, 'en')}?`;
  return `“${query}” may be several places:\n${options(matches, 'en')}\n${WHICH.en}`;
}

function replyAr({ best, matches, status }: SearchResult, { query }: Asked): string {
  if (best) {
    const more =
      best.type === 'municipality'
        ? 'مبيعاتها أو أعلى مناطقها مبيعا'
        : 'مبيعاتها أو إيجاراتها أو المعروض السكني فيها';
    return `${best.name_ar} (${best.name_en}): ${describedAr(best)}. اسألني عن ${more}.`;
  }
  if (status === 'not_found')
    return `لا توجد لدي بيانات عن مكان باسم «${query}»، فهو ليس ضمن الأماكن المشمولة. ${COVERED.ar}`;
  const [only, ...others] = matches;
  if (only && others.length === 0) return `لا أعرف «${query}». ${DID_YOU_MEAN.ar} ${optionOf(only, 'ar')}؟`;
  return `قد يعني «${query}» أكثر من مكان:\n${options(matches, 'ar')}\n${WHICH.ar}`;
}

/** The district and the municipality that a place lies in. */
function around({ name_en: own, type, district_en: district, municipality_en: municipality }: FoundPlace) {
  const names = type === 'district' ? [municipality] : [district, municipality];
  return names.flatMap((name) => (name === null || name === own ? [] : [name]));
}

function described(place: FoundPlace): string {
  const within = around(place).join(', ');
  return `a ${TYPES.en[place.type]}${within && ` in ${within}`}`;
}

function describedAr(place: FoundPlace): string {
  const within = around(place).map((name) => arabicName(name) ?? name);
  return [TYPES.ar[place.type], within.join('، ')].filter(Boolean).join(' في ');
}

function options(matches: readonly FoundPlace[], language: Language): string {
  return matches
    .slice(0, MAX_OPTIONS)
    .map((match, index) => `${index + 1}. ${optionOf(match, language)}`)
    .join('\n');
}

/** Both names and the municipality, which tell namesakes apart. */
function optionOf(place: FoundPlace, language: Language): string {
  const { type, name_en: en, name_ar: ar, municipality_en: within } = place;
  const kind = type === 'district' ? '' : `${TYPES[language][type]} `;
  const names = language === 'ar' ? `${ar} (${en})` : `${en} (${ar})`;
  if (within === null || type === 'municipality') return `${kind}${names}`;
  return language === 'ar' ? `${kind}${names}، ${arabicName(within)}` : `${kind}${names}, ${within}`;
}

export const search: Record<string, OfflineToolHints> = {
  [SEARCH]: {
    fill: {
      query: { from: 'place', set: 'abudhabi', as: 'written' },
      municipality: { from: 'place', set: 'within' },
    },
    each: { parameter: 'query', values: ({ text }) => placesWritten(text) },
    cues: phraseList(
      `called, do you have data, which district is, correct name, where is, ما الاسم, هل توجد بيانات,
       أين يقع, أين تقع`,
    ),
    applies: ({ text }) => normalizedWords(text).length > 0 && placesWritten(text).length > 0,
    endsChain: ({ status }: SearchResult) => status !== 'resolved',
    reply: { en: replyEn, ar: replyAr },
    failure,
  },
};

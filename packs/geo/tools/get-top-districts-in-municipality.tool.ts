import { z } from 'zod';
import { type OfflineMessage, countText } from '#pack-kit';
import { hasPhrase, normalizedWords, withDigits } from '#text';
import { ABU_DHABI_CITY } from '../schema/places/abu-dhabi.ts';
import { failure } from './failure.ts';
import {
  municipalityArgument,
  namesYear,
  placeFirst,
  placesAsked,
  SEARCH,
  typeNamed,
  withoutYears,
  yearArgument,
  yearFill,
} from './fills.ts';
import { defineGeoTool, examples } from './geo-tool.ts';
import { asksByMeasure, LOWEST, speaksOf, WORDS } from './requests.ts';
import type { TopDistrictsResult } from '../schema/results.ts';
import { assumedYear } from './sales-reply.ts';
import { numbersFor, typeName } from './wording.ts';

const USUAL_LIMIT = 5;

const input = z.object({
  municipality: municipalityArgument(),
  year: yearArgument(),
  limit: countText({ min: 1, max: 20, description: 'How many districts' }).default(USUAL_LIMIT),
  metric: z
    .enum(['value', 'count'])
    .default('value')
    .describe('Ranked by value, or by number of transactions.'),
  order: z
    .enum(['highest', 'lowest'])
    .default('highest')
    .describe('From which end of the ranking: the top districts, or the last ones.'),
});
export type TopDistrictsInput = typeof input;

const LIMIT_WORDS = ['top', 'best', 'areas', 'districts', 'أعلى', 'أفضل', 'مناطق', ...LOWEST];
/** Numbers of districts that are said without digits, normalised. */
const IN_WORDS: Readonly<Record<string, number>> = { one: 1, couple: 2, واحده: 1, منطقتين: 2, منطقتان: 2 };
/** A number belongs to a word that stands no further away. */
const NEAR_WORDS = 3;
/** "One" counts what follows it: "one line each" is of no district. */
const ONE_OF = /^(?:districts?|areas?)$/;

export const getTopDistrictsInMunicipality = defineGeoTool({
  name: 'get_top_districts_in_municipality',
  title: 'Top districts of a municipality',
  description:
    'Ranks the districts of a municipality by the value or number of their sales in a year, from the top or from the end.',
  category: 'sales',
  input,
  whenToUse: ['Ranking, leader, best or top districts.'],
  examples: examples(
    [
      'Best-selling districts of Abu Dhabi City in 2024',
      'Top three areas in Al Ain by number of deals, 2022',
      'Which district leads Al Dhafra?',
    ],
    [
      'أعلى ثلاث مناطق مبيعا في العين 2022',
      'ترتيب مناطق أبوظبي حسب المبيعات',
      'أفضل منطقة في الظفرة سنة 2023',
    ],
  ),
  tier: 'deferred',
  intents: ['analytics'],
  ptcValue: 'rows',
  offline: {
    fill: {
      municipality: {
        from: 'first',
        of: [
          { from: 'prev', tool: SEARCH, path: 'best.municipality_en' },
          { from: 'const', value: ABU_DHABI_CITY },
        ],
      },
      year: yearFill,
      limit: {
        from: 'first',
        of: [
          { from: 'rule', read: limitBesideYear },
          { from: 'int', words: LIMIT_WORDS },
        ],
      },
      // "By value of transactions": the first that is named.
      metric: {
        from: 'first',
        of: [
          { from: 'enum', values: { value: [...WORDS.value], count: [...WORDS.count] } },
          { from: 'rule', read: countsHomes },
        ],
      },
      order: { from: 'enum', values: { lowest: [...LOWEST] } },
    },
    chain: placeFirst,
    refines: asksByMeasure,
    cues: [...WORDS.ranking, 'districts', 'areas', 'مناطق', 'منطقة'],
    applies: (message) =>
      speaksOf(message.text, 'ranking') &&
      !speaksOf(message.text, 'rental') &&
      placesAsked(message).searched.length < 2,
    reply: {
      en: (data: TopDistrictsResult, _input: unknown, message?: OfflineMessage) => {
        const n = numbersFor(message, 'en');
        if (data.rows.length === 0) return `Nothing was sold in ${data.municipality} in ${data.year}.`;
        const lines = data.rows.map(
          (row) =>
            `${row.rank}. ${row.district}: ${figures([n.money(row.total_value_aed), `${n.count(row.transaction_count)} transactions`], data, ', ')}, ${n.count(row.sharePct)} %`,
        );
        const by = data.metric === 'count' ? 'number of sales' : 'value of sales';
        const heading = `${data.order === 'lowest' ? 'Lowest' : 'Top'} districts of ${data.municipality}${assumedPlace(message, 'en')} by ${by} in ${data.year}${assumedYear(data.year, message, 'en')}:`;
        return [heading, ...lines, ...typeNote(message, 'en')].join('\n');
      },
      ar: (data: TopDistrictsResult, _input: unknown, message?: OfflineMessage) => {
        const n = numbersFor(message, 'ar');
        if (data.rows.length === 0)
          return `لا توجد مبيعات في ${data.municipality_ar} سنة ${n.year(data.year)}.`;
        const lines = data.rows.map(
          (row) =>
            `${n.count(row.rank)}. ${row.district_ar}: ${figures([n.money(row.total_value_aed), `${n.count(row.transaction_count)} معاملة`], data, '، ')}، ${n.count(row.sharePct)} %`,
        );
        const by = data.metric === 'count' ? 'عدد المعاملات' : 'قيمة المبيعات';
        const heading = `${data.order === 'lowest' ? 'أقل' : 'أعلى'} المناطق في ${data.municipality_ar}${assumedPlace(message, 'ar')} حسب ${by} سنة ${n.year(data.year)}${assumedYear(data.year, message, 'ar')}:`;
        return [heading, ...lines, ...typeNote(message, 'ar')].join('\n');
      },
    },
    failure,
  },
});

/**
 * "Top districts in 2023" says when, and not how many: a year is no limit. Undefined where another number stands by such a
 * word, or where there is no year.
 */
function limitBesideYear({ text }: Pick<OfflineMessage, 'text'>): number | undefined {
  if (!namesYear(text)) return undefined;
  const words = normalizedWords(withDigits(withoutYears(text)));
  const number = words.find((word, at) => {
    if (word === 'one' && !ONE_OF.test(words[at + 1] ?? '')) return false;
    const around = words.slice(Math.max(0, at - NEAR_WORDS), at + NEAR_WORDS + 1);
    return (/^\d+$/.test(word) || Object.hasOwn(IN_WORDS, word)) && hasPhrase(around, LIMIT_WORDS);
  });
  return number === undefined ? USUAL_LIMIT : IN_WORDS[number];
}

const MOST_HOMES =
  /\b(?:most|fewest|least|more|fewer)(?! (?:expensive|valuable|affordable|costly))(?: \w+)? (?:apartments?|flats?|villas?|townhouses?|homes?|houses?|units?|properties|plots?)\b|\b(?:apartments?|flats?|villas?|townhouses?|homes?|houses?|units?|properties|plots?) (?:\w+ )?most\b|(?:اكثر|اقل) (?:ال)?(?:شقق|شقه|فلل|فيلا|بيوت|منازل|وحدات|عقارات|اراضي)|(?:شقق|فلل|بيوت|منازل|وحدات|عقارات|اراضي) (?:\S+ )?(?:ال)?(?:اكثر|اقل)/;

/** "Which area sold the most flats?": homes are counted, not what they came to. */
function countsHomes({ normalized }: OfflineMessage): 'count' | undefined {
  return MOST_HOMES.test(normalized) ? 'count' : undefined;
}

/** The ranking knows no types of property. */
function typeNote(message: OfflineMessage | undefined, language: 'en' | 'ar'): string[] {
  const type = message && typeNamed(message);
  if (!type) return [];
  return language === 'ar'
    ? [
        `الترتيب لجميع أنواع العقارات؛ أما ${typeName(type, 'ar')} فأذكرها لمنطقة تسميها أو أقارنها بين منطقتين إلى خمس.`,
      ]
    : [
        `The ranking is of all types of property; of ${typeName(type, 'en')} I tell the sales of a district that you name, or compare two to five.`,
      ];
}

/** What the ranking is by comes first. */
function figures([value, number]: [string, string], { metric }: TopDistrictsResult, between: string): string {
  return (metric === 'count' ? [number, value] : [value, number]).join(between);
}

/** Said where the message asks for a ranking and names no place; "and in 2021?" goes on with the place of before. */
function assumedPlace(message: OfflineMessage | undefined, language: 'en' | 'ar'): string {
  if (!message || placesAsked(message).searched.length > 0 || !speaksOf(message.text, 'ranking')) return '';
  return { en: ' (no municipality was named, so I took this one)', ar: ' (لم تُذكر بلدية، فاخترت هذه)' }[
    language
  ];
}

import { arabicForms, contentStems, CURRENCY_WORDS, MULTIPLIERS, normalizedWords, NUMBER_WORDS } from '#text';
import { type Fill, type Gazetteer } from '#pack-kit';
import type { ModelTool } from '#models';
import { codesOf } from '../fill/fill-codes.ts';
import { placeWords, readsPlaces } from '../fill/place.ts';
import type { OfflineTool } from '../hints.ts';

/** The vocabulary of a tool, as stems. */
export interface ToolText {
  /** Weight of each stem, 0 to 1. Words of values that the tool takes have less weight than words that describe it. */
  terms: Map<string, number>;
  examples: string[][];
}

const VALUE_WEIGHT = 0.5;

/** Sentences of a description about what the tool does not do. Their words must not count for the tool. */
const NEGATIONS = /\bnot (?:for|to|when)\b[^.;]*|\b(?:but|and|never) not\b[^.;,]*|\b\w+ nothing\b/gi;
/** Ids of records, such as prop-0112. */
const IDS = /(?<![\p{L}\p{N}-])[a-z]{2,}(?:-[a-z]+)*-\d[\w-]*/giu;

/** Cache of vocabularies. The texts of a few hundred tools take a few hundred KiB. */
const MAX_CACHED_TOOLS = 2_000;
const cached = new Map<string, ToolText>();

/** The words of a tool: name, description, when to use it, examples, cues, and the values it takes with their synonyms. */
export function toolText(tool: ModelTool, spec: OfflineTool | undefined): ToolText {
  const description = spec?.description ?? tool.description;
  const examples = spec?.examples ?? [];
  const hints = spec?.hints;
  const key = JSON.stringify([tool.name, description, spec?.whenToUse, examples, hints?.cues]);
  const known = cached.get(key);
  if (known) return known;
  const values = valueWords(spec);
  const prose = [
    tool.name.replaceAll('_', ' '),
    description,
    ...(spec?.whenToUse ?? []),
    ...(hints?.cues ?? []),
  ];
  const stemsOf = (text: string) =>
    contentStems(normalizedWords(text.replace(NEGATIONS, ' ')).filter((word) => !/\d/.test(word)));
  const text: ToolText = {
    terms: new Map([
      ...values.flatMap(stemsOf).map((stem) => [stem, VALUE_WEIGHT] as const),
      ...[...prose, ...examples].flatMap(stemsOf).map((stem) => [stem, 1] as const),
    ]),
    examples: examples.map((example) => [...new Set(stemsOf(example))]),
  };
  if (cached.size >= MAX_CACHED_TOOLS) cached.clear();
  cached.set(key, text);
  return text;
}

/** The values that a tool takes, such as types of property, in all their words. */
export function valueWords(spec: OfflineTool | undefined): string[] {
  return Object.values(spec?.hints?.fill ?? {})
    .flatMap(codesOf)
    .flatMap(wordsOfFill);
}

export function valueStems(spec: OfflineTool | undefined): Set<string> {
  return new Set(valueWords(spec).flatMap((words) => contentStems(normalizedWords(words))));
}

function wordsOfFill(fill: Fill): string[] {
  switch (fill.from) {
    case 'enum':
      return Object.entries(fill.values).flat(2);
    case 'int':
      return fill.words;
    default:
      return [];
  }
}

const TIME_UNITS =
  'day days week weeks month months year years hour hours يوم شهر شهور اشهر سنه سنوات عام اسبوع ساعه'.split(
    ' ',
  );
const AMOUNT_WORDS = new Set([
  ...TIME_UNITS,
  ...CURRENCY_WORDS,
  ...Object.keys(MULTIPLIERS),
  ...Object.keys(NUMBER_WORDS),
]);

/** Distinct stems of the message's subject, without ids, numbers, amounts, durations and names of places. */
export function requestStems(text: string, gazetteers: readonly Gazetteer[]): string[] {
  const written = gazetteers.flatMap((places) => (readsPlaces(places) ? places.find(text) : []));
  const rest = written.reduce((left, place) => left.replace(place.written, ' '), text);
  const words = normalizedWords(rest.replace(IDS, ' '));
  const named = new Set(
    gazetteers.flatMap((places) => (readsPlaces(places) ? [] : [...placeWords(words, places)])),
  );
  const others = words.filter(
    (word, index) =>
      !named.has(index) && !/\d/.test(word) && !arabicForms(word).some((form) => AMOUNT_WORDS.has(form)),
  );
  return [...new Set(contentStems(others))];
}

/** Names of the gazetteers that a tool's codes use. */
export function placeSetsOf(spec: OfflineTool | undefined): string[] {
  const fills = Object.values(spec?.hints?.fill ?? {}).flatMap(codesOf);
  return fills.flatMap((fill) => (fill.from === 'place' ? [fill.set] : []));
}

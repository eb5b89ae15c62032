import {
  isStopWord,
  normalizedWords,
  searchWords,
  assignNumbers,
  readNumbers,
  type NumberMention,
} from '#text';
import { isPlain } from './counts.ts';
import type { ParameterSchema } from './schema.ts';

/** What a description of any number may say, and tells none from another. */
const SAYS_NOTHING = new Set(
  normalizedWords(
    'number numbers count amount value size whole such highest lowest most least many much default optional required example e.g عدد رقم قيمة',
  ),
);

/**
 * Numbers for the parameters of a tool that comes without codes: each beside the words by which the schema tells the
 * parameter from the others ("chainring 50, cog 25"), and what is left for required ones in the order of both. One number
 * is never used twice.
 */
export function guessNumbers(
  properties: Record<string, ParameterSchema>,
  required: readonly string[],
  text: string,
): Record<string, number> {
  const names = Object.keys(properties).filter((name) => isNumeric(properties[name]));
  if (names.length === 0) return {};
  const numbers = readNumbers(text);
  const slots = tellingWords(names, properties, required);
  const assigned = assignNumbers(numbers, numbers.mentions, slots);
  const taken = new Set(assigned);
  const left = numbers.mentions.filter((mention) => !taken.has(mention)).sort(plainFirst);
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const found = assigned[index] ?? (required.includes(name) ? left.shift() : undefined);
      return found ? [[name, found.value] as const] : [];
    }),
  );
}

function isNumeric(schema: ParameterSchema | undefined): boolean {
  return (schema?.type === 'number' || schema?.type === 'integer') && !schema.enum;
}

/** In their order; a sum of money or a percentage only where nothing else is left. */
function plainFirst(one: NumberMention, other: NumberMention): number {
  return Number(isPlain(other)) - Number(isPlain(one));
}

/**
 * The name as it is written, and each word of it and of the description that no other number of the tool has. An optional
 * one is known by its name alone.
 */
function tellingWords(
  names: readonly string[],
  properties: Record<string, ParameterSchema>,
  required: readonly string[],
): string[][] {
  const wordsOf = (name: string) => [
    ...searchWords(name),
    ...(required.includes(name) ? normalizedWords(properties[name]?.description ?? '') : []),
  ];
  const all = names.map((name) => new Set(wordsOf(name)));
  return names.map((name, index) => {
    const others = all.filter((_, at) => at !== index);
    const telling = [...all[index]!].filter(
      (word) =>
        word.length > 2 &&
        !/\d/.test(word) &&
        !isStopWord(word) &&
        !SAYS_NOTHING.has(word) &&
        !others.some((words) => words.has(word)),
    );
    return [searchWords(name).join(' '), ...telling];
  });
}

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

/** Words in descriptions of numbers that do not distinguish one number from another. */
const SAYS_NOTHING = new Set(
  normalizedWords(
    'number numbers count amount value size whole such highest lowest most least many much default optional required example e.g عدد رقم قيمة',
  ),
);

/**
 * Numbers for the parameters of a tool without codes. Each is next to words that are specific to the parameter in the schema
 * ("chainring 50, cog 25"). The remaining numbers fill the remaining required parameters in order. No number is used twice.
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

/** Numbers in order. Amounts of money and percentages are used only if no other number remains. */
function plainFirst(one: NumberMention, other: NumberMention): number {
  return Number(isPlain(other)) - Number(isPlain(one));
}

/**
 * The name of the parameter, and the words of its name and description that no other number of the tool has. For an
 * optional parameter only the name.
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

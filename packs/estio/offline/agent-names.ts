import type { OfflineMessage } from '#pack-kit';

const NAME = String.raw`(?:\p{Lu}[\p{L}-]+|agent-\d+)`;
const AND = String.raw`(?:\s*[,،]\s*|\s+(?:and|or|أو|و)\s*)`;
/** "With Maria or Sofia", "are Maria and Andreas both free". */
const NAMED = new RegExp(String.raw`(?:\b(?:with|is|are|can)\s+|مع\s+)(${NAME}(?:${AND}${NAME})*)`, 'u');
const DIARY_OF = new RegExp(String.raw`(?<!\p{L})(${NAME})['’]s? (?:diary|calendar)\b`, 'u');
/** Capitalised words that may follow "is" or "with" and name nobody. */
const NO_NAMES = new Set(
  'Monday Tuesday Wednesday Thursday Friday Saturday Sunday Today Tomorrow The There It Any Anyone Somebody'.split(
    ' ',
  ),
);

/** The agents of the office that a message names, in its order. */
export function namedAgents({ text }: OfflineMessage): string[] {
  const named = (DIARY_OF.exec(text) ?? NAMED.exec(text))?.[1]?.split(new RegExp(AND, 'u')) ?? [];
  return named.map((name) => name.replace(/['’]s?$/, '')).filter((name) => !NO_NAMES.has(name));
}

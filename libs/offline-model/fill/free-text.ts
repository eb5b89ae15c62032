import { normalizeText, phraseList } from '#text';

/** Polite phrases at the beginning of a request, which are not part of the text. */
const OPENERS = phraseList(
  `please, kindly, can you, could you, would you, will you, i want you to, hey, hi, hello, ok, and,
   من فضلك, من فضلكم, لو سمحت, لو سمحتم, رجاء, هل يمكنك, ممكن`,
);
/** Polite phrases at the end of a request. */
const CLOSERS = /[\s,،]+(?:please|thanks|thank you|من فضلكم?|لو سمحتم?|رجاء|رجاءً|شكرا|شكراً)$/iu;

const QUOTES = [/"([^"]+)"/, /“([^”]+)”/, /«([^»]+)»/, /„([^“”]+)[“”]/, /(?<=^|\s)'([^']+)'(?=$|[\s.,!?])/];

/** Text in quotation marks, or after a colon that is not part of a time or an address. */
export function findQuoted(text: string): string | undefined {
  for (const quotes of QUOTES) {
    const quoted = quotes.exec(text)?.[1]?.trim();
    if (quoted) return quoted;
  }
  const behindColon = /:\s+(\S[\s\S]*)$/.exec(text)?.[1]?.trim();
  return behindColon || undefined;
}

/**
 * The message without its initial command words: "Remember that she enjoys the sea" becomes "she enjoys the sea".
 * Undefined if the rest is empty.
 */
export function restOf(text: string, without: readonly string[] = []): string | undefined {
  const phrases = [...without, ...OPENERS]
    .map((phrase) => normalizeText(phrase))
    .sort((a, b) => b.length - a.length);
  let rest = text.trim();
  for (let cut = cutOf(rest, phrases); cut > 0; cut = cutOf(rest, phrases))
    rest = rest.slice(cut).replace(/^[\s,:;،.\-–—]+/, '');
  rest = rest.replace(/[\s,;،]+$/, '').trim();
  return rest === '' ? undefined : rest;
}

/**
 * The text as one short line: limited in characters, cut between words, without a final mark or polite phrase.
 */
export function headlineOf(
  text: string,
  characters: number,
  { without = [] }: { without?: readonly string[] } = {},
): string | undefined {
  const line = withoutClosers(restOf(text, without)?.replace(/\s+/g, ' ') ?? '');
  const cut = line.length > characters ? line.slice(0, characters + 1).replace(/\s\S*$/, '') : line;
  return cut.slice(0, characters).replace(MARKS_BEHIND, '') || undefined;
}

const MARKS_BEHIND = /[\s.,;:!?،؛؟]+$/u;

function withoutClosers(line: string): string {
  const bare = line.replace(MARKS_BEHIND, '');
  return bare.replace(CLOSERS, '').replace(MARKS_BEHIND, '') || bare;
}

/** Length of the phrase at the beginning of the text, as written there; 0 without one. */
function cutOf(text: string, phrases: readonly string[]): number {
  const tokens = [...text.matchAll(/\S+/g)];
  for (const phrase of phrases) {
    const size = phrase.split(' ').length;
    for (const count of [size, size - 1, size + 1]) {
      const last = tokens[count - 1];
      if (!last || count < 1) continue;
      const end = last.index + last[0].length;
      if (normalizeText(text.slice(0, end)) === phrase && end < text.length) return end;
    }
  }
  return 0;
}

/** The items after one of the words, up to the end of the sentence, separated by commas, "and" or line breaks. */
export function findList(text: string, after: readonly string[]): string[] | undefined {
  const tokens = [...text.matchAll(/\S+/g)];
  const wanted = after.map((word) => normalizeText(word));
  const keyword = tokens.find(([token]) => wanted.includes(normalizeText(token)));
  if (!keyword) return undefined;
  const behind = text.slice(keyword.index + keyword[0].length).split(/[.!?؟](?:\s|$)/)[0] ?? '';
  const items = behind
    .split(/[,،;\n]|\s+and\s+|\s+و(?=\S)/)
    .map((item) => item.replace(/^[\s:-]+|\s+$/g, ''))
    .filter(Boolean);
  return items.length > 0 ? items : undefined;
}

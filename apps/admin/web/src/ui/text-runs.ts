export interface TextRun {
  text: string;
  /** Latin words or a number in a right-to-left line, where adjacent punctuation would otherwise change sides. */
  isolated: boolean;
}

const LETTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** A word starts and ends with a Latin letter or a digit, so that the sentence keeps its own punctuation. */
const WORD =
  '[\\p{Script=Latin}0-9](?:[^\\s\\p{Script=Arabic}\\p{Script=Hebrew}()\\[\\]{}«»"“”]*[\\p{Script=Latin}0-9])?';
const LATIN_RUN = new RegExp(`[+\\-#@$€£]?${WORD}(?: ${WORD})*(?:[%°]| ?[$€£])?`, 'gu');
/** Letters and digits joined by - or _, with at least one digit: `prop-0224`, a UUID. */
const ID = /(?<![\p{L}\p{N}])(?=[a-z0-9_-]*\d)[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+(?![\p{L}\p{N}])/giu;
/** Longer ids may break in a narrow panel. */
const MAX_UNBROKEN_CHARACTERS = 40;

/** Whether the first letter of `line` belongs to a right-to-left script, as `dir="auto"` decides. */
export function isRightToLeft(line: string): boolean {
  return RIGHT_TO_LEFT.test(LETTER.exec(line)?.[0] ?? '');
}

/** Splits a line into its own text and isolated parts; joined they are the line. */
export function bidiRuns(line: string): TextRun[] {
  if (!isRightToLeft(line)) return line ? [{ text: line, isolated: false }] : [];
  return split(line, LATIN_RUN).map(({ text, matched }) => ({ text, isolated: matched }));
}

/** Splits text at ids, which must not be broken over two lines. */
export function idRuns(text: string): { text: string; unbroken: boolean }[] {
  return split(text, ID).map((part) => ({
    text: part.text,
    unbroken: part.matched && part.text.length <= MAX_UNBROKEN_CHARACTERS,
  }));
}

function split(text: string, pattern: RegExp): { text: string; matched: boolean }[] {
  const parts: { text: string; matched: boolean }[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), matched: false });
    parts.push({ text: match[0], matched: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), matched: false });
  return parts;
}

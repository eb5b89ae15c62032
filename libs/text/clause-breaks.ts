import { normalizedWords } from './normalize-text.ts';

/** The end of a clause; a comma within a number does not count. */
const CLAUSE_END = /[,،;؛](?!\d)|[.!?؟](?=\s|$)|\n/;

/**
 * Indexes of the normalised words that follow a comma, a full stop or a line break, and the index after the last word.
 */
export function clauseBreaks(text: string): ReadonlySet<number> {
  let at = 0;
  const ends = text.split(CLAUSE_END).map((clause) => (at += normalizedWords(clause).length));
  // If the clauses have other words than the whole text, the indexes would be wrong.
  return new Set(at === normalizedWords(text).length ? ends : []);
}

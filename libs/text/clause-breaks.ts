import { normalizedWords } from './normalize-text.ts';

/** Between clauses; a comma within a number is none. */
const CLAUSE_END = /[,،;؛](?!\d)|[.!?؟](?=\s|$)|\n/;

/**
 * Indexes of the normalised words of a text before which a comma, a full stop or a line break stands; that behind the last
 * word is one of them.
 */
export function clauseBreaks(text: string): ReadonlySet<number> {
  let at = 0;
  const ends = text.split(CLAUSE_END).map((clause) => (at += normalizedWords(clause).length));
  // Where the pieces have other words than the whole, nothing is told of its clauses.
  return new Set(at === normalizedWords(text).length ? ends : []);
}

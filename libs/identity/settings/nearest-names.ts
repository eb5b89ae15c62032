import { editDistance } from '#text';

const MOST_SUGGESTIONS = 3;
/** Maximum share of the longer name's characters that may differ in a suggestion. */
const MAX_DIFFERING_SHARE = 0.4;

/** The known names closest to a mistyped name, best first; empty if none is close. */
export function nearestNames(name: string, known: readonly string[]): string[] {
  const wrong = name.toLowerCase();
  return known
    .map((candidate) => ({ candidate, edits: editDistance(wrong, candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= Math.max(wrong.length, candidate.length) * MAX_DIFFERING_SHARE)
    .sort((one, other) => one.edits - other.edits)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ candidate }) => candidate);
}

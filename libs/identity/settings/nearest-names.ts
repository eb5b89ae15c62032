const MOST_SUGGESTIONS = 3;
/** Maximum share of the longer name's characters that may differ in a suggestion. */
const MAX_DIFFERING_SHARE = 0.4;

/** The known names closest to a mistyped name, best first; empty if none is close. */
export function nearestNames(name: string, known: readonly string[]): string[] {
  const wrong = name.toLowerCase();
  return known
    .map((candidate) => ({ candidate, edits: editsBetween(wrong, candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= Math.max(wrong.length, candidate.length) * MAX_DIFFERING_SHARE)
    .sort((one, other) => one.edits - other.edits)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ candidate }) => candidate);
}

/** Number of insertions, deletions, replacements and swaps of neighbours (optimal string alignment distance). */
function editsBetween(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let index = 0; index < one.length; index += 1) {
    const next = [index + 1];
    for (let place = 1; place <= other.length; place += 1) {
      const replaced = (row[place - 1] ?? 0) + (one[index] === other[place - 1] ? 0 : 1);
      const swapped =
        index > 0 && place > 1 && one[index] === other[place - 2] && one[index - 1] === other[place - 1];
      next.push(
        Math.min(
          replaced,
          (row[place] ?? 0) + 1,
          (next[place - 1] ?? 0) + 1,
          swapped ? (before[place - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}

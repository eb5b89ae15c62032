const MOST_SUGGESTIONS = 3;
/** Share of the wrong name's characters that may differ; beyond it a suggestion is a guess. */
const MAX_DIFFERING_SHARE = 0.4;

/** The known names that a mistyped one may have meant, the nearest first; none when nothing is near. */
export function nearestNames(name: string, known: readonly string[]): string[] {
  const wrong = name.toLowerCase();
  const limit = Math.max(2, Math.floor(wrong.length * MAX_DIFFERING_SHARE));
  return known
    .map((candidate) => ({ candidate, edits: editsBetween(wrong, candidate.toLowerCase()) }))
    .filter(({ edits }) => edits <= limit)
    .sort((one, other) => one.edits - other.edits)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ candidate }) => candidate);
}

/** Letters to insert, drop or replace (Levenshtein). */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let place = 1; place <= other.length; place += 1) {
      const replaced = (row[place - 1] ?? 0) + (letter === other[place - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[place] ?? 0) + 1, (next[place - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

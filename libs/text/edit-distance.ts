/** Longer texts are no names; the distance grows with the product of the lengths. */
const MAX_CHARACTERS = 200;

/**
 * Optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours. The greatest possible
 * one if a text has over 200 characters.
 */
export function editDistance(left: string, right: string): number {
  const longest = Math.max(left.length, right.length);
  if (longest > MAX_CHARACTERS) return longest;
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let at = 1; at <= left.length; at += 1) {
    const next = [at];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[at - 1] === right[column - 1];
      let least = Math.min(
        (row[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (row[column - 1] ?? 0) + Number(!same),
      );
      const swapped = left[at - 1] === right[column - 2] && left[at - 2] === right[column - 1];
      if (at > 1 && column > 1 && swapped) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[right.length] ?? 0;
}

// scripts/run.mjs reads this file before anything is compiled, so it cannot use the edit distance of libs/text.
const LEAST_LIKENESS = 0.4;

/** ` Did you mean NAME?` with the known name that is most like a mistyped one; empty if none is. */
export function suggestion(wrong: string, known: readonly string[], prefix = ''): string {
  const [best] = known.toSorted((one, other) => likeness(wrong, other) - likeness(wrong, one));
  return best && likeness(wrong, best) >= LEAST_LIKENESS ? ` Did you mean ${prefix}${best}?` : '';
}

/** The share of the pairs of letters that two names have in common: the Sørensen–Dice coefficient. */
function likeness(...names: [string, string]): number {
  const [one, other] = names.map(
    (name) => new Set(Array.from(` ${name.toLowerCase()}`, (letter, at) => letter + (name[at] ?? ' '))),
  ) as [Set<string>, Set<string>];
  return (2 * [...one].filter((pair) => other.has(pair)).length) / (one.size + other.size);
}

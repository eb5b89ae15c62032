/** For each tool that is deprecated, the one that replaces it. */
export type Replacements = ReadonlyMap<string, string>;

/**
 * The chain of tools from `name` that ends where it began, or undefined when it ends.
 *
 * @returns every tool of the cycle, `name` first and last.
 */
export function cycleFrom(name: string, replacements: Replacements): string[] | undefined {
  const chain = [name];
  for (let next = replacements.get(name); next !== undefined; next = replacements.get(next)) {
    chain.push(next);
    if (next === name) return chain;
    // Another cycle, which `name` only leads into.
    if (chain.indexOf(next) < chain.length - 1) return undefined;
  }
  return undefined;
}

/** Each cycle once, from the tool that comes first by name. */
export function cyclesOf(replacements: Replacements): string[][] {
  return [...replacements.keys()]
    .map((name) => cycleFrom(name, replacements))
    .filter((cycle) => cycle !== undefined && cycle.every((name) => name >= (cycle[0] ?? '')))
    .map((cycle) => cycle ?? []);
}

/** How many replacements lie between the tool and one that is not deprecated; 0 for one that is not. Ends in a cycle too. */
export function deprecationDepth(name: string, replacements: Replacements): number {
  const seen = new Set<string>();
  for (let next: string | undefined = name; next !== undefined && !seen.has(next);) {
    seen.add(next);
    next = replacements.get(next);
  }
  return replacements.has(name) ? seen.size - 1 || 1 : 0;
}

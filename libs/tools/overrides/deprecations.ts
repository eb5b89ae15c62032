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

/**
 * What is left of the wanted deprecations when those are taken back that lead nowhere or in a circle. Edits outlive
 * releases: a tool that an edit names may be gone, or deprecated by its own file. Then the edited tool has what its
 * file says again; files alone are sound, the registry refuses others.
 *
 * @param wanted per tool what files and edits together say.
 * @param ofFiles per tool what its file says; the same object where no edit says otherwise.
 */
export function soundDeprecations<Deprecation extends { replacedBy: string }>(
  wanted: ReadonlyMap<string, Deprecation | null>,
  ofFiles: ReadonlyMap<string, Deprecation | null>,
): Map<string, Deprecation | null> {
  const sound = new Map(wanted);
  for (;;) {
    const replacements = new Map(
      [...sound].flatMap(([name, said]) => (said ? [[name, said.replacedBy] as const] : [])),
    );
    const lost = [...replacements].filter(
      ([name, replacedBy]) =>
        sound.get(name) !== ofFiles.get(name) && (!sound.has(replacedBy) || cycleFrom(name, replacements)),
    );
    if (lost.length === 0) return sound;
    for (const [name] of lost) sound.set(name, ofFiles.get(name) ?? null);
  }
}

export type Replacements = ReadonlyMap<string, string>;

/**
 * Finds the cycle of replacements that contains `name`.
 *
 * @returns every tool of the cycle, with `name` first and last; undefined if there is no such cycle.
 */
export function cycleFrom(name: string, replacements: Replacements): string[] | undefined {
  const chain = [name];
  for (let next = replacements.get(name); next !== undefined; next = replacements.get(next)) {
    chain.push(next);
    if (next === name) return chain;
    // The chain enters a cycle that does not contain `name`.
    if (chain.indexOf(next) < chain.length - 1) return undefined;
  }
  return undefined;
}

/** Each cycle once, starting at the tool that sorts first by name. */
export function cyclesOf(replacements: Replacements): string[][] {
  return [...replacements.keys()]
    .map((name) => cycleFrom(name, replacements))
    .filter((cycle) => cycle !== undefined && cycle.every((name) => name >= (cycle[0] ?? '')))
    .map((cycle) => cycle ?? []);
}

/** Number of replacements from the tool to one that is not deprecated; 0 if it is not deprecated. Terminates for cycles. */
export function deprecationDepth(name: string, replacements: Replacements): number {
  const seen = new Set<string>();
  for (let next: string | undefined = name; next !== undefined && !seen.has(next);) {
    seen.add(next);
    next = replacements.get(next);
  }
  return replacements.has(name) ? seen.size - 1 || 1 : 0;
}

/**
 * Removes overridden deprecations whose replacement does not exist or forms a cycle; the deprecation from the tool's
 * file applies again. Overrides outlive releases, so a tool that an override names may have been removed, or its file
 * may have deprecated it. Deprecations in files are always valid, because the registry refuses others.
 *
 * @param wanted the deprecation of each tool, from files and overrides.
 * @param ofFiles the deprecation of each tool in its file; the same object if no override changes it.
 */
export function soundDeprecations<Deprecation extends { replacedBy: string }>(
  wanted: ReadonlyMap<string, Deprecation | null>,
  ofFiles: ReadonlyMap<string, Deprecation | null>,
): Map<string, Deprecation | null> {
  const sound = new Map(wanted);
  for (;;) {
    const replacements = new Map(
      [...sound].flatMap(([name, entry]) => (entry ? [[name, entry.replacedBy] as const] : [])),
    );
    const lost = [...replacements].filter(
      ([name, replacedBy]) =>
        sound.get(name) !== ofFiles.get(name) && (!sound.has(replacedBy) || cycleFrom(name, replacements)),
    );
    if (lost.length === 0) return sound;
    for (const [name] of lost) sound.set(name, ofFiles.get(name) ?? null);
  }
}

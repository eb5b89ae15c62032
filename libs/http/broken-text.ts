/** A path in a value, and the error at that place. */
export interface BrokenText {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * Finds up to `max` texts and names in JSON that PostgreSQL cannot store: those with NUL or a lone surrogate. They are
 * reported rather than replaced, so that clients never read back text that they did not write.
 */
export function brokenTexts(value: unknown, max: number): BrokenText[] {
  const broken: BrokenText[] = [];
  // An explicit stack instead of recursion, because deeply nested JSON would overflow the call stack.
  const left: { value: unknown; path: Path }[] = [{ value, path: null }];
  for (let next = left.pop(); next && broken.length < max; next = left.pop()) {
    const { value: current, path } = next;
    if (typeof current === 'string') {
      if (isBroken(current))
        broken.push({ path: partsOf(path), message: 'expected text without NUL or broken characters' });
    } else if (typeof current === 'object' && current !== null) {
      const entries = Array.isArray(current) ? [...current.entries()] : Object.entries(current);
      if (!Array.isArray(current) && entries.some(([name]) => isBroken(String(name))))
        broken.push({ path: partsOf(path), message: 'expected names without NUL or broken characters' });
      for (const [part, inner] of entries.toReversed())
        left.push({ value: inner, path: { part, above: path } });
    }
  }
  return broken;
}

/** A linked list from the end, so that a path costs nothing until it is reported. */
type Path = { readonly part: PropertyKey; readonly above: Path } | null;

function partsOf(path: Path): PropertyKey[] {
  const parts: PropertyKey[] = [];
  for (let at = path; at; at = at.above) parts.unshift(at.part);
  return parts;
}

const isBroken = (text: string) => text.includes('\u0000') || !text.isWellFormed();

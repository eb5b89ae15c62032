/** A place in a value, from its root, and what is wrong there. */
export interface BrokenText {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * Each text and name in JSON that no database keeps as it is: with NUL, or with half of a surrogate pair. They are told,
 * not replaced: the sender would read back what it never wrote. At most `max` places.
 */
export function brokenTexts(value: unknown, max: number): BrokenText[] {
  const broken: BrokenText[] = [];
  // A list of its own instead of recursion: JSON may be nested deeper than the stack bears.
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

/** Linked from the end, so that a place costs nothing until it is told. */
type Path = { readonly part: PropertyKey; readonly above: Path } | null;

function partsOf(path: Path): PropertyKey[] {
  const parts: PropertyKey[] = [];
  for (let at = path; at; at = at.above) parts.unshift(at.part);
  return parts;
}

const isBroken = (text: string) => text.includes('\u0000') || !text.isWellFormed();

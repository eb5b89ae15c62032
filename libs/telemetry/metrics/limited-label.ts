/**
 * Limits the values of a label that callers may choose freely: the first `max` values, including the `known` ones, keep
 * their name, and all others become `other`.
 */
export function limitedLabel(known: string[], max: number): (value: string) => string {
  const shown = new Set(known);
  return (value) => {
    if (shown.size < max) shown.add(value);
    return shown.has(value) ? value : 'other';
  };
}

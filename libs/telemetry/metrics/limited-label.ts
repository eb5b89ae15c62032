/**
 * The values of a label that callers may think up: the first `max`, `known` ones among them, are shown as they are, and
 * all others as `other`.
 */
export function limitedLabel(known: string[], max: number): (value: string) => string {
  const shown = new Set(known);
  return (value) => {
    if (shown.size < max) shown.add(value);
    return shown.has(value) ? value : 'other';
  };
}

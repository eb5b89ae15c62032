/** Limit per kind, so that other kinds stay visible. */
const MAX_SHOWN = 8;

/** Names that contain `wanted` (lower case), prefix matches first. A space also matches `_` and `-`. */
export function namesWith(wanted: string, names: readonly string[]): string[] {
  const sought = plain(wanted);
  const found = names.filter((name) => plain(name).includes(sought));
  const begins = (name: string) => Number(plain(name).startsWith(sought));
  return found.toSorted((one, other) => begins(other) - begins(one)).slice(0, MAX_SHOWN);
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, ' ');

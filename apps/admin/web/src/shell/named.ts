/** As many of a kind as leave the others in sight. */
const MAX_SHOWN = 8;

/** Names that hold `wanted`, which is in lower case, those first that begin with it. A space finds what is written `_` or `-`. */
export function namesWith(wanted: string, names: readonly string[]): string[] {
  const sought = plain(wanted);
  const found = names.filter((name) => plain(name).includes(sought));
  const begins = (name: string) => Number(plain(name).startsWith(sought));
  return found.toSorted((one, other) => begins(other) - begins(one)).slice(0, MAX_SHOWN);
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, ' ');

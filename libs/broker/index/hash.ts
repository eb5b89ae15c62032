const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * 32-bit hash of the UTF-16 code units `from` to `to` of a text, the same on every machine: FNV-1a with the finalizer of
 * MurmurHash3. `seed` separates kinds of features.
 */
export function hashText(text: string, seed: number, from = 0, to = text.length): number {
  let hash = (FNV_OFFSET ^ seed) | 0;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return finish(hash);
}

/** Combines two hashes; the order matters. */
export function hashPair(first: number, second: number): number {
  return finish(Math.imul(first, FNV_PRIME) ^ second);
}

function finish(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

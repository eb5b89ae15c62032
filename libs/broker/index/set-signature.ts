import { createHash } from 'node:crypto';

const WORDS = 4;

/**
 * Signature of a set of objects: the 128-bit sum of the hashes of their texts. The order does not matter, and the sum of
 * thousands of hashes takes microseconds. Each object's text is hashed once.
 */
export class SetSignature<Item extends object> {
  private readonly hashes = new WeakMap<Item, Uint32Array>();

  constructor(private readonly textOf: (item: Item) => string) {}

  of(items: readonly Item[]): string {
    const sums = new Uint32Array(WORDS);
    for (const item of items) {
      const hash = this.hashOf(item);
      for (let word = 0; word < WORDS; word += 1) sums[word]! += hash[word]!;
    }
    return [items.length, ...sums].map((part) => part.toString(36)).join('-');
  }

  private hashOf(item: Item): Uint32Array {
    const known = this.hashes.get(item);
    if (known) return known;
    const digest = createHash('sha256').update(this.textOf(item)).digest();
    const hash = Uint32Array.from({ length: WORDS }, (_, word) => digest.readUInt32LE(word * 4));
    this.hashes.set(item, hash);
    return hash;
  }
}

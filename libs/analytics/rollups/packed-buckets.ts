import type { Buckets } from './buckets.ts';

const MORE = 0x80;
const SEVEN_BITS = 0x7f;

/**
 * A histogram in bytes: how many cells it has; of each cell, how much more its number is than the one before, and the
 * length of its entries; then the entries. An entry is twice the step from the bucket before, and one more where a count
 * follows that is not one. All numbers are of as many bytes as they need, seven bits in each, the low ones first. Of a
 * pack one reads the cells that a question is about, and steps over the others.
 *
 * @param histogram entries of a cell together, low cells and low buckets first.
 * @throws RangeError for others.
 */
export function packBuckets({ keys, buckets, counts }: Buckets): Buffer {
  const entries = new Bytes(keys.length * 2);
  const cells: { step: number; bytes: number }[] = [];
  let [key, bucket, start] = [-1, 0, 0];
  for (let entry = 0; entry < keys.length; entry += 1) {
    const [nextKey, nextBucket, count] = [keys[entry] ?? 0, buckets[entry] ?? 0, counts[entry] ?? 0];
    const begins = nextKey !== key;
    if (nextKey < key || (!begins && nextBucket <= bucket))
      throw new RangeError('Entries of a histogram are not in order');
    if (begins) {
      finish(cells, entries.length - start);
      cells.push({ step: nextKey - Math.max(key, 0), bytes: 0 });
      start = entries.length;
    }
    const step = begins ? zigzag(nextBucket) : nextBucket - bucket;
    entries.put(step * 2 + (count === 1 ? 0 : 1));
    if (count !== 1) entries.put(count);
    [key, bucket] = [nextKey, nextBucket];
  }
  finish(cells, entries.length - start);
  const index = new Bytes(cells.length * 3);
  index.put(cells.length);
  for (const { step, bytes } of cells) {
    index.put(step);
    index.put(bytes);
  }
  return Buffer.concat([index.written(), entries.written()]);
}

function finish(cells: { bytes: number }[], bytes: number): void {
  const last = cells.at(-1);
  if (last) last.bytes = bytes;
}

/** The cells of a packed histogram. */
export interface PackedCells {
  bytes: Uint8Array;
  /** Numbers of the cells, low ones first. */
  keys: Int32Array;
  /** Where the entries of each cell begin, and where those of the last one end. */
  starts: Int32Array;
}

export function cellsOfPack(bytes: Uint8Array): PackedCells {
  const from = new Reader(bytes, 0);
  const count = from.next();
  const [keys, starts] = [new Int32Array(count), new Int32Array(count + 1)];
  let [key, start] = [0, 0];
  for (let cell = 0; cell < count; cell += 1) {
    key += from.next();
    keys[cell] = key;
    start += from.next();
    starts[cell + 1] = start;
  }
  for (let cell = 0; cell <= count; cell += 1) starts[cell] = (starts[cell] ?? 0) + from.at;
  return { bytes, keys, starts };
}

/** Entries of one cell, as they are read: several may be put behind each other. */
export interface ReadEntries {
  buckets: number[];
  counts: number[];
}

/** Puts the entries of the cell at a place behind those that were read before. */
export function readCell({ bytes, starts }: PackedCells, place: number, into: ReadEntries): void {
  const from = new Reader(bytes, starts[place] ?? 0);
  const end = starts[place + 1] ?? 0;
  let bucket: number | undefined;
  while (from.at < end) {
    const entry = from.next();
    const step = Math.floor(entry / 2);
    bucket = bucket === undefined ? unzigzag(step) : bucket + step;
    into.buckets.push(bucket);
    into.counts.push(entry % 2 === 0 ? 1 : from.next());
  }
}

/** Small numbers of either sign as small ones of one. */
const zigzag = (number: number) => (number < 0 ? -2 * number - 1 : 2 * number);
const unzigzag = (number: number) => (number % 2 === 0 ? number / 2 : -(number + 1) / 2);

/** Numbers that are written one behind the other. */
class Bytes {
  length = 0;
  private bytes: Buffer;

  constructor(expected: number) {
    this.bytes = Buffer.allocUnsafe(Math.max(64, expected));
  }

  put(number: number): void {
    // Of a whole number that is exact eight bytes are enough.
    if (this.length + 8 > this.bytes.length) this.bytes = Buffer.concat([this.bytes, this.bytes]);
    let rest = number;
    while (rest > SEVEN_BITS) {
      this.bytes[this.length] = (rest % MORE) | MORE;
      this.length += 1;
      rest = Math.floor(rest / MORE);
    }
    this.bytes[this.length] = rest;
    this.length += 1;
  }

  written(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}

/** Numbers that are read one behind the other. */
class Reader {
  constructor(
    private readonly bytes: Uint8Array,
    public at: number,
  ) {}

  next(): number {
    let byte = this.bytes[this.at] ?? 0;
    this.at += 1;
    if (byte < MORE) return byte;
    let [number, unit] = [byte & SEVEN_BITS, MORE];
    do {
      byte = this.bytes[this.at] ?? 0;
      this.at += 1;
      number += (byte & SEVEN_BITS) * unit;
      unit *= MORE;
    } while (byte >= MORE);
    return number;
  }
}

import type { Buckets } from './buckets.ts';

const MORE = 0x80;
const SEVEN_BITS = 0x7f;

/**
 * Encodes a histogram in bytes: the number of cells; for each cell, the difference to the previous cell number and the
 * length of its entries; then the entries. An entry is twice the difference to the previous bucket, plus one if a count
 * other than 1 follows. All numbers are varints with seven bits per byte, low bits first. A reader can skip the cells that
 * a query does not need.
 *
 * @param histogram entries sorted by cell and bucket.
 * @throws RangeError if the entries are not sorted.
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

export interface PackedCells {
  bytes: Uint8Array;
  /** Cell numbers in ascending order. */
  keys: Int32Array;
  /** Start offsets of the entries of each cell, and the end offset of the last cell. */
  starts: Int32Array;
}

export function cellsOfBlock(bytes: Uint8Array): PackedCells {
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

/** Decoded entries; entries of several cells may be appended. */
export interface ReadEntries {
  buckets: number[];
  counts: number[];
}

/** Appends the entries of the cell at an index. */
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

/** Zigzag encoding: maps small signed numbers to small unsigned numbers. */
const zigzag = (number: number) => (number < 0 ? -2 * number - 1 : 2 * number);
const unzigzag = (number: number) => (number % 2 === 0 ? number / 2 : -(number + 1) / 2);

/** Writes consecutive varints. */
class Bytes {
  length = 0;
  private bytes: Buffer;

  constructor(expected: number) {
    this.bytes = Buffer.allocUnsafe(Math.max(64, expected));
  }

  put(number: number): void {
    // Eight bytes are enough for a safe integer.
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

/** Reads consecutive varints. */
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

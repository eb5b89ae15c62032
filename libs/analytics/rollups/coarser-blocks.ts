import { addedUp, arrayText, type Sums } from './arrays.ts';
import { mergeBuckets, type Buckets } from './buckets.ts';
import { packBuckets } from './packed-buckets.ts';
import { packedOf } from './packing.ts';
import { bitsOf, type Dimension, type Source } from './sources.ts';

/** One row of a rollup table with parsed arrays. */
export interface Block {
  keys: Float64Array;
  sums: ReadonlyMap<string, Sums>;
  histograms: ReadonlyMap<string, Buckets>;
}

/** A {@link Block} in the format of the server. */
export interface CoarserBlock {
  summedOver: number;
  entries: number;
  keys: string;
  /** Values by column name; null for a column of zeros. Histograms are bytes. */
  columns: Record<string, string | Buffer | null>;
}

interface Wanted {
  /** The dimension values of each cell. */
  names: ReadonlyMap<number, Readonly<Record<Dimension, string>>>;
  /** Small ones first. */
  sets: readonly (readonly Dimension[])[];
  /** Maximum number of entries at which a block of the set is worth storing. */
  most: (summedOver: number) => Size;
}

export interface Size {
  cells: number;
  /** Cells plus non-empty histogram buckets. */
  entries: number;
}

/**
 * Sums blocks of the finest set over dimensions into one block for each set that is small enough. A histogram that is too
 * large is left out. A coarser cell uses the key of its finest cell with the lowest number, whose remaining dimensions are
 * equal; queries do not read other dimensions from such a block.
 */
export function sumFurther(
  source: Source,
  blocks: readonly Block[],
  { names, sets, most }: Wanted,
): CoarserBlock[] {
  const keys = [...new Set(blocks.flatMap((block) => [...block.keys]))].sort((a, b) => a - b);
  const places = new Map(keys.map((key, place) => [key, place]));
  const codes = codesOf(source, keys, names);
  const placed = blocks.map((block) => placesIn(block, places));
  const done: CoarserBlock[] = [];
  const tooLarge = { cells: [] as number[], entries: [] as number[] };
  for (const set of sets) {
    const bits = bitsOf(source, new Set(set));
    // A set that is too large does not get smaller with more dimensions.
    const isTooLarge = (sets: readonly number[]) => sets.some((smaller) => (smaller & bits) === smaller);
    if (isTooLarge(tooLarge.cells)) continue;
    const summedOver = bitsOf(source, new Set(source.dimensions)) - bits;
    const { cells, entries } = most(summedOver);
    const groups = groupsOf(keys, codes, set);
    if (groups.lowest.length > cells) {
      tooLarge.cells.push(bits);
      continue;
    }
    const histograms = isTooLarge(tooLarge.entries)
      ? undefined
      : histogramsOf(source, placed, groups, entries);
    if (!histograms) tooLarge.entries.push(bits);
    done.push({ summedOver, ...summed(source, placed, groups, histograms) });
  }
  return done;
}

function codesOf(
  source: Source,
  keys: readonly number[],
  names: Wanted['names'],
): Map<Dimension, { of: Int32Array; count: number }> {
  return new Map(
    source.dimensions.map((dimension) => {
      const numbers = new Map<string, number>();
      const of = Int32Array.from(keys, (key) => {
        const name = names.get(key)?.[dimension];
        if (name === undefined) throw new RangeError(`Unknown dimension key ${key}`);
        const number = numbers.get(name) ?? numbers.size;
        numbers.set(name, number);
        return number;
      });
      return [dimension, { of, count: numbers.size }];
    }),
  );
}

interface Placed {
  block: Block;
  /** Index of each cell among all keys. */
  cells: Int32Array;
  /** Index of each histogram entry among all keys. */
  entries: Map<string, Int32Array>;
}

function placesIn(block: Block, places: ReadonlyMap<number, number>): Placed {
  const placesOf = (keys: ArrayLike<number>) => Int32Array.from(keys, (key) => places.get(key) ?? 0);
  const entries = [...block.histograms].map(([name, { keys }]) => [name, placesOf(keys)] as const);
  return { block, cells: placesOf(block.keys), entries: new Map(entries) };
}

interface Groups {
  /** Group by the index of a key. */
  groupOf: Int32Array;
  lowest: number[];
}

type Columns = CoarserBlock['columns'];

/** Returns the histogram columns and their number of entries; undefined above the limit. */
function histogramsOf(
  source: Source,
  placed: readonly Placed[],
  { groupOf, lowest }: Groups,
  most: number,
): { columns: Columns; entries: number } | undefined {
  let entries = 0;
  const columns: Columns = {};
  for (const histogram of source.histograms) {
    const pieces = placed.flatMap(({ block, entries: of }) => {
      const [buckets, at] = [block.histograms.get(histogram), of.get(histogram)];
      return buckets && at ? [{ ...buckets, groups: at.map((place) => groupOf[place] ?? 0) }] : [];
    });
    const merged = mergeBuckets(pieces, lowest.length);
    entries += merged.groups.length;
    if (lowest.length + entries > most) return undefined;
    if (merged.groups.length === 0) continue;
    columns[packedOf(histogram)] = packBuckets({
      ...merged,
      keys: merged.groups.map((group) => lowest[group] ?? 0),
    });
  }
  return { columns, entries };
}

function summed(
  source: Source,
  placed: readonly Placed[],
  { groupOf, lowest }: Groups,
  histograms: ReturnType<typeof histogramsOf>,
): Omit<CoarserBlock, 'summedOver'> {
  const pieces = placed.map(({ block, cells }) => ({
    block,
    groups: cells.map((place) => groupOf[place] ?? 0),
  }));
  const columns: Columns = { ...histograms?.columns };
  for (const sum of Object.keys(source.sums)) {
    const known = pieces.flatMap(({ block, groups }) => {
      const sums = block.sums.get(sum);
      return sums ? [{ sums, groups }] : [];
    });
    columns[sum] = addedUp(known, lowest.length);
  }
  return { entries: lowest.length + (histograms?.entries ?? 0), keys: arrayText(lowest), columns };
}

/** Groups cells that are equal in the dimensions of the set, with the lowest key of each group. */
function groupsOf(
  keys: readonly number[],
  codes: ReturnType<typeof codesOf>,
  set: readonly Dimension[],
): Groups {
  const dimensions = set.flatMap((one) => codes.get(one) ?? []);
  const groups = new Map<number, number>();
  const lowest: number[] = [];
  const groupOf = Int32Array.from(keys, (key, place) => {
    const code = dimensions.reduce((sum, { of, count }) => sum * count + (of[place] ?? 0), 0);
    const group = groups.get(code) ?? lowest.push(key) - 1;
    groups.set(code, group);
    return group;
  });
  return { groupOf, lowest };
}

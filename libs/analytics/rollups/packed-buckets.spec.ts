import fc from 'fast-check';
import { cellsOfBlock, packBuckets, readCell } from './packed-buckets.ts';
import { ZERO_BUCKET } from './sketch.ts';

type Cells = [key: number, entries: [bucket: number, count: number][]][];

const buckets = fc.oneof(
  fc.constant(ZERO_BUCKET),
  fc.integer({ min: -300, max: 900 }),
  fc.integer({ min: -32_768, max: 32_767 }),
);
const counts = fc.oneof(
  fc.constant(1),
  fc.integer({ min: 2, max: 300 }),
  fc.integer({ min: 2, max: 2 ** 31 }),
);
const cells: fc.Arbitrary<Cells> = fc
  .uniqueArray(
    fc.tuple(
      fc.nat({ max: 2 ** 31 - 1 }),
      fc.uniqueArray(fc.tuple(buckets, counts), { minLength: 1, selector: ([bucket]) => bucket }),
    ),
    { selector: ([key]) => key },
  )
  .map((some) =>
    some
      .toSorted(([a], [b]) => a - b)
      .map(([key, entries]): Cells[number] => [key, entries.toSorted(([a], [b]) => a - b)]),
  );

function histogramOf(some: Cells) {
  const entries = some.flatMap(([key, of]) => of.map(([bucket, count]) => [key, bucket, count] as const));
  return {
    keys: Float64Array.from(entries, ([key]) => key),
    buckets: Float64Array.from(entries, ([, bucket]) => bucket),
    counts: Float64Array.from(entries, ([, , count]) => count),
  };
}

describe('a histogram in bytes', () => {
  it('returns each of its cells unchanged', () => {
    fc.assert(
      fc.property(cells, (some) => {
        const block = cellsOfBlock(packBuckets(histogramOf(some)));
        const read = [...block.keys].map((key, place) => {
          const into = { buckets: [] as number[], counts: [] as number[] };
          readCell(block, place, into);
          return [key, into.buckets.map((bucket, at) => [bucket, into.counts[at]])];
        });
        expect(read).toEqual(some);
      }),
    );
  });

  it('uses one byte for an entry with the count one whose bucket is near the previous one', () => {
    const near: Cells = [[0, Array.from({ length: 100 }, (_, at): [number, number] => [at, 1])]];
    expect(packBuckets(histogramOf(near))).toHaveLength(1 + 2 + 100);
    expect([...packBuckets(histogramOf([]))]).toEqual([0]);
  });

  it('accepts only sorted entries', () => {
    const pack = (keys: number[], of: number[]) => () =>
      packBuckets({
        keys: Float64Array.from(keys),
        buckets: Float64Array.from(of),
        counts: new Float64Array(keys.length).fill(1),
      });
    expect(pack([2, 1], [1, 1])).toThrow(RangeError);
    expect(pack([1, 1], [2, 1])).toThrow(RangeError);
    expect(pack([1, 1], [2, 2])).toThrow(RangeError);
    expect(pack([1, 2], [2, 1])).not.toThrow();
  });
});

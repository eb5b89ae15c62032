import { integersOf, sumsOf } from './arrays.ts';
import { sumFurther, type Block } from './coarser-blocks.ts';
import { cellsOfBlock, readCell } from './packed-buckets.ts';
import { bitsOf, coarserSets, sources, type Dimension, type Source } from './sources.ts';

const source: Source = sources.modelCalls;
const ANY_SIZE = { cells: Infinity, entries: Infinity };
const EVERYTHING = 2 ** source.dimensions.length - 1;

const names = new Map(
  (
    [
      [4, 'closer', 'chat'],
      [7, 'searcher', 'chat'],
      [9, 'searcher', 'voice'],
    ] as const
  ).map(([key, agent, channel]): [number, Record<Dimension, string>] => [
    key,
    { tool: '', agent, channel, model: 'm', intents: '{}', broker_mode: '' },
  ]),
);

const block = (
  keys: string,
  cost: string,
  buckets: [keys: string, buckets: string, counts: string],
): Block => ({
  keys: integersOf(keys, 0),
  sums: new Map([
    ['calls', sumsOf('{1,2,NULL}')],
    ['cost_usd', sumsOf(cost)],
  ]),
  histograms: new Map([
    [
      'latency_ms',
      {
        keys: integersOf(buckets[0], 0),
        buckets: integersOf(buckets[1], 0),
        counts: integersOf(buckets[2], 1),
      },
    ],
  ]),
});
const blocks = [
  block('{4,7,9}', '{0.1,0.2,NULL}', ['{4,4,7,9}', '{-3,5,5,-32768}', '{NULL,2,3,NULL}']),
  block('{4,7,9}', '{0.00000001,1,12345678901234567890.5}', ['{7}', '{-3}', '{NULL}']),
];
/** The entries of a histogram's bytes: cell, bucket, count. */
function entriesOf(bytes: unknown): number[][] {
  const block = cellsOfBlock(bytes as Buffer);
  return [...block.keys].flatMap((key, place) => {
    const into = { buckets: [] as number[], counts: [] as number[] };
    readCell(block, place, into);
    return into.buckets.map((bucket, at) => [key, bucket, into.counts[at] ?? NaN]);
  });
}

const by = (...dimensions: Dimension[]) => EVERYTHING - bitsOf(source, new Set(dimensions));

describe('arrays of blocks', () => {
  it('are read as the database writes them', () => {
    expect([...integersOf('{12,NULL,-3}', 1)]).toEqual([12, 1, -3]);
    expect([...integersOf('{}', 1)]).toEqual([]);
    expect(() => integersOf('12', 1)).toThrow('Expected an array, got 12');
    expect(sumsOf('{1.5,NULL,-0.25}')).toEqual({ values: [150n, 0n, -25n], scale: 2 });
  });
});

describe('blocks that are summed further', () => {
  it('add up exactly, and have the order of their lowest cells', () => {
    const sets: Dimension[][] = [[], ['agent']];
    const [all, byAgent] = sumFurther(source, blocks, { names, sets, most: () => ANY_SIZE });
    expect(all).toMatchObject({
      summedOver: by(),
      entries: 1 + 3,
      keys: '{4}',
      columns: { calls: '{6}', cost_usd: '{12345678901234567891.80000001}', prompt_tokens: null },
    });
    expect(entriesOf(all?.columns.latency_ms_packed)).toEqual([
      [4, -32768, 1],
      [4, -3, 2],
      [4, 5, 5],
    ]);
    expect(byAgent).toMatchObject({
      summedOver: by('agent'),
      keys: '{4,7}',
      columns: { calls: '{2,4}', cost_usd: '{0.10000001,12345678901234567891.70000000}' },
    });
    expect(entriesOf(byAgent?.columns.latency_ms_packed).map(([key]) => key)).toEqual([4, 4, 7, 7, 7]);
  });

  it('are stored without histograms if these are too many, and not at all if their cells are too many', () => {
    const most = (summedOver: number) => ({ cells: 2, entries: summedOver === EVERYTHING ? 4 : 5 });
    const sets: Dimension[][] = [[], ['agent'], ['agent', 'channel']];
    const kept = sumFurther(source, blocks, { names, sets, most });
    expect(kept.map(({ summedOver, columns }) => [summedOver, 'latency_ms_packed' in columns])).toEqual([
      [by(), true],
      [by('agent'), false],
    ]);
  });

  it('contain every set once, small ones first', () => {
    const sets = coarserSets(sources.toolCalls, 'day').map((set) => bitsOf(sources.toolCalls, new Set(set)));
    expect(new Set(sets).size).toBe(sets.length);
    expect(sets).toHaveLength(1 + 6 + 15 + 20 + 6);
    expect(sets[0]).toBe(0);
  });
});

import { dayIn } from '#text';
import { integersOf } from '../rollups/arrays.ts';
import { mergeBuckets, type GroupedBuckets, type MergedBuckets } from '../rollups/buckets.ts';
import { cellsOfBlock, packBuckets, readCell, type PackedCells } from '../rollups/packed-buckets.ts';
import { valueOf } from '../rollups/sketch.ts';
import type { Dimension } from '../rollups/sources.ts';
import { columnOf, isTime, type Figure, type Filter, type Question } from './question.ts';
import { wantedBy } from './rollup-question.ts';
import { MAX_ROWS, NO_INTENT, NONE } from './statements.ts';

/** The stored histogram of a block: as bytes or in arrays. */
export interface BucketsRow {
  org_id: string;
  /** Short name of the source. */
  org: string;
  starts_at: Date | null;
  packed: Buffer | null;
  keys: string | null;
  buckets: string | null;
  counts: string | null;
}

/** A {@link BucketsRow} with its cells resolved. */
export interface BucketsOfBlock extends PackedCells {
  org: string;
  startsAt: Date | null;
}

export function bucketsOf({ org, starts_at: startsAt, ...row }: BucketsRow): BucketsOfBlock {
  const bytes =
    row.packed ??
    packBuckets({
      keys: integersOf(row.keys ?? '{}', 0),
      buckets: integersOf(row.buckets ?? '{}', 0),
      counts: integersOf(row.counts ?? '{}', 1),
    });
  return { org, startsAt, ...cellsOfBlock(bytes) };
}

export type CellNames = Partial<Record<Exclude<Dimension, 'intents'>, string> & { intents: string[] }>;

export function cellsOf(blocks: readonly BucketsOfBlock[]): number[] {
  const cells = new Set<number>();
  for (const { keys } of blocks) for (const key of keys) cells.add(key);
  return [...cells];
}

/** Adds the histograms per group of the query and reads the percentile of each group. */
export function percentilesOf(
  question: Question,
  fraction: number,
  blocks: readonly BucketsOfBlock[],
  names: ReadonlyMap<number, CellNames>,
): (Figure & { value: number })[] {
  const groups = new Groups(question, names);
  const pieces = blocks.map((block) => groupedBy(groups, block, question));
  const merged = mergeBuckets(pieces, groups.keys.length);
  const values = percentiles(merged, fraction);
  const figures = groups.keys.flatMap((keys, group) => {
    const value = values.get(group);
    return value === undefined ? [] : [{ keys, value }];
  });
  const time = question.by.findIndex(isTime);
  return figures
    .toSorted((a, b) => (a.keys[time] ?? '').localeCompare(b.keys[time] ?? '') || b.value - a.value)
    .slice(0, MAX_ROWS + 1);
}

/** Numbers the groups of the query. */
class Groups {
  readonly keys: string[][] = [];
  /** The labels of each cell by its dimensions, each with a number. */
  private readonly labels: string[][] = [];
  private readonly labelNumbers = new Map<string, number>();
  /** If the query has dimensions, a cell without a name is excluded by the filters. */
  private readonly areNamed: boolean;
  private readonly labelsOfCells = new Map<number, number[]>();
  /** The group of each label, by the org and the time of a block. */
  private readonly groups = new Map<string, number[]>();

  constructor(
    private readonly question: Question,
    private readonly names: ReadonlyMap<number, CellNames>,
  ) {
    this.areNamed = wantedBy(question).size > 0;
  }

  /** The groups of the cells of a block: none for an excluded cell, several for a cell with several intents. */
  ofBlock(org: string, moment: string): (cell: number) => number[] {
    const block = `${this.question.by.includes('org') ? org : ''} ${moment}`;
    const known = this.groups.get(block) ?? [];
    this.groups.set(block, known);
    return (cell) =>
      this.labelsOf(cell).map(
        (label) => (known[label] ??= this.keys.push(this.keysOf(label, org, moment)) - 1),
      );
  }

  private keysOf(label: number, org: string, moment: string): string[] {
    return this.question.by.map((one, index) =>
      isTime(one) ? moment : one === 'org' ? org : (this.labels[label]?.[index] ?? ''),
    );
  }

  private labelsOf(cell: number): number[] {
    let labels = this.labelsOfCells.get(cell);
    if (!labels) {
      const names = this.areNamed ? this.names.get(cell) : {};
      labels = (names ? labelsOf(this.question, names) : []).map((one) => {
        const text = JSON.stringify(one);
        const number = this.labelNumbers.get(text) ?? this.labels.push(one) - 1;
        this.labelNumbers.set(text, number);
        return number;
      });
      this.labelsOfCells.set(cell, labels);
    }
    return labels;
  }
}

/** The dimension values of a cell, once per intent if the query groups by intent. */
function labelsOf({ by, filters }: Question, names: CellNames): string[][] {
  const valuesOf = (one: Filter): string[] => {
    if (one === 'intent') return names.intents?.length ? names.intents : [NO_INTENT];
    const column = columnOf[one as keyof typeof columnOf] as Exclude<Dimension, 'intents'>;
    return [names[column] || NONE];
  };
  for (const [filter, values] of filters)
    if (!valuesOf(filter).some((value) => values.includes(value))) return [];
  const intents = filters.get('intent');
  const all = valuesOf('intent');
  const each = by.includes('intent') ? (intents ? all.filter((one) => intents.includes(one)) : all) : [''];
  return each.map((intent) =>
    by.map((one) =>
      isTime(one) || one === 'org' ? '' : one === 'intent' ? intent : (valuesOf(one)[0] ?? ''),
    ),
  );
}

/** The entries of the matching cells of a block, each with its group; a cell with several intents has several groups. */
function groupedBy(groups: Groups, block: BucketsOfBlock, question: Question): GroupedBuckets {
  const { org, startsAt, keys } = block;
  const groupsOf = groups.ofBlock(org, startsAt ? momentText(question, startsAt) : '');
  const grouped = { groups: [] as number[], buckets: [] as number[], counts: [] as number[] };
  for (let place = 0; place < keys.length; place += 1)
    for (const group of groupsOf(keys[place] ?? 0)) {
      readCell(block, place, grouped);
      while (grouped.groups.length < grouped.buckets.length) grouped.groups.push(group);
    }
  return grouped;
}

function momentText({ by, timeZone }: Question, at: Date): string {
  return by.includes('hour')
    ? `${at.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`
    : dayIn(timeZone, at);
}

/**
 * Returns the percentile of each group: the value of the first bucket at which the cumulative count reaches the
 * fraction.
 */
function percentiles({ groups, buckets, counts }: MergedBuckets, fraction: number): Map<number, number> {
  const values = new Map<number, number>();
  let first = 0;
  while (first < groups.length) {
    const group = groups[first] ?? 0;
    let [end, total] = [first, 0];
    for (; groups[end] === group; end += 1) total += counts[end] ?? 0;
    let [at, upTo] = [first, counts[first] ?? 0];
    while (upTo < fraction * total && at + 1 < end) upTo += counts[(at += 1)] ?? 0;
    values.set(group, valueOf(buckets[at] ?? 0));
    first = end;
  }
  return values;
}

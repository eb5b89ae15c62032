import { dayIn } from '#text';
import { integersOf } from '../rollups/arrays.ts';
import { mergeBuckets, type GroupedBuckets, type MergedBuckets } from '../rollups/buckets.ts';
import { cellsOfPack, packBuckets, readCell, type PackedCells } from '../rollups/packed-buckets.ts';
import { valueOf } from '../rollups/sketch.ts';
import type { Dimension } from '../rollups/sources.ts';
import { columnOf, isTime, type Figure, type Filter, type Question } from './question.ts';
import { wantedBy } from './rollup-question.ts';
import { MAX_ROWS, NO_INTENT, NONE } from './statements.ts';

/** A pack's histogram, as it is stored: as bytes, or in arrays. */
export interface BucketsRow {
  org_id: string;
  /** Its short name. */
  org: string;
  starts_at: Date | null;
  packed: Buffer | null;
  keys: string | null;
  buckets: string | null;
  counts: string | null;
}

/** As {@link BucketsRow}, with its cells known. */
export interface BucketsOfPack extends PackedCells {
  org: string;
  startsAt: Date | null;
}

export function bucketsOf({ org, starts_at: startsAt, ...row }: BucketsRow): BucketsOfPack {
  const bytes =
    row.packed ??
    packBuckets({
      keys: integersOf(row.keys ?? '{}', 0),
      buckets: integersOf(row.buckets ?? '{}', 0),
      counts: integersOf(row.counts ?? '{}', 1),
    });
  return { org, startsAt, ...cellsOfPack(bytes) };
}

/** What a cell is of, as far as it was asked for. */
export type CellNames = Partial<Record<Exclude<Dimension, 'intents'>, string> & { intents: string[] }>;

/** Cells that there are in packs. */
export function cellsOf(packs: readonly BucketsOfPack[]): number[] {
  const cells = new Set<number>();
  for (const { keys } of packs) for (const key of keys) cells.add(key);
  return [...cells];
}

/** Adds the histograms up by what the question goes by, and reads the value from each up to which the fraction of all is. */
export function percentilesOf(
  question: Question,
  fraction: number,
  packs: readonly BucketsOfPack[],
  names: ReadonlyMap<number, CellNames>,
): (Figure & { value: number })[] {
  const groups = new Groups(question, names);
  const pieces = packs.map((pack) => groupedBy(groups, pack, question));
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

/** Numbers what the question goes by. */
class Groups {
  readonly keys: string[][] = [];
  /** By the dimensions of a cell: what it is called by, each with a number. */
  private readonly labels: string[][] = [];
  private readonly labelNumbers = new Map<string, number>();
  /** Where the question has dimensions, a cell without a name is one that its filters leave out. */
  private readonly areNamed: boolean;
  private readonly labelsOfCells = new Map<number, number[]>();
  /** By the org and the time of a pack: the group of each label. */
  private readonly groups = new Map<string, number[]>();

  constructor(
    private readonly question: Question,
    private readonly names: ReadonlyMap<number, CellNames>,
  ) {
    this.areNamed = wantedBy(question).size > 0;
  }

  /** Of the cells of a pack: none where the filters leave one out, several where it has several intents. */
  ofPack(org: string, moment: string): (cell: number) => number[] {
    const pack = `${this.question.by.includes('org') ? org : ''} ${moment}`;
    const known = this.groups.get(pack) ?? [];
    this.groups.set(pack, known);
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

/** Values of the dimensions of a cell, once for each intent where the question is by intent. */
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

/** Entries of the cells of a pack that the filters let through, each with what it belongs to: several, where a cell has several intents. */
function groupedBy(groups: Groups, pack: BucketsOfPack, question: Question): GroupedBuckets {
  const { org, startsAt, keys } = pack;
  const groupsOf = groups.ofPack(org, startsAt ? momentText(question, startsAt) : '');
  const grouped = { groups: [] as number[], buckets: [] as number[], counts: [] as number[] };
  for (let place = 0; place < keys.length; place += 1)
    for (const group of groupsOf(keys[place] ?? 0)) {
      readCell(pack, place, grouped);
      while (grouped.groups.length < grouped.buckets.length) grouped.groups.push(group);
    }
  return grouped;
}

function momentText({ by, timeZone }: Question, at: Date): string {
  return by.includes('hour')
    ? `${at.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`
    : dayIn(timeZone, at);
}

/** The first bucket of each group up to which the fraction of its counts is, as a value. */
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

import type { OrgTransaction } from '#database';
import { integersOf, sumsOf } from './arrays.ts';
import { sumFurther, type CoarserBlock, type Block, type Size } from './coarser-blocks.ts';
import { packBuckets } from './packed-buckets.ts';
import { coarserColumnsOf, columnsOf, FINEST, hasHistogram, packedCoarser, packFinest } from './packing.ts';
import { coarserSets, dimensions, type Dimension, type Grain, type Source } from './sources.ts';

/** A block with fewer entries is fast enough without a coarser block. */
const LEAST_ENTRIES = 1_000;
/** A coarser set is stored if it has this many times fewer entries than the finest set, or than the days of the week. */
const LEAST_GAIN = 4;

/** A stored block of the finest set. */
export interface Stored {
  startsAt: Date;
  entries: number;
}

export interface Week {
  startsAt: Date;
  days: Date[];
}

type Names = Map<number, Record<Dimension, string>>;
type StoredBlock = { startsAt: Date; entries: number } & Record<string, string | null>;

/** Stores blocks of coarser dimension sets within one transaction of an org. */
export class CoarserBlocks {
  private readonly names: Names = new Map();

  constructor(
    private readonly tx: OrgTransaction,
    private readonly source: Source,
  ) {}

  /** Creates coarser blocks of hours or days, and stores their histograms as bytes, if that makes queries faster. */
  async fill(grain: 'hour' | 'day', timeZone: string, stored: readonly Stored[]): Promise<void> {
    const moments = stored.filter(({ entries }) => entries >= LEAST_ENTRIES).map(({ startsAt }) => startsAt);
    if (moments.length === 0) return;
    for (const moment of moments)
      for (const { entries, startsAt, block } of await this.finest(grain, timeZone, [moment])) {
        await this.packFinest(grain, timeZone, startsAt, block);
        await this.insert(
          grain,
          timeZone,
          startsAt,
          sumFurther(this.source, [block], {
            names: await this.namesOf([block]),
            sets: coarserSets(this.source, grain),
            most: () => ({ cells: block.keys.length / LEAST_GAIN, entries: entries / LEAST_GAIN }),
          }),
        );
      }
  }

  /** Sums the days of a week without blocks. The block without dimensions is always stored. */
  async fillWeek(timeZone: string, { startsAt, days }: Week): Promise<void> {
    const finest = await this.finest('day', timeZone, days);
    const blocks = finest.map(({ block }) => block);
    const ofDays = await this.sizesOf(timeZone, days);
    const everything = 2 ** this.source.dimensions.length - 1;
    await this.insert(
      'week',
      timeZone,
      startsAt,
      sumFurther(this.source, blocks, {
        names: await this.namesOf(blocks),
        sets: coarserSets(this.source, 'week'),
        most: (summedOver) =>
          summedOver === everything ? { cells: Infinity, entries: Infinity } : fewest(ofDays, summedOver),
      }),
    );
  }

  /** Weeks of the time zone that ended by `until` and have no block although their days have blocks. */
  async weeksWithout(timeZone: string, until: Date): Promise<Week[]> {
    const rows = await this.tx.query<{ day: Date; week: Date }>(
      `SELECT DISTINCT d.starts_at AS day, date_trunc('week', d.starts_at, $2) AS week FROM ${this.source.table} d
        WHERE d.org_id = $1 AND d.grain = 'day' AND d.time_zone = $2 AND d.summed_over = ${FINEST}
          AND d.starts_at < date_trunc('week', $3::timestamptz, $2)
          AND NOT EXISTS (SELECT 1 FROM ${this.source.table} w WHERE w.org_id = $1 AND w.grain = 'week' AND w.time_zone = $2
                             AND w.starts_at = date_trunc('week', d.starts_at, $2))
        ORDER BY 1`,
      [timeZone, until],
    );
    const weeks = Map.groupBy(rows, ({ week }) => week.getTime());
    return [...weeks].map(([week, days]) => ({ startsAt: new Date(week), days: days.map(({ day }) => day) }));
  }

  private async finest(grain: Grain, timeZone: string, moments: readonly Date[]) {
    const columns = ['keys', ...columnsOf(this.source)];
    const rows = await this.tx.query<StoredBlock>(
      `SELECT starts_at AS "startsAt", entries, ${columns.map((one) => `${one}::text`).join(', ')} FROM ${this.source.table}
        WHERE org_id = $1 AND grain = $2 AND time_zone = $3 AND starts_at = ANY ($4::timestamptz[]) AND summed_over = ${FINEST}
        ORDER BY starts_at`,
      [grain, timeZone, moments.map((moment) => moment.toISOString())],
    );
    return rows.map((row) => ({ startsAt: row.startsAt, entries: row.entries, block: this.blockOf(row) }));
  }

  private blockOf(row: StoredBlock): Block {
    const sums = Object.keys(this.source.sums).flatMap((sum) => {
      const text = row[sum];
      return text ? [[sum, sumsOf(text)] as const] : [];
    });
    const histograms = this.source.histograms.flatMap((one) => {
      const [keys, buckets, counts] = [row[`${one}_keys`], row[`${one}_buckets`], row[`${one}_counts`]];
      if (!keys || !buckets || !counts) return [];
      const read = {
        keys: integersOf(keys, 0),
        buckets: integersOf(buckets, 0),
        counts: integersOf(counts, 1),
      };
      return [[one, read] as const];
    });
    return { keys: integersOf(row.keys ?? '{}', 0), sums: new Map(sums), histograms: new Map(histograms) };
  }

  private async namesOf(blocks: readonly Block[]): Promise<Names> {
    const keys = new Set(blocks.flatMap((block) => [...block.keys]));
    const unknown = [...keys].filter((key) => !this.names.has(key));
    if (unknown.length === 0) return this.names;
    const rows = await this.tx.query<{ id: number } & Record<Dimension, string>>(
      `SELECT id, ${dimensions.map((one) => `${one}::text`).join(', ')} FROM rollup_keys
        WHERE org_id = $1 AND id IN (SELECT unnest($2::int[]))`,
      [unknown],
    );
    for (const row of rows) this.names.set(row.id, row);
    return this.names;
  }

  private sizesOf(timeZone: string, days: readonly Date[]): Promise<BlockSize[]> {
    const [histogram] = this.source.histograms;
    const whole = histogram ? hasHistogram(histogram) : 'true';
    return this.tx.query<BlockSize>(
      `SELECT starts_at AS "startsAt", summed_over AS "summedOver", cardinality(keys) AS cells, entries, ${whole} AS whole
         FROM ${this.source.table}
        WHERE org_id = $1 AND grain = 'day' AND time_zone = $2 AND starts_at = ANY ($3::timestamptz[])`,
      [timeZone, days.map((day) => day.toISOString())],
    );
  }

  private async packFinest(grain: Grain, timeZone: string, startsAt: Date, block: Block): Promise<void> {
    const { histograms } = this.source;
    if (histograms.length === 0) return;
    const bytes = histograms.map((one) => {
      const buckets = block.histograms.get(one);
      return buckets ? packBuckets(buckets) : null;
    });
    await this.tx.execute(packFinest(this.source, grain), [timeZone, startsAt, ...bytes]);
  }

  private async insert(
    grain: Grain,
    timeZone: string,
    startsAt: Date,
    blocks: readonly CoarserBlock[],
  ): Promise<void> {
    if (blocks.length === 0) return;
    await this.tx.execute(packedCoarser(this.source, grain), [
      timeZone,
      startsAt,
      blocks.map(({ summedOver }) => summedOver),
      blocks.map(({ entries }) => entries),
      blocks.map(({ keys }) => keys),
      ...coarserColumnsOf(this.source).map((column) => blocks.map(({ columns }) => columns[column] ?? null)),
    ]);
  }
}

interface BlockSize extends Size {
  startsAt: Date;
  summedOver: number;
  /** With its histograms. */
  whole: boolean;
}

/** Maximum size at which a coarser block is worth storing. */
function fewest(ofDays: readonly BlockSize[], summedOver: number): Size {
  const having = ofDays.filter((one) => (one.summedOver & ~summedOver) === 0);
  const days = [...Map.groupBy(having, ({ startsAt }) => startsAt.getTime()).values()];
  const sum = (of: (blocks: BlockSize[]) => number[]) =>
    days.reduce((total, blocks) => total + Math.min(...of(blocks)), 0) / LEAST_GAIN;
  return {
    cells: sum((blocks) => blocks.map(({ cells }) => cells)),
    entries: sum((blocks) => blocks.filter(({ whole }) => whole).map(({ entries }) => entries)),
  };
}

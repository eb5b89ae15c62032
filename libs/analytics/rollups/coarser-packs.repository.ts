import type { OrgTransaction } from '#database';
import { integersOf, sumsOf } from './arrays.ts';
import { sumFurther, type CoarserPack, type Pack, type Size } from './coarser-packs.ts';
import { packBuckets } from './packed-buckets.ts';
import { coarserColumnsOf, columnsOf, FINEST, hasHistogram, packedCoarser, packFinest } from './packing.ts';
import { coarserSets, dimensions, type Dimension, type Grain, type Source } from './sources.ts';

/** A pack with fewer entries is fast enough without a coarser pack. */
const LEAST_ENTRIES = 1_000;
/** A coarser set is stored if it has this many times fewer entries than the finest set, or than the days of the week. */
const LEAST_GAIN = 4;

/** A stored pack of the finest set. */
export interface Stored {
  startsAt: Date;
  entries: number;
}

/** The days of a week that have packs. */
export interface Week {
  startsAt: Date;
  days: Date[];
}

type Names = Map<number, Record<Dimension, string>>;
type StoredPack = { startsAt: Date; entries: number } & Record<string, string | null>;

/** Stores packs of coarser dimension sets within one transaction of an org. */
export class CoarserPacks {
  private readonly names: Names = new Map();

  constructor(
    private readonly tx: OrgTransaction,
    private readonly source: Source,
  ) {}

  /** Creates coarser packs of hours or days, and stores their histograms as bytes, if that makes queries faster. */
  async fill(grain: 'hour' | 'day', timeZone: string, stored: readonly Stored[]): Promise<void> {
    const moments = stored.filter(({ entries }) => entries >= LEAST_ENTRIES).map(({ startsAt }) => startsAt);
    if (moments.length === 0) return;
    for (const moment of moments)
      for (const { entries, startsAt, pack } of await this.finest(grain, timeZone, [moment])) {
        await this.packFinest(grain, timeZone, startsAt, pack);
        await this.insert(
          grain,
          timeZone,
          startsAt,
          sumFurther(this.source, [pack], {
            names: await this.namesOf([pack]),
            sets: coarserSets(this.source, grain),
            most: () => ({ cells: pack.keys.length / LEAST_GAIN, entries: entries / LEAST_GAIN }),
          }),
        );
      }
  }

  /** Sums the days of a week without packs. The pack without dimensions is always stored. */
  async fillWeek(timeZone: string, { startsAt, days }: Week): Promise<void> {
    const finest = await this.finest('day', timeZone, days);
    const packs = finest.map(({ pack }) => pack);
    const ofDays = await this.sizesOf(timeZone, days);
    const everything = 2 ** this.source.dimensions.length - 1;
    await this.insert(
      'week',
      timeZone,
      startsAt,
      sumFurther(this.source, packs, {
        names: await this.namesOf(packs),
        sets: coarserSets(this.source, 'week'),
        most: (summedOver) =>
          summedOver === everything ? { cells: Infinity, entries: Infinity } : fewest(ofDays, summedOver),
      }),
    );
  }

  /** Weeks of the time zone that ended by `until` and have no pack although their days have packs. */
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
    const rows = await this.tx.query<StoredPack>(
      `SELECT starts_at AS "startsAt", entries, ${columns.map((one) => `${one}::text`).join(', ')} FROM ${this.source.table}
        WHERE org_id = $1 AND grain = $2 AND time_zone = $3 AND starts_at = ANY ($4::timestamptz[]) AND summed_over = ${FINEST}
        ORDER BY starts_at`,
      [grain, timeZone, moments.map((moment) => moment.toISOString())],
    );
    return rows.map((row) => ({ startsAt: row.startsAt, entries: row.entries, pack: this.packOf(row) }));
  }

  private packOf(row: StoredPack): Pack {
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

  private async namesOf(packs: readonly Pack[]): Promise<Names> {
    const keys = new Set(packs.flatMap((pack) => [...pack.keys]));
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

  private sizesOf(timeZone: string, days: readonly Date[]): Promise<PackSize[]> {
    const [histogram] = this.source.histograms;
    const whole = histogram ? hasHistogram(histogram) : 'true';
    return this.tx.query<PackSize>(
      `SELECT starts_at AS "startsAt", summed_over AS "summedOver", cardinality(keys) AS cells, entries, ${whole} AS whole
         FROM ${this.source.table}
        WHERE org_id = $1 AND grain = 'day' AND time_zone = $2 AND starts_at = ANY ($3::timestamptz[])`,
      [timeZone, days.map((day) => day.toISOString())],
    );
  }

  private async packFinest(grain: Grain, timeZone: string, startsAt: Date, pack: Pack): Promise<void> {
    const { histograms } = this.source;
    if (histograms.length === 0) return;
    const bytes = histograms.map((one) => {
      const buckets = pack.histograms.get(one);
      return buckets ? packBuckets(buckets) : null;
    });
    await this.tx.execute(packFinest(this.source, grain), [timeZone, startsAt, ...bytes]);
  }

  private async insert(
    grain: Grain,
    timeZone: string,
    startsAt: Date,
    packs: readonly CoarserPack[],
  ): Promise<void> {
    if (packs.length === 0) return;
    await this.tx.execute(packedCoarser(this.source, grain), [
      timeZone,
      startsAt,
      packs.map(({ summedOver }) => summedOver),
      packs.map(({ entries }) => entries),
      packs.map(({ keys }) => keys),
      ...coarserColumnsOf(this.source).map((column) => packs.map(({ columns }) => columns[column] ?? null)),
    ]);
  }
}

interface PackSize extends Size {
  startsAt: Date;
  summedOver: number;
  /** With its histograms. */
  whole: boolean;
}

/** What is worth keeping beside the smallest packs of the days that have the dimensions which are not summed over. */
function fewest(ofDays: readonly PackSize[], summedOver: number): Size {
  const having = ofDays.filter((one) => (one.summedOver & ~summedOver) === 0);
  const days = [...Map.groupBy(having, ({ startsAt }) => startsAt.getTime()).values()];
  const sum = (of: (packs: PackSize[]) => number[]) =>
    days.reduce((total, packs) => total + Math.min(...of(packs)), 0) / LEAST_GAIN;
  return {
    cells: sum((packs) => packs.map(({ cells }) => cells)),
    entries: sum((packs) => packs.filter(({ whole }) => whole).map(({ entries }) => entries)),
  };
}

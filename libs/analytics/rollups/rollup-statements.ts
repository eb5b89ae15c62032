import { bucketOf } from './sketch.ts';
import { setsOf, type Grain, type Source } from './sources.ts';

/** Rolled up from rows that are there; other parts hold what erased rows had come to. */
const FROM_ROWS = "'00000000-0000-0000-0000-000000000000'";
/** What the steps of hours are counted from; every whole hour and quarter of one will do. */
const ORIGIN = "timestamptz '2000-01-01 00:00:00+00'";

/** SQL for the start of the step (an interval) that a moment is in. */
export const stepOf = (moment: string, step: string) => `date_bin(${step}, ${moment}, ${ORIGIN})`;

const NOT_ERASED = `NOT EXISTS (SELECT 1 FROM rolled_up_turns r WHERE r.org_id = $1 AND r.turn_id = v.turn_id)`;
const IN_RANGE = `v.org_id = $1 AND v.created_at >= $2 AND v.created_at < $3`;

/** Deletes what rows of the org between $2 and $3 had been rolled up to, by the hour. */
export function clearHours({ table }: Source): string {
  return `DELETE FROM ${table} WHERE org_id = $1 AND grain = 'hour' AND starts_at >= $2 AND starts_at < $3
             AND part = ${FROM_ROWS}`;
}

/** Rolls rows of the org between $2 and $3 up by the step $4 (an interval), but for those of erased contacts. */
export function fillHours(source: Source): string {
  return insertRollups(source, 'hour', {
    timeZone: "'UTC'",
    part: FROM_ROWS,
    rows: rowsOf(source, NOT_ERASED),
    sums: Object.entries(source.sums),
    buckets: (column) => `SELECT *, ${bucketOf(column)} AS bucket, 1 AS weight FROM rows`,
  });
}

/** As {@link fillHours}, for the rows of the contact $5 alone, as parts that no round touches. */
export function fillErased(source: Source): string {
  const ofContact = `${NOT_ERASED} AND v.turn_id IN (SELECT id FROM turns WHERE org_id = $1 AND contact_id = $5)`;
  return insertRollups(source, 'hour', {
    timeZone: "'UTC'",
    part: 'gen_random_uuid()',
    rows: rowsOf(source, ofContact),
    sums: Object.entries(source.sums),
    buckets: (column) => `SELECT *, ${bucketOf(column)} AS bucket, 1 AS weight FROM rows`,
  });
}

/** Whole days of the time zone $4 that $2 to $3 touches. */
const WITHIN_DAYS = `starts_at >= date_trunc('day', $2::timestamptz, $4)
     AND starts_at < (date_trunc('day', ($3::timestamptz - interval '1 microsecond') AT TIME ZONE $4) + interval '1 day') AT TIME ZONE $4`;

/** Deletes the days of the time zone $4 that $2 to $3 touches. */
export function clearDays({ table }: Source): string {
  return `DELETE FROM ${table} WHERE org_id = $1 AND grain = 'day' AND time_zone = $4 AND ${WITHIN_DAYS}`;
}

/** Adds hours up to the days of the time zone $4 that $2 to $3 touches, those of erased rows among them. */
export function fillDays(source: Source): string {
  const columns = [
    ...source.dimensions.map((dimension) => `${dimension} AS d_${dimension}`),
    ...Object.keys(source.sums),
    ...source.histograms.flatMap((one) => [`${one}_buckets`, `${one}_counts`]),
  ];
  return insertRollups(source, 'day', {
    timeZone: '$4',
    part: FROM_ROWS,
    rows: `SELECT date_trunc('day', starts_at, $4) AS starts_at, ${columns.join(', ')} FROM ${source.table}
            WHERE org_id = $1 AND grain = 'hour' AND time_zone = 'UTC' AND summed_over = 0 AND ${WITHIN_DAYS}`,
    sums: Object.keys(source.sums).map((column) => [column, `sum(${column})`]),
    buckets: (column) =>
      `SELECT rows.*, h.bucket, h.weight FROM rows, unnest(${column}_buckets, ${column}_counts) AS h(bucket, weight)`,
  });
}

/** True where there are at least as many rows as were rolled up: an hour that has lost rows stays as it was. */
export function isWhole(source: Source): string {
  const [count] = Object.keys(source.sums);
  return `
    SELECT (SELECT count(*) FROM analytics.${source.view} v WHERE ${IN_RANGE} AND ${NOT_ERASED})
        >= (SELECT coalesce(sum(${count}), 0) FROM ${source.table}
             WHERE org_id = $1 AND grain = 'hour' AND summed_over = 0 AND starts_at >= $2 AND starts_at < $3
               AND part = ${FROM_ROWS}) AS whole`;
}

function rowsOf(source: Source, which: string): string {
  const columns = source.dimensions.map(
    (dimension) => `coalesce(v.${dimension}, '${dimension === 'intents' ? '{}' : ''}') AS d_${dimension}`,
  );
  return `SELECT ${stepOf('v.created_at', '$4::interval')} AS starts_at, ${columns.join(', ')}, v.*
            FROM analytics.${source.view} v WHERE ${IN_RANGE} AND ${which}`;
}

interface RolledUp {
  timeZone: string;
  part: string;
  /** With `starts_at`, the dimensions as `d_…`, and what sums and histograms are made of. */
  rows: string;
  sums: [column: string, expression: string][];
  /** The rows with `bucket` and `weight` of a histogram. */
  buckets: (column: string) => string;
}

/** One statement, so that rows are read once for all sets of dimensions. */
function insertRollups(
  source: Source,
  grain: Grain,
  { timeZone, part, rows, sums, buckets }: RolledUp,
): string {
  const { table, dimensions, histograms } = source;
  const keys = dimensions.map((dimension) => `d_${dimension}`);
  const sets = setsOf(source, grain).map((set) => `(${set.map((dimension) => `d_${dimension}`).join(', ')})`);
  const grouping = `GROUPING(${keys.join(', ')})`;
  const cell = (bits: string) => `ROW(starts_at, ${[bits, ...keys].join(', ')})::text`;
  const histogramOf = (column: string) => `
    ${column} AS (
      SELECT cell, array_agg(bucket ORDER BY bucket) AS buckets, array_agg(weight ORDER BY bucket) AS counts
        FROM (SELECT ${cell(grouping)} AS cell, bucket, sum(weight)::bigint AS weight
                FROM (${buckets(column)}) b WHERE bucket IS NOT NULL
               GROUP BY starts_at, bucket, GROUPING SETS (${sets.join(', ')})) c GROUP BY cell)`;
  const filled: string[] = [
    ...dimensions,
    ...sums.map(([column]) => column),
    ...histograms.flatMap((one) => [`${one}_buckets`, `${one}_counts`]),
  ];
  const values = [
    ...keys,
    ...sums.map(([column]) => `sums.${column}`),
    ...histograms.flatMap((one) => [`${one}.buckets`, `${one}.counts`]),
  ];
  return `
    WITH rows AS MATERIALIZED (${rows}),
    sums AS (
      SELECT starts_at, ${keys.join(', ')}, ${grouping} AS summed_over,
             ${sums.map(([column, expression]) => `${expression} AS ${column}`).join(', ')}
        FROM rows GROUP BY starts_at, GROUPING SETS (${sets.join(', ')}))
    ${histograms.map((one) => `, ${histogramOf(one)}`).join('')}
    INSERT INTO ${table} (org_id, grain, time_zone, summed_over, starts_at, part, n, ${filled.join(', ')})
    SELECT $1, '${grain}', ${timeZone}, sums.summed_over, sums.starts_at, ${part}, row_number() OVER (), ${values.join(', ')}
      FROM sums ${histograms.map((one) => `LEFT JOIN ${one} ON ${one}.cell = ${cell('summed_over')}`).join(' ')}`;
}

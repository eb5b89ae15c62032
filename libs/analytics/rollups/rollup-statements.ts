import { midnightOf, nextStartFrom, startOf } from './days.ts';
import { bucketOf } from './sketch.ts';
import type { Source } from './sources.ts';
import { FINEST, keysOf, packed, unpackedBuckets, unpackedCells } from './packing.ts';

const NOT_ERASED = `NOT EXISTS (SELECT 1 FROM rolled_up_turns r WHERE r.org_id = $1 AND r.turn_id = v.turn_id)`;
/** $2 and $3 limit the index scan; $4 has the exact hours. */
const IN_HOURS = (moment: string) =>
  `${moment} >= $2 AND ${moment} < $3 AND date_trunc('hour', ${moment}, 'UTC') = ANY ($4::timestamptz[])`;

/** Deletes the rollups of the hours $4, between $2 and $3. */
export function clearHours({ table }: Source): string {
  return `DELETE FROM ${table} WHERE org_id = $1 AND grain = 'hour' AND time_zone = 'UTC' AND ${IN_HOURS('starts_at')}`;
}

/** Rolls up the hours $4, between $2 and $3, by the step $5 (an interval), and adds the counts of erased contacts. */
export function fillHours(source: Source): string {
  const kept = `SELECT * FROM ${source.table} WHERE org_id = $1 AND grain = 'kept' AND ${IN_HOURS('starts_at')}`;
  return insertFinest(source, { which: NOT_ERASED, kept, grain: 'hour', part: 'nobody' });
}

/**
 * Works as {@link fillHours} for the rows of the contact $6, and stores them permanently as the counts of an erased
 * contact.
 */
export function keepErased(source: Source): string {
  const which = `${NOT_ERASED} AND v.turn_id IN (SELECT id FROM turns WHERE org_id = $1 AND contact_id = $6)`;
  return insertFinest(source, { which, grain: 'kept', part: 'somebody' });
}

/** Hours of $2 that have not lost rows since they were rolled up. */
export function wholeHours(source: Source): string {
  const [count] = Object.keys(source.sums);
  const rolled = (grain: string) => `
    (SELECT coalesce(sum(n), 0) FROM ${source.table} p, unnest(p.${count}) n WHERE p.org_id = $1 AND p.grain = '${grain}'
        AND p.time_zone = 'UTC' AND p.summed_over = ${FINEST} AND p.starts_at >= at AND p.starts_at < at + interval '1 hour')`;
  return `
    SELECT at FROM unnest($2::timestamptz[]) h(at)
     WHERE at >= coalesce((SELECT decisions_since FROM rollup_progress WHERE org_id = $1), '-infinity')
       AND (SELECT count(*) FROM analytics.${source.view} v
             WHERE v.org_id = $1 AND v.created_at >= at AND v.created_at < at + interval '1 hour' AND ${NOT_ERASED})
         + ${rolled('kept')} >= ${rolled('hour')}`;
}

/** Days of the zone $4 that overlap $2 to $3 and ended by $5. */
const WITHIN_DAYS = `starts_at >= ${startOf(midnightOf('$2::timestamptz', '$4'), '$4')}
     AND starts_at < least(${startOf(midnightOf('$5::timestamptz', '$4'), '$4')}, ${nextStartFrom('$3::timestamptz', '$4')})`;

/** Deletes the days of the zone $4 that {@link fillDays} creates. */
export function clearDays({ table }: Source): string {
  return `DELETE FROM ${table} WHERE org_id = $1 AND grain = 'day' AND time_zone = $4 AND ${WITHIN_DAYS}`;
}

/** Deletes the weeks of the zone $4 with days that overlap $2 to $3; they are created again from these days. */
export function clearWeeks({ table }: Source): string {
  return `DELETE FROM ${table} WHERE org_id = $1 AND grain = 'week' AND time_zone = $4 AND starts_at >= date_trunc('week', $2::timestamptz, $4)
             AND starts_at < $3`;
}

/** Sums hours to the days of the zone $4 that overlap $2 to $3 and ended by $5. */
export function fillDays(source: Source): string {
  const { table, sums, histograms } = source;
  const names = Object.keys(sums);
  return `
    WITH blocks AS (
      SELECT p.*, date_trunc('day', p.starts_at, $4) AS day FROM ${table} p
       WHERE p.org_id = $1 AND p.grain = 'hour' AND p.time_zone = 'UTC' AND p.summed_over = ${FINEST} AND ${WITHIN_DAYS}
    ), cells AS (
      SELECT day AS starts_at, key, ${names.map((sum) => `sum(${sum}) AS ${sum}`).join(', ')}
        FROM (${unpackedCells(names, 'blocks', 'day')}) c GROUP BY day, key
    )${histograms
      .map(
        (one) => `, ${one}_cells AS (
      SELECT day AS starts_at, key, bucket, sum(weight) AS weight
        FROM (${unpackedBuckets(one, 'blocks', 'day')}) c GROUP BY day, key, bucket)`,
      )
      .join('')}
    ${packed(source, { grain: 'day', timeZone: '$4', part: 'nobody' })}`;
}

interface Finest {
  /** Condition on the rows of the view `v`. */
  which: string;
  /** Blocks to add. */
  kept?: string;
  grain: 'hour' | 'kept';
  part: 'nobody' | 'somebody';
}

function insertFinest(source: Source, { which, kept, grain, part }: Finest): string {
  const { dimensions, sums, histograms } = source;
  const columns = dimensions.map(
    (one) => `coalesce(v.${one}, '${one === 'intents' ? '{}' : ''}') AS d_${one}`,
  );
  const names = Object.keys(sums);
  const ofKept = kept
    ? {
        cells: ` UNION ALL ${unpackedCells(names, 'kept')}`,
        buckets: (one: string) => ` UNION ALL ${unpackedBuckets(one, 'kept')}`,
      }
    : { cells: '', buckets: () => '' };
  return `
    WITH ${kept ? `kept AS (${kept}),` : ''} seen AS MATERIALIZED (
      SELECT date_bin($5::interval, v.created_at, timestamptz '2000-01-01 00:00:00+00') AS starts_at, ${columns.join(', ')}, v.*
        FROM analytics.${source.view} v WHERE v.org_id = $1 AND ${IN_HOURS('v.created_at')} AND ${which}
    ), ${keysOf(source, 'seen')},
    rows AS MATERIALIZED (
      SELECT k.key, v.* FROM seen v JOIN keyed k ON ${dimensions.map((one) => `k.d_${one} = v.d_${one}`).join(' AND ')}
    ), cells AS (
      SELECT starts_at, key, ${names.map((sum) => `sum(${sum}) AS ${sum}`).join(', ')} FROM (
        SELECT starts_at, key, ${Object.entries(sums)
          .map(([name, sql]) => `${sql} AS ${name}`)
          .join(', ')} FROM rows GROUP BY starts_at, key${ofKept.cells}) c GROUP BY starts_at, key
    )${histograms
      .map(
        (one) => `, ${one}_cells AS (
      SELECT starts_at, key, bucket, sum(weight) AS weight FROM (
        SELECT starts_at, key, ${bucketOf(one)} AS bucket, 1 AS weight FROM rows WHERE ${one} IS NOT NULL${ofKept.buckets(one)}) c
       GROUP BY starts_at, key, bucket)`,
      )
      .join('')}
    ${packed(source, { grain, timeZone: `'UTC'`, part })}`;
}

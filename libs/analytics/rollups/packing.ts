import { dimensions as allDimensions, type Grain, type Source } from './sources.ts';

/**
 * Parts of the statements that pack cells into the arrays of one row per hour or day, and unpack them. A cell has the sums
 * of one combination of dimensions; `rollup_keys` assigns a number to each combination of an org. In the arrays a zero is
 * null, which takes one bit, and a column of zeros has no array. A histogram has three arrays for its non-empty buckets:
 * cell, bucket and count, where null means 1. Histograms that queries read for many hours and days are also stored as
 * bytes (`packed-buckets.ts`); coarser sets are stored only as bytes.
 */

/** `summed_over` of the finest blocks, which are not summed over any dimension. */
export const FINEST = 0;
const NOBODY = `'00000000-0000-0000-0000-000000000000'::uuid`;

/** SQL: the cells of `blocks`, a row each with `moment`, `key` and sums; a null is a zero. */
export function unpackedCells(sums: readonly string[], blocks: string, moment = 'starts_at'): string {
  const columns = sums.map((sum) => `unnest(${sum}) AS ${sum}`);
  return `SELECT ${moment}, unnest(keys) AS key, ${columns.join(', ')} FROM ${blocks}`;
}

/** SQL: the buckets of a histogram of `blocks`, a row each with `moment`, `key`, `bucket` and `weight`. */
export function unpackedBuckets(histogram: string, blocks: string, moment = 'starts_at'): string {
  return `SELECT ${moment}, key, bucket, coalesce(weight, 1) AS weight FROM (
    SELECT ${moment}, unnest(${histogram}_keys) AS key, unnest(${histogram}_buckets) AS bucket, unnest(${histogram}_counts) AS weight
      FROM ${blocks}) u`;
}

/** SQL: the subquery `keyed`, with the `key` of each combination of the `d_…` in `rows`; new ones get their number here. */
export function keysOf({ dimensions }: Source, rows: string): string {
  const own = dimensions.map((one) => `d_${one}`);
  const columns = allDimensions.join(', ');
  const values = allDimensions.map((one) =>
    (dimensions as readonly string[]).includes(one) ? `d_${one}` : `''`,
  );
  const same = allDimensions.map((one, index) => `k.${one} = ${values[index]}`).join(' AND ');
  const returned = dimensions.map((one) => `${one} AS d_${one}`).join(', ');
  return `
    combinations AS MATERIALIZED (SELECT DISTINCT ${own.join(', ')} FROM ${rows}),
    known AS MATERIALIZED (SELECT k.id AS key, ${own.join(', ')} FROM combinations JOIN rollup_keys k ON k.org_id = $1 AND ${same}),
    numbered AS (
      INSERT INTO rollup_keys (org_id, ${columns})
      SELECT $1, ${values.join(', ')} FROM combinations
       WHERE NOT EXISTS (SELECT 1 FROM known WHERE ${own.map((one) => `known.${one} = combinations.${one}`).join(' AND ')})
      ON CONFLICT (org_id, ${columns}) DO UPDATE SET org_id = excluded.org_id
      RETURNING id AS key, ${returned}),
    keyed AS MATERIALIZED (SELECT * FROM known UNION ALL SELECT * FROM numbered)`;
}

/** The column of a histogram's bytes. */
export const packedOf = (histogram: string) => `${histogram}_packed`;

/** SQL: whether a block has a histogram, which coarser blocks may lack. Older blocks only have arrays. */
export function hasHistogram(histogram: string): string {
  return `(summed_over = ${FINEST} OR ${histogram}_keys IS NOT NULL OR ${packedOf(histogram)} IS NOT NULL)`;
}

interface Blocks {
  grain: string;
  timeZone: string;
  /** Part of the blocks with the counts of erased contacts. */
  part: 'nobody' | 'somebody';
}

/** Columns of blocks besides the keys: sums, then the three arrays of each histogram. */
export function columnsOf({ sums, histograms }: Source): string[] {
  return [
    ...Object.keys(sums),
    ...histograms.flatMap((one) => [`${one}_keys`, `${one}_buckets`, `${one}_counts`]),
  ];
}

/** SQL: inserts blocks of the finest set from the subqueries `cells` and `…_cells` of the histograms, and returns them. */
export function packed(source: Source, { grain, timeZone, part }: Blocks): string {
  const { table, sums, histograms } = source;
  const names = Object.keys(sums);
  const arrays = names.map(
    (sum) => `CASE WHEN bool_or(${sum} <> 0) THEN array_agg(nullif(${sum}, 0)) END AS ${sum}`,
  );
  const histogramOf = (one: string) => `
    LEFT JOIN (
      SELECT starts_at, count(*) AS entries, array_agg(key) AS keys, array_agg(bucket) AS buckets,
             array_agg(nullif(weight, 1)) AS counts
        FROM (SELECT * FROM ${one}_cells ORDER BY starts_at, key, bucket) b GROUP BY starts_at
    ) ${one} USING (starts_at)`;
  const entries = ['p.entries', ...histograms.map((one) => `coalesce(${one}.entries, 0)`)].join(' + ');
  const values = [
    ...names.map((sum) => `p.${sum}`),
    ...histograms.flatMap((one) => [`${one}.keys`, `${one}.buckets`, `${one}.counts`]),
  ];
  return `
    INSERT INTO ${table} (org_id, grain, time_zone, starts_at, summed_over, part, entries, keys, ${columnsOf(source).join(', ')})
    SELECT $1, '${grain}', ${timeZone}, starts_at, ${FINEST}, ${part === 'nobody' ? NOBODY : 'gen_random_uuid()'}, ${entries}, p.keys,
           ${values.join(', ')}
      FROM (SELECT starts_at, count(*) AS entries, array_agg(key) AS keys, ${arrays.join(', ')}
              FROM (SELECT * FROM cells ORDER BY starts_at, key) c GROUP BY starts_at) p
      ${histograms.map(histogramOf).join('')}
    RETURNING starts_at AS "startsAt", entries`;
}

/** Columns of coarser blocks besides the keys: sums, then the bytes of each histogram. */
export function coarserColumnsOf({ sums, histograms }: Source): string[] {
  return [...Object.keys(sums), ...histograms.map(packedOf)];
}

/** SQL: inserts blocks of the time zone $2 that begin at $3 of coarser sets: $4 `summed_over`, $5 entries, $6 keys, then columns. */
export function packedCoarser(source: Source, grain: Grain): string {
  const columns = coarserColumnsOf(source);
  const given = ['summed_over', 'entries', 'keys', ...columns];
  const cast = (column: string) =>
    isPacked(source, column) ? column : `${column}::${column in source.sums ? 'numeric' : 'int'}[]`;
  return `
    INSERT INTO ${source.table} (org_id, grain, time_zone, starts_at, part, summed_over, entries, keys, ${columns.join(', ')})
    SELECT $1, '${grain}', $2, $3, ${NOBODY}, summed_over, entries, ${['keys', ...columns].map(cast).join(', ')}
      FROM unnest($4::smallint[], $5::int[], ${given
        .slice(2)
        .map((column, index) => `$${index + 6}::${isPacked(source, column) ? 'bytea' : 'text'}[]`)
        .join(', ')})
        AS p(${given.join(', ')})`;
}

/** SQL: stores the bytes of histograms besides the arrays of the finest block of the time zone $2 that begins at $3. */
export function packFinest({ table, histograms }: Source, grain: Grain): string {
  const set = histograms.map((one, index) => `${packedOf(one)} = $${index + 4}`);
  return `
    UPDATE ${table} SET ${set.join(', ')}
     WHERE org_id = $1 AND grain = '${grain}' AND time_zone = $2 AND starts_at = $3 AND summed_over = ${FINEST}`;
}

const isPacked = ({ histograms }: Source, column: string) =>
  histograms.some((one) => packedOf(one) === column);

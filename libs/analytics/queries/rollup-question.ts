import { midnightOf, nextStartFrom, startOf } from '../rollups/days.ts';
import { hasHistogram, packedOf, unpackedCells } from '../rollups/packing.ts';
import { bitsOf, sources, type Dimension, type Source } from '../rollups/sources.ts';
import type { Measure } from './measures.ts';
import { columnOf, isTime, type Question, type RollupGrain } from './question.ts';
import { filtersOf, fromAndWhere, keysOf, selectGrouped, type Put } from './statements.ts';

/** Returns the statement for sums from rollups of a grain. `question` must not have a filter that rollups lack. */
export function overRollups(measure: Measure, question: Question, grain: RollupGrain, put: Put): string {
  const source: Source = sources[measure.source];
  const wanted = wantedBy(question);
  const sums = sumsOf(measure);
  const cells = unpackedCells(sums, 'blocks', 'org_id, starts_at');
  const added = sums.map((sum) => `sum(${sum}) AS ${sum}`);
  return [
    `WITH ${blocksOf(source, ['keys', ...sums], wanted, question, grain, put)},`,
    `v AS (${namedCells(cells, added, question, wanted)})`,
    selectGrouped(
      keysOf(question, 'starts_at', put),
      `(${measure.value?.((name) => `coalesce(sum(v.${name}), 0)`)})::float8`,
      fromAndWhere('v', filtersOf(question, put), question),
      question,
    ),
  ].join('\n');
}

/**
 * Returns the statement for the blocks with the histogram of a percentile: `org_id`, `starts_at`, and `packed`, or `keys`,
 * `buckets` and `counts` as text if there are no bytes. The process unpacks them, because they have too many entries for
 * the server to unpack and sort.
 */
export function bucketsOverRollups(
  { source: name, percentile }: Measure,
  question: Question,
  grain: RollupGrain,
  put: Put,
): string {
  const histogram = percentile?.column ?? '';
  const packed = packedOf(histogram);
  const arrays = ['keys', 'buckets', 'counts'];
  const columns = [packed, ...arrays.map((array) => `${histogram}_${array}`)];
  const texts = arrays.map(
    (array) => `CASE WHEN ${packed} IS NULL THEN ${histogram}_${array}::text END AS ${array}`,
  );
  return `WITH ${blocksOf(sources[name], columns, wantedBy(question), question, grain, put, histogram)}
    SELECT org_id, (SELECT o.slug FROM orgs o WHERE o.id = org_id) AS org, starts_at, ${packed} AS packed, ${texts.join(', ')}
      FROM blocks WHERE ${packed} IS NOT NULL OR ${histogram}_keys IS NOT NULL`;
}

/** Dimensions by which a query groups or filters. */
export function wantedBy({ by, filters }: Question): Set<Dimension> {
  return new Set([...by, ...filters.keys()].flatMap((one) => columnOf[one as keyof typeof columnOf] ?? []));
}

function sumsOf(measure: Measure): string[] {
  const names = new Set<string>();
  measure.value?.((name) => {
    names.add(name);
    return name;
  });
  return [...names];
}

/**
 * SQL: the subquery `blocks`. Its `starts_at` is the requested time, or constant for queries without time. For each hour, day
 * and week it selects the block with the fewest entries that has the requested dimensions, and either a week or its days.
 *
 * @param histogram the histogram that the blocks must have; coarser blocks may lack it.
 */
function blocksOf(
  source: Source,
  columns: readonly string[],
  wanted: ReadonlySet<Dimension>,
  question: Question,
  grain: RollupGrain,
  put: Put,
  histogram?: string,
): string {
  const time = question.by.find(isTime);
  // The server refuses an unused parameter.
  const hourly = grain === 'hour' && (time === undefined || time === 'hour');
  const zone = hourly ? `'UTC'` : put(question.timeZone, 'text');
  const moment = time ? `date_trunc('${time}', m.starts_at, ${zone})` : 'NULL::timestamptz';
  const org = question.orgId === null ? '' : ` WHERE p.org_id = ${put(question.orgId, 'org')}`;
  const having = histogram ? ` AND ${hasHistogram(histogram)}` : '';
  const pieces = piecesOf(question, grain, zone, put).map(
    (piece) =>
      `SELECT org_id, grain, starts_at, summed_over, entries, ${columns.join(', ')} FROM ${source.table}
        WHERE org_id = p.org_id AND ${piece} AND summed_over & ${bitsOf(source, wanted)} = 0${having}`,
  );
  const smallest = `
    SELECT DISTINCT ON (m.org_id, m.grain, m.starts_at) m.*
      FROM rollup_progress p CROSS JOIN LATERAL (
        ${pieces.join('\n        UNION ALL\n        ')}) m${org}
     ORDER BY m.org_id, m.grain, m.starts_at, m.entries, m.summed_over`;
  const chosen = (condition: string) => `blocks AS (
      SELECT m.org_id, ${moment} AS starts_at, ${columns.map((one) => `m.${one}`).join(', ')} FROM smallest m${condition})`;
  if (grain === 'hour' || time === 'day') return `smallest AS (${smallest}), ${chosen('')}`;
  const week = `date_trunc('week', starts_at, ${zone})`;
  return `smallest AS MATERIALIZED (${smallest}),
    weeks AS MATERIALIZED (
      SELECT org_id, ${week} AS week FROM smallest WHERE grain <> 'hour' GROUP BY 1, 2
      HAVING sum(entries) FILTER (WHERE grain = 'week') <= sum(entries) FILTER (WHERE grain = 'day')),
    ${chosen(` LEFT JOIN weeks w ON w.org_id = m.org_id AND w.week = ${week.replace('starts_at', 'm.starts_at')}
       WHERE m.grain = 'hour' OR (m.grain = 'week') = (w.week IS NOT NULL)`)}`;
}

/** Conditions on the blocks that cover the range: ended whole days, also as weeks, and hours before and after them. */
function piecesOf(question: Question, grain: RollupGrain, zone: string, put: Put): string[] {
  const [from, to] = [put(question.from, 'timestamptz'), put(question.to, 'timestamptz')];
  const hours = (start: string, end: string) =>
    `grain = 'hour' AND time_zone = 'UTC' AND starts_at >= ${start} AND starts_at < ${end}`;
  if (grain === 'hour') return [hours(from, to)];
  const first = nextStartFrom(from, zone);
  const last = startOf(midnightOf(`least(${to}, p.rolled_until)`, zone), zone);
  const weeks = `grain = 'week' AND time_zone = ${zone} AND starts_at >= ${first} AND starts_at < date_trunc('week', ${last}, ${zone})`;
  return [
    hours(from, `least(${first}, ${to})`),
    `grain = 'day' AND time_zone = ${zone} AND starts_at >= ${first} AND starts_at < ${last}`,
    ...(question.by.includes('day') ? [] : [weeks]),
    hours(`greatest(${first}, ${last})`, to),
  ];
}

/**
 * Sums cells by the requested dimensions. Without time, many hours share a cell, so cells are summed before each is named
 * once. With time, cells are named first, which leaves fewer groups to sum.
 */
function namedCells(
  cells: string,
  sums: readonly string[],
  { by }: Question,
  wanted: ReadonlySet<Dimension>,
): string {
  const plain = ['org_id', 'starts_at'];
  if (wanted.size === 0) return grouped(plain, sums, `(${cells}) c`);
  const byTime = by.some(isTime);
  const named = [...wanted].map((dimension) => `k.${dimension}`);
  const from = byTime ? `(${cells})` : `(${grouped([...plain, 'key'], sums, `(${cells}) c`)})`;
  const keys = [...plain.map((one) => `c.${one}`), ...named];
  return grouped(keys, sums, `${from} c JOIN rollup_keys k ON k.org_id = c.org_id AND k.id = c.key`);
}

const grouped = (by: readonly string[], sums: readonly string[], from: string) =>
  `SELECT ${[...by, ...sums].join(', ')} FROM ${from} GROUP BY ${by.join(', ')}`;

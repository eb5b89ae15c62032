import { unpackedBuckets, unpackedCells } from '../rollups/packing.ts';
import { valueOf } from '../rollups/sketch.ts';
import { bitsOf, sources, type Dimension, type Grain, type Source } from '../rollups/sources.ts';
import type { Measure } from './measures.ts';
import { columnOf, isTime, type Question } from './question.ts';
import { filtersOf, fromAndWhere, keysOf, MAX_ROWS, orderOf, selectGrouped, type Put } from './statements.ts';

/** The question to rollups of a grain; `question` has no filter that they lack. */
export function overRollups(measure: Measure, question: Question, grain: Grain, put: Put): string {
  const source: Source = sources[measure.source];
  const wanted = new Set(
    [...question.by, ...question.filters.keys()].flatMap(
      (one) => columnOf[one as keyof typeof columnOf] ?? [],
    ),
  );
  const keys = keysOf(question, 'starts_at', put);
  const from = fromAndWhere('v', filtersOf(question, put), question);
  if (!measure.percentile) {
    const sums = sumsOf(measure);
    const cells = unpackedCells(sums, 'packs', 'org_id, starts_at');
    return [
      `WITH packs AS (${packsOf(source, ['keys', ...sums], wanted, question, grain, put)}),`,
      `v AS (${namedCells(
        cells,
        sums.map((sum) => `sum(${sum}) AS ${sum}`),
        [],
        question,
        wanted,
      )})`,
      selectGrouped(
        keys,
        `(${measure.value?.((name) => `coalesce(sum(v.${name}), 0)`)})::float8`,
        from,
        question,
      ),
    ].join('\n');
  }
  const { column } = measure.percentile;
  const arrays = ['keys', 'buckets', 'counts'].map((array) => `${column}_${array}`);
  const cells = unpackedBuckets(column, 'packs', 'org_id, starts_at');
  return [
    `WITH packs AS (${packsOf(source, arrays, wanted, question, grain, put)}),`,
    `v AS (${namedCells(cells, ['sum(weight) AS weight'], ['bucket'], question, wanted)}),`,
    selectPercentile(keys, measure.percentile.fraction, from, question),
  ].join('\n');
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
 * Of each hour or day the pack with the fewest entries that has the dimensions wanted. `starts_at` is that of the time
 * asked for, the same for all where none is.
 */
function packsOf(
  source: Source,
  columns: readonly string[],
  wanted: ReadonlySet<Dimension>,
  question: Question,
  grain: Grain,
  put: Put,
): string {
  const time = question.by.find(isTime);
  // A parameter that the statement does not use is refused.
  const hourly = grain === 'hour' && (time === undefined || time === 'hour');
  const zone = hourly ? `'UTC'` : put(question.timeZone, 'text');
  const moment = time ? `date_trunc('${time}', m.starts_at, ${zone})` : 'NULL::timestamptz';
  const org = question.orgId === null ? '' : ` WHERE p.org_id = ${put(question.orgId, 'org')}`;
  const pieces = piecesOf(question, grain, zone, put).map(
    (piece) =>
      `SELECT org_id, grain, starts_at, summed_over, entries, ${columns.join(', ')} FROM ${source.table}
        WHERE org_id = p.org_id AND ${piece} AND summed_over & ${bitsOf(source, wanted)} = 0`,
  );
  return `
    SELECT DISTINCT ON (m.org_id, m.grain, m.starts_at) m.org_id, ${moment} AS starts_at, ${columns.map((one) => `m.${one}`).join(', ')}
      FROM rollup_progress p CROSS JOIN LATERAL (
        ${pieces.join('\n        UNION ALL\n        ')}) m${org}
     ORDER BY m.org_id, m.grain, m.starts_at, m.entries, m.summed_over`;
}

/** Conditions on packs that make up the range together: whole days that are over as days, what is before and after as hours. */
function piecesOf(question: Question, grain: Grain, zone: string, put: Put): string[] {
  const [from, to] = [put(question.from, 'timestamptz'), put(question.to, 'timestamptz')];
  const hours = (start: string, end: string) =>
    `grain = 'hour' AND time_zone = 'UTC' AND starts_at >= ${start} AND starts_at < ${end}`;
  if (grain === 'hour') return [hours(from, to)];
  const first = `((date_trunc('day', (${from} - interval '1 microsecond') AT TIME ZONE ${zone}) + interval '1 day') AT TIME ZONE ${zone})`;
  const last = `least(date_trunc('day', ${to}, ${zone}), date_trunc('day', p.rolled_until, ${zone}))`;
  return [
    hours(from, `least(${first}, ${to})`),
    `grain = 'day' AND time_zone = ${zone} AND starts_at >= ${first} AND starts_at < ${last}`,
    hours(`greatest(${first}, ${last})`, to),
  ];
}

/**
 * Cells added up by the dimensions wanted. Without a time many hours have the same cell, and each is named once; with
 * one they are named first and added up by fewer names.
 */
function namedCells(
  cells: string,
  sums: readonly string[],
  more: readonly string[],
  { by }: Question,
  wanted: ReadonlySet<Dimension>,
): string {
  const plain = ['org_id', 'starts_at', ...more];
  if (wanted.size === 0) return grouped(plain, sums, `(${cells}) c`);
  const byTime = by.some(isTime);
  const named = [...wanted].map((dimension) => `k.${dimension}`);
  const from = byTime ? `(${cells})` : `(${grouped([...plain, 'key'], sums, `(${cells}) c`)})`;
  const keys = [...plain.map((one) => `c.${one}`), ...named];
  return grouped(keys, sums, `${from} c JOIN rollup_keys k ON k.org_id = c.org_id AND k.id = c.key`);
}

const grouped = (by: readonly string[], sums: readonly string[], from: string) =>
  `SELECT ${[...by, ...sums].join(', ')} FROM ${from} GROUP BY ${by.join(', ')}`;

/** Adds buckets up, and takes the first one up to which the fraction of all is. */
function selectPercentile(
  keys: readonly string[],
  fraction: number,
  from: readonly string[],
  question: Question,
): string {
  const names = keys.map((_, index) => `key_${index + 1}`);
  const partition = names.length > 0 ? `PARTITION BY ${names.join(', ')} ` : '';
  const named = keys.map((key, index) => `${key} AS ${names[index]}`);
  return [
    `buckets AS (SELECT ${[...named, 'v.bucket', 'sum(v.weight) AS weight'].join(', ')}`,
    ...from,
    ` GROUP BY ${[...names, 'v.bucket'].join(', ')}),`,
    `summed AS (SELECT *, sum(weight) OVER (${partition}ORDER BY bucket) AS upto, sum(weight) OVER (${partition}) AS total FROM buckets),`,
    `found AS (SELECT ${[...names, `min(bucket) FILTER (WHERE upto >= ${fraction} * total) AS bucket`].join(', ')} FROM summed`,
    `${names.length > 0 ? ` GROUP BY ${names.join(', ')}` : ''})`,
    `SELECT ${[...names, `${valueOf('bucket')} AS value`].join(', ')} FROM found`,
    ` ORDER BY ${orderOf(question)} LIMIT ${MAX_ROWS + 1}`,
  ].join('\n');
}

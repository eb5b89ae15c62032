import type { AnalyticsDimension } from '#contracts/console';
import { valueOf } from '../rollups/sketch.ts';
import { sources, summedOver, type Grain, type Source } from '../rollups/sources.ts';
import type { Measure } from './measures.ts';
import { columnOf, isTime, rowFilters, type Filter, type Question } from './question.ts';

/** More rows than this are no table and no chart. */
export const MAX_ROWS = 5_000;
/** What stands for no agent, no model, no mode. */
export const NONE = '(none)';
/** What a message without an intent counts as. */
const NO_INTENT = 'general';

/** Puts a value into a statement: by number where it is run, written out where it is shown. */
export type Put = (
  value: string | readonly string[] | Date,
  type: 'text' | 'text[]' | 'org' | 'timestamptz',
) => string;

/** Values go beside the statement, from the number `first` on; the org is the first of all. */
export function numbered(parameters: unknown[], first: number): Put {
  return (value, type) => {
    if (type === 'org') return '$1';
    parameters.push(value instanceof Date ? value.toISOString() : value);
    return `$${parameters.length + first - 1}::${type}`;
  };
}

/** Values are written out, for people who paste the statement into their own client. */
export const written: Put = (value) => {
  if (value instanceof Date) return quote(value.toISOString());
  if (typeof value === 'string') return quote(value);
  return `ARRAY[${value.map(quote).join(', ')}]`;
};

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

interface Parts {
  /** With the name `v`. */
  from: string;
  /** When a row was, as the table calls it. */
  moment: 'created_at' | 'starts_at';
  conditions: string[];
}

/** The question to the rows themselves, through the views of the schema `analytics`. */
export function overRows(measure: Measure, question: Question, put: Put): string {
  const source: Source = sources[measure.source];
  const from = `analytics.${source.view} v`;
  const keys = keysOf(question, 'created_at', put);
  const value = measure.percentile
    ? `percentile_disc(${measure.percentile.fraction}) WITHIN GROUP (ORDER BY v.${measure.percentile.column})`
    : measure.value?.((name) => source.sums[name] ?? '');
  return selectGrouped(
    keys,
    `(${value})::float8`,
    {
      from,
      moment: 'created_at',
      conditions: conditionsOf(question, 'created_at', put),
    },
    question,
  );
}

/** The question to rollups of a grain; `question` has no filter that they lack. */
export function overRollups(measure: Measure, question: Question, grain: Grain, put: Put): string {
  const source: Source = sources[measure.source];
  const wanted = new Set(
    [...question.by, ...question.filters.keys()].flatMap(
      (one) => columnOf[one as keyof typeof columnOf] ?? [],
    ),
  );
  const keys = keysOf(question, 'starts_at', put);
  const conditions = [
    ...conditionsOf(question, 'starts_at', put),
    `v.grain = '${grain}'`,
    `v.time_zone = ${grain === 'day' ? put(question.timeZone, 'text') : "'UTC'"}`,
    `v.summed_over = ${summedOver(source, grain, wanted)}`,
  ];
  const parts: Parts = { from: `${source.table} v`, moment: 'starts_at', conditions };
  if (!measure.percentile)
    return selectGrouped(
      keys,
      `(${measure.value?.((name) => `coalesce(sum(v.${name}), 0)`)})::float8`,
      parts,
      question,
    );
  return selectPercentile(keys, measure.percentile, parts, question);
}

function selectGrouped(keys: string[], value: string, parts: Parts, question: Question): string {
  const named = keys.map((key, index) => `${key} AS key_${index + 1}`);
  return [
    `SELECT ${[...named, `${value} AS value`].join(',\n       ')}`,
    ...fromAndWhere(parts, question),
    ...(keys.length > 0 ? [` GROUP BY ${keys.map((_, index) => index + 1).join(', ')}`] : []),
    ` ORDER BY ${keys.length > 0 ? orderOf(question) : 'value'}`,
    ` LIMIT ${MAX_ROWS + 1}`,
  ].join('\n');
}

/** Adds buckets up, and takes the first one up to which the fraction of all is. */
function selectPercentile(
  keys: string[],
  { column, fraction }: NonNullable<Measure['percentile']>,
  parts: Parts,
  question: Question,
): string {
  const names = keys.map((_, index) => `key_${index + 1}`);
  const partition = names.length > 0 ? `PARTITION BY ${names.join(', ')} ` : '';
  const unnested = `${parts.from} CROSS JOIN LATERAL unnest(v.${column}_buckets, v.${column}_counts) AS h(bucket, weight)`;
  const named = keys.map((key, index) => `${key} AS ${names[index]}`);
  return [
    `WITH buckets AS (SELECT ${[...named, 'h.bucket', 'sum(h.weight) AS weight'].join(', ')}`,
    ...fromAndWhere({ ...parts, from: unnested }, question),
    ` GROUP BY ${[...names, 'h.bucket'].join(', ')}),`,
    `summed AS (SELECT *, sum(weight) OVER (${partition}ORDER BY bucket) AS upto, sum(weight) OVER (${partition}) AS total FROM buckets),`,
    `found AS (SELECT ${[...names, `min(bucket) FILTER (WHERE upto >= ${fraction} * total) AS bucket`].join(', ')} FROM summed`,
    `${names.length > 0 ? ` GROUP BY ${names.join(', ')}` : ''})`,
    `SELECT ${[...names, `${valueOf('bucket')} AS value`].join(', ')} FROM found`,
    ` ORDER BY ${names.length > 0 ? orderOf(question) : 'value'} LIMIT ${MAX_ROWS + 1}`,
  ].join('\n');
}

/** In time where the question is about time, the greatest first where it is not. */
function orderOf({ by }: Question): string {
  const time = by.findIndex(isTime);
  return time >= 0 ? `key_${time + 1}, value DESC NULLS LAST` : 'value DESC NULLS LAST';
}

function fromAndWhere({ from, conditions }: Parts, { by }: Question): string[] {
  const intents = by.includes('intent')
    ? `\n CROSS JOIN LATERAL unnest(CASE WHEN v.intents = '{}' THEN '{${NO_INTENT}}' ELSE v.intents END) AS i(intent)`
    : '';
  return [`  FROM ${from}${intents}`, ` WHERE ${conditions.join('\n   AND ')}`];
}

function conditionsOf(question: Question, moment: Parts['moment'], put: Put): string[] {
  const conditions = question.orgId === null ? [] : [`v.org_id = ${put(question.orgId, 'org')}`];
  conditions.push(
    `v.${moment} >= ${put(question.from, 'timestamptz')}`,
    `v.${moment} < ${put(question.to, 'timestamptz')}`,
  );
  for (const [filter, values] of question.filters)
    conditions.push(conditionOf(question, filter, put(values, 'text[]')));
  return conditions;
}

function conditionOf({ by }: Question, filter: Filter, values: string): string {
  if (filter === 'intent')
    return by.includes('intent')
      ? `i.intent = ANY (${values})`
      : `(CASE WHEN v.intents = '{}' THEN '{${NO_INTENT}}' ELSE v.intents END) && ${values}`;
  const column = (rowFilters as readonly string[]).includes(filter)
    ? filter
    : columnOf[filter as keyof typeof columnOf];
  return `${orNone(`v.${column}`)} = ANY (${values})`;
}

const orNone = (column: string) => `coalesce(nullif(${column}, ''), '${NONE}')`;

function keysOf({ by, timeZone }: Question, moment: Parts['moment'], put: Put): string[] {
  return by.map((dimension) => keyOf(dimension, `v.${moment}`, put, timeZone));
}

function keyOf(dimension: AnalyticsDimension, moment: string, put: Put, timeZone: string): string {
  switch (dimension) {
    case 'org':
      return moment === 'v.created_at' ? 'v.org' : '(SELECT o.slug FROM orgs o WHERE o.id = v.org_id)';
    case 'intent':
      return 'i.intent';
    case 'minute':
    case 'hour':
      return `to_char(date_trunc('${dimension}', ${moment} AT TIME ZONE 'UTC'), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
    case 'day':
    case 'week': {
      const zone = put(timeZone, 'text');
      return `to_char(date_trunc('${dimension}', ${moment} AT TIME ZONE ${zone}), 'YYYY-MM-DD')`;
    }
    case 'agent':
    case 'tool':
    case 'model':
    case 'channel':
    case 'brokerMode':
      return orNone(`v.${columnOf[dimension]}`);
  }
}

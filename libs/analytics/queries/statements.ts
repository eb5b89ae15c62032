import type { AnalyticsDimension } from '#contracts/console';
import { sources, type Source } from '../rollups/sources.ts';
import type { Measure } from './measures.ts';
import { columnOf, isTime, rowFilters, type Filter, type Question } from './question.ts';

/** Maximum number of result rows of a table or chart. */
export const MAX_ROWS = 5_000;
/** Value for a missing agent, model or mode. */
export const NONE = '(none)';
/** Value for a message without an intent. */
export const NO_INTENT = 'general';

/** Inserts a value into a statement: as a numbered parameter for execution, or as a literal for display. */
export type Put = (
  value: string | readonly string[] | Date,
  type: 'text' | 'text[]' | 'org' | 'timestamptz',
) => string;

/** Collects values as parameters from the number `first` on; `$1` is the org. */
export function numbered(parameters: unknown[], first: number): Put {
  return (value, type) => {
    if (type === 'org') return '$1';
    parameters.push(value instanceof Date ? value.toISOString() : value);
    return `$${parameters.length + first - 1}::${type}`;
  };
}

/** Writes values as literals, for users who paste the statement into their own client. */
export const written: Put = (value) => {
  if (value instanceof Date) return quote(value.toISOString());
  if (typeof value === 'string') return quote(value);
  return `ARRAY[${value.map(quote).join(', ')}]`;
};

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Returns the statement for the rows, through the views of the schema `analytics`. */
export function overRows(measure: Measure, question: Question, put: Put): string {
  const source: Source = sources[measure.source];
  const value = measure.percentile
    ? `percentile_disc(${measure.percentile.fraction}) WITHIN GROUP (ORDER BY v.${measure.percentile.column})`
    : measure.value?.((name) => source.sums[name] ?? '');
  const keys = keysOf(question, 'created_at', put);
  const conditions = [
    ...(question.orgId === null ? [] : [`v.org_id = ${put(question.orgId, 'org')}`]),
    `v.created_at >= ${put(question.from, 'timestamptz')}`,
    `v.created_at < ${put(question.to, 'timestamptz')}`,
    ...filtersOf(question, put),
  ];
  return selectGrouped(
    keys,
    `(${value})::float8`,
    fromAndWhere(`analytics.${source.view} v`, conditions, question),
    question,
  );
}

/** Selects the keys and the value from the filtered rows of `v`. */
export function selectGrouped(
  keys: readonly string[],
  value: string,
  from: readonly string[],
  question: Question,
): string {
  const named = keys.map((key, index) => `${key} AS key_${index + 1}`);
  return [
    `SELECT ${[...named, `${value} AS value`].join(',\n       ')}`,
    ...from,
    ...(keys.length > 0 ? [` GROUP BY ${keys.map((_, index) => index + 1).join(', ')}`] : []),
    ` ORDER BY ${orderOf(question)}`,
    ` LIMIT ${MAX_ROWS + 1}`,
  ].join('\n');
}

/** Sorts by time if the query has a time, otherwise by value, greatest first. */
export function orderOf({ by }: Question): string {
  const time = by.findIndex(isTime);
  return time >= 0 ? `key_${time + 1}, value DESC NULLS LAST` : 'value DESC NULLS LAST';
}

/** `from` defines `v`, which has each row once per intent if the query groups by intent. */
export function fromAndWhere(from: string, conditions: readonly string[], { by }: Question): string[] {
  const intents = by.includes('intent')
    ? `\n CROSS JOIN LATERAL unnest(CASE WHEN v.intents = '{}' THEN '{${NO_INTENT}}' ELSE v.intents END) AS i(intent)`
    : '';
  const where = conditions.length > 0 ? [` WHERE ${conditions.join('\n   AND ')}`] : [];
  return [`  FROM ${from}${intents}`, ...where];
}

/** Conditions on the columns of `v`. */
export function filtersOf(question: Question, put: Put): string[] {
  return [...question.filters].map(([filter, values]) =>
    conditionOf(question, filter, put(values, 'text[]')),
  );
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

/** Group expressions of the query, from columns of `v` and the timestamp column of `v`. */
export function keysOf({ by, timeZone }: Question, moment: 'created_at' | 'starts_at', put: Put): string[] {
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

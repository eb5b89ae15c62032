import {
  MAX_GROUPS,
  operations,
  timeUnits,
  type AppliedFilter,
  type DataQuestion,
  type Metric,
  type TimeUnit,
} from './data-question.ts';
import { conditionOf, type Asker, type Bind } from './conditions.ts';
import type { Dataset, DatasetField } from '#pack-kit';
import { fieldOf, namedBy } from './names.ts';
import { notUnderstood } from './question-errors.ts';

const MASK = '•••';

/** A SELECT with the output names of its columns `c0`, `c1` …. `$1` is the org. */
export interface Statement {
  sql: string;
  values: unknown[];
  columns: string[];
}

/** The statements that answer a question. Their text contains no word of the question, only placeholders. */
export interface Statements {
  operation: (typeof operations)[number];
  /** Counts the matching rows, and tells whether demo rows are among them. */
  count: Statement;
  /** Selects the rows or groups; absent for a count. */
  rows?: Statement;
  appliedFilters: AppliedFilter[];
}

interface Column {
  name: string;
  sql: string;
}

/**
 * Builds the statements for a question.
 *
 * @throws ToolError VALIDATION_FAILED for unknown names and invalid values, which lists the valid ones; FORBIDDEN for personal
 *   fields if the asker is not a member of the org.
 */
export function statementsFor(question: DataQuestion, dataset: Dataset, asker: Asker): Statements {
  const operation = operationOf(question);
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value) + 1}`;
  const conditions = question.filters.map((filter) => conditionOf(filter, dataset, asker, bind));
  const from = `FROM ${dataset.source} AS d WHERE ${[
    'd.org_id = $1',
    ...(dataset.where ? [`(${dataset.where})`] : []),
    ...conditions.map(({ sql }) => sql),
  ].join(' AND ')}`;
  const sample = dataset.sample ? `coalesce(bool_or(${dataset.sample}), false)` : 'false';
  const count = {
    sql: `SELECT count(*)::integer AS c0, ${sample} AS c1 ${from}`,
    values: [...values],
    columns: ['count', 'sample'],
  };
  const appliedFilters = conditions.map(({ applied }) => applied);
  if (operation === 'count') return { operation, count, appliedFilters };
  const columns =
    operation === 'list' ? listed(question, dataset, asker) : aggregated(question, dataset, asker, bind);
  const sql = `SELECT ${columns.selected.map((column, at) => `${column.sql} AS c${at}`).join(', ')} ${from} ${columns.tail(bind)}`;
  const rows = { sql, values, columns: columns.selected.map(({ name }) => name) };
  return { operation, count, rows, appliedFilters };
}

/** The operation; if absent, metrics or groups imply `aggregate`. */
function operationOf({ operation, metrics, groupBy }: DataQuestion): Statements['operation'] {
  const groups = metrics.length + groupBy.length > 0;
  if (operation === 'aggregate' || (operation === undefined && groups)) return 'aggregate';
  if (groups && operation !== undefined)
    throw notUnderstood('operation', `${operation} takes neither metrics nor groupBy.`, ['aggregate']);
  return operation ?? 'list';
}

interface Selection {
  selected: Column[];
  tail: (bind: Bind) => string;
}

function listed({ fields, orderBy, limit, offset }: DataQuestion, dataset: Dataset, asker: Asker): Selection {
  const named = (fields.length > 0 ? fields : dataset.defaults.fields).map((word) => {
    const field = fieldOf('fields', word, dataset);
    return [field.name, field.personal && !asker.isStaff ? `'${MASK}'` : shownAs(field)] as const;
  });
  const selected = [...new Map(named)].map(([name, sql]): Column => ({ name, sql }));
  const order = orderBy ?? dataset.defaults.orderBy;
  const by = fieldOf('orderBy', order.field, dataset, asker);
  // The tie-breaker keeps the order stable between pages.
  const tie = dataset.fields['id']
    ? `, ${dataset.fields['id'].column}`
    : selected.map((_, at) => `, ${at + 1}`).join('');
  return {
    selected,
    tail: (bind) =>
      `ORDER BY ${by.column} ${direction(order.direction)} NULLS LAST${tie} LIMIT ${bind(limit)}::integer OFFSET ${bind(offset)}::integer`,
  };
}

function aggregated(question: DataQuestion, dataset: Dataset, asker: Asker, bind: Bind): Selection {
  const groups = question.groupBy.map((text) => groupOf(text, dataset, asker, bind));
  const requested: Metric[] = question.metrics.length > 0 ? question.metrics : [{ fn: 'count' }];
  const metrics = requested.map((metric) => metricOf(metric, dataset, asker));
  const selected: Column[] = [...groups, ...metrics];
  const twice = selected.find(({ name }, at) => selected.findIndex((other) => other.name === name) !== at);
  if (twice) throw notUnderstood('metrics', `Two columns of the answer are named ${twice.name}.`);
  const order = orderOf(question, groups, selected);
  const tie = groups.map((_, at) => `, ${at + 1}`).join('');
  return {
    selected,
    tail: () =>
      groups.length === 0
        ? ''
        : `GROUP BY ${groups.map((_, at) => at + 1).join(', ')} ORDER BY ${order}${tie} LIMIT ${MAX_GROUPS + 1}`,
  };
}

/** The requested order; by default, by time if there is a time group, else the largest value first. */
function orderOf({ orderBy }: DataQuestion, groups: Group[], selected: Column[]): string {
  if (!orderBy) {
    const time = groups.findIndex(({ isTime }) => isTime);
    return time >= 0 ? `${time + 1} ASC NULLS LAST` : `${groups.length + 1} DESC NULLS LAST`;
  }
  const columns = selected.map(({ name }, at) => ({ name, synonyms: name.split(':', 1), at }));
  const column =
    namedBy(orderBy.field, columns) ?? columns.find(({ synonyms }) => synonyms.includes(orderBy.field));
  if (!column) {
    const problem = `The answer has no column ${JSON.stringify(orderBy.field)} to be ordered by.`;
    const names = columns.map(({ name }) => name);
    throw notUnderstood('orderBy', problem, names);
  }
  return `${column.at + 1} ${direction(orderBy.direction)} NULLS LAST`;
}

interface Group extends Column {
  isTime: boolean;
}

function groupOf(text: string, dataset: Dataset, asker: Asker, bind: Bind): Group {
  const [word = '', unit, ...rest] = text.split(':');
  const field = fieldOf('groupBy', word, dataset, asker);
  const { name } = field;
  const isTime = field.type === 'datetime' || field.type === 'date';
  if (!isTime && unit !== undefined)
    throw notUnderstood('groupBy', `${name} is not a date and cannot be grouped by ${JSON.stringify(unit)}.`);
  if (!isTime) return { name, sql: shownAs(field), isTime };
  const chosen = timeUnits.find((known) => known === (unit ?? 'day'));
  if (!chosen || rest.length > 0) {
    const possible = timeUnits.map((known) => `${name}:${known}`);
    throw notUnderstood('groupBy', `${JSON.stringify(text)} does not name a unit of time.`, possible);
  }
  return { name: `${name}:${chosen}`, sql: dayOfUnit(field, chosen, asker.timezone, bind), isTime };
}

/** First day of the unit, in the org's time zone; weeks begin on Monday. */
function dayOfUnit({ type, column }: DatasetField, unit: TimeUnit, timezone: string, bind: Bind): string {
  const local =
    type === 'datetime' ? `(${column}) AT TIME ZONE ${bind(timezone)}::text` : `(${column})::timestamp`;
  return `to_char(date_trunc('${unit}', ${local}), 'YYYY-MM-DD')`;
}

function metricOf({ fn, field: word, as }: Metric, dataset: Dataset, asker: Asker): Column {
  if (word === undefined) {
    if (fn === 'count') return { name: as ?? fn, sql: 'count(*)::integer' };
    throw notUnderstood('metrics', `${fn} needs a field.`, fieldsFor(fn, dataset));
  }
  const field = fieldOf('metrics', word, dataset, asker);
  const { name } = field;
  if (!fieldsFor(fn, dataset).includes(name))
    throw notUnderstood('metrics', `${name} is ${field.type} and has no ${fn}.`, fieldsFor(fn, dataset));
  return { name: as ?? `${fn}_${name}`, sql: metricSql(fn, field) };
}

function fieldsFor(fn: Metric['fn'], { fields }: Dataset): string[] {
  const types: DatasetField['type'][] =
    fn === 'min' || fn === 'max' ? ['number', 'datetime', 'date'] : ['number'];
  return Object.keys(fields).filter((name) => fn === 'count' || types.includes(fields[name]?.type ?? 'text'));
}

function metricSql(fn: Metric['fn'], field: DatasetField): string {
  const number = `(${field.column})::float8`;
  switch (fn) {
    case 'count':
      return `count(${field.column})::integer`;
    case 'median':
      return `percentile_cont(0.5) WITHIN GROUP (ORDER BY ${number})`;
    case 'min':
    case 'max':
      return shownAs({ ...field, column: `${fn}(${field.column})` });
    case 'sum':
    case 'avg':
      return `${fn}(${number})`;
  }
}

/** Output expression of a field: numbers as float8, days as text; the driver converts moments. */
function shownAs({ type, column }: DatasetField): string {
  if (type === 'number') return `(${column})::float8`;
  return type === 'date' ? `to_char(${column}, 'YYYY-MM-DD')` : `(${column})`;
}

function direction(wanted: 'asc' | 'desc'): 'ASC' | 'DESC' {
  return wanted === 'asc' ? 'ASC' : 'DESC';
}

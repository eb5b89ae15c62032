import type { Dataset, DatasetField } from '#pack-kit';
import { ASKER, type AppliedFilter, type Filter, type Operator } from './data-question.ts';
import { fieldOf } from './names.ts';
import { notUnderstood } from './question-errors.ts';
import { booleanOf, dayTextOf, numberOf, textOf, timeSpanOf, type TimeSpan } from './typed-values.ts';

/** Adds a value to the parameters of a statement. @returns its placeholder, such as `$2`. */
export type Bind = (value: unknown) => string;

export interface Asker {
  /** True for members of the org, who may read and filter by personal fields. */
  isStaff: boolean;
  /** Account of the asker; absent if nobody is signed in. */
  userId?: string;
  /** IANA name of the time zone in which days are counted. */
  timezone: string;
}

export interface Condition {
  sql: string;
  applied: AppliedFilter;
}

const COMPARISONS = { eq: '=', ne: 'IS DISTINCT FROM', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
const ORDERED: Operator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between', 'is_null'];

function operatorsFor({ type, values, several }: DatasetField): Operator[] {
  switch (type) {
    case 'text':
      return values && !several ? ['eq', 'ne', 'in', 'is_null'] : ['eq', 'ne', 'in', 'contains', 'is_null'];
    case 'number':
    case 'date':
      return [...ORDERED, 'in'];
    case 'datetime':
      return ORDERED;
    case 'boolean':
      return ['eq', 'ne', 'is_null'];
  }
}

/** The SQL condition of a filter. @throws ToolError VALIDATION_FAILED for an invalid filter; FORBIDDEN for a personal field. */
export function conditionOf(given: Filter, dataset: Dataset, asker: Asker, bind: Bind): Condition {
  const field = fieldOf('filters', given.field, dataset, asker);
  const filter = { ...given, field: field.name, value: valueOf(given, field) };
  const { op } = filter;
  const possible = operatorsFor(field);
  if (!possible.includes(op))
    throw notUnderstood('filters', `${filter.field} cannot be asked with ${op}.`, possible);
  const made = op === 'is_null' ? isNull(field, filter) : compare(field, filter, asker, bind);
  const { sql, ...applied } = made;
  return { sql, applied: { field: filter.field, op, ...applied } };
}

/** The signs and words between the values of a text: "high, normal", "5 to 10". A thousands mark is none of them. */
const SEPARATORS: Partial<Record<Operator, RegExp>> = {
  in: /\s*(?:;|[,،](?!\p{N}{3}(?!\p{N})))\s*/u,
  between: /\s*(?:[;–—]|\.{2,3}|\b(?:to|and)\b|[,،](?!\p{N}{3}(?!\p{N})))\s*/u,
};

/** The value, or the values that a text lists. Free text may contain any separator and stays whole. */
function valueOf({ op, value }: Filter, { type, values }: DatasetField): Filter['value'] {
  const separator = SEPARATORS[op];
  const isList = typeof value === 'string' && separator && (type !== 'text' || values);
  return isList ? value.split(separator) : value;
}

interface Made extends Pick<AppliedFilter, 'value' | 'asker'> {
  sql: string;
}

function isNull({ column }: DatasetField, { field, value = true }: Filter): Made {
  const wanted = booleanOf(value, field);
  return { sql: `(${column}) IS ${wanted ? '' : 'NOT '}NULL`, value: wanted };
}

function compare(field: DatasetField, filter: Filter, asker: Asker, bind: Bind): Made {
  const { timezone } = asker;
  switch (field.type) {
    case 'datetime':
      return compareTime(field, filter, timezone, bind);
    case 'date':
      return compareTyped(filter, bind, `(${field.column})`, 'date', (value) =>
        dayTextOf(value, filter.field, timezone),
      );
    case 'number':
      return compareTyped(filter, bind, `(${field.column})::float8`, 'float8', (value) =>
        numberOf(value, filter.field),
      );
    case 'boolean':
      return compareTyped(filter, bind, `(${field.column})`, 'boolean', (value) =>
        booleanOf(value, filter.field, field.values),
      );
    case 'text':
      return field.user && valuesOf(filter).some(isAsker)
        ? compareAsker(field, filter, asker, bind)
        : compareText(field, filter, bind);
  }
}

/** The values of the operators that accept {@link ASKER}. */
function valuesOf({ op, value }: Filter): unknown[] {
  if (op === 'in') return manyOf(value);
  return op === 'eq' || op === 'ne' ? [value] : [];
}

function isAsker(value: unknown): boolean {
  return typeof value === 'string' && value.trim().toLowerCase() === ASKER;
}

/** Rows store the handle or the account of a user, so both are compared. `in` may list other users beside the asker. */
function compareAsker(field: DatasetField, filter: Filter, { userId }: Asker, bind: Bind): Made {
  if (userId === undefined)
    throw notUnderstood('filters', `Nobody is signed in, so that ${filter.field} cannot be ${ASKER}.`);
  const account = `${bind(userId)}::text`;
  const names = `SELECT ${account} UNION ALL SELECT u.handle FROM users u WHERE u.org_id = $1 AND u.id::text = ${account}`;
  const asker = `coalesce((${field.column}) IN (${names}), false)`;
  const others = valuesOf(filter).filter((value) => !isAsker(value));
  if (others.length === 0)
    return { sql: `${filter.op === 'ne' ? 'NOT ' : ''}${asker}`, value: ASKER, asker: true };
  const beside = oneOfTexts(field, filter.field, others, bind);
  return { sql: `(${asker} OR ${beside.sql})`, value: [ASKER, ...beside.value], asker: true };
}

/** Compares without regard to case, as the database folds it. `ne` includes rows without a value. */
function compareText(field: DatasetField, { field: name, op, value }: Filter, bind: Bind): Made {
  const own = `lower(${field.column})`;
  if (op === 'in') return oneOfTexts(field, name, manyOf(value), bind);
  const text = textOf(value, name, field);
  switch (op) {
    case 'contains':
      return { sql: `(${field.column}) ILIKE ${bind(`%${text.replace(/[\\%_]/g, '\\$&')}%`)}`, value: text };
    case 'ne':
      return { sql: `${own} IS DISTINCT FROM lower(${bind(text)}::text)`, value: text };
    default:
      return { sql: `${own} = lower(${bind(text)}::text)`, value: text };
  }
}

function oneOfTexts(field: DatasetField, name: string, of: unknown[], bind: Bind) {
  const value = of.map((one) => textOf(one, name, field));
  const sql = `lower(${field.column}) = ANY(SELECT lower(v) FROM unnest(${bind(value)}::text[]) AS v)`;
  return { sql, value };
}

function compareTyped(
  { field, op, value }: Filter,
  bind: Bind,
  column: string,
  type: 'float8' | 'boolean' | 'date',
  read: (value: unknown) => unknown,
): Made {
  if (op === 'in') {
    const values = manyOf(value).map(read);
    return { sql: `${column} = ANY(${bind(values)}::${type}[])`, value: values };
  }
  if (op === 'between') {
    const [low, high] = pairOf(value, field).map(read);
    const sql = `${column} BETWEEN ${bind(low)}::${type} AND ${bind(high)}::${type}`;
    return { sql, value: [low, high] };
  }
  const one = read(value);
  const sign = COMPARISONS[op as keyof typeof COMPARISONS];
  return { sql: `${column} ${sign} ${bind(one)}::${type}`, value: one };
}

/** A day stands for its whole span: "after the 3rd" starts on the 4th, "until the 3rd" includes the 3rd. */
function compareTime(
  { column }: DatasetField,
  { field, op, value }: Filter,
  timezone: string,
  bind: Bind,
): Made {
  const moment = (at: Date) => `${bind(at.toISOString())}::timestamptz`;
  const read = (one: unknown) => timeSpanOf(one, field, timezone);
  const own = `(${column})`;
  /** From the start of `first` to the end of `last`; the end is inclusive if `last` is a moment. */
  const within = (first: TimeSpan, last: TimeSpan) =>
    `${own} >= ${moment(first.from)} AND ${own} ${last.isDay ? '<' : '<='} ${moment(last.until)}`;
  if (op === 'between') {
    const [low, high] = pairOf(value, field).map(read) as [TimeSpan, TimeSpan];
    return { sql: `(${within(low, high)})`, value: [low.from.toISOString(), high.from.toISOString()] };
  }
  const span = read(value);
  return { sql: timeSql(op, own, span, moment, within), value: span.from.toISOString() };
}

function timeSql(
  op: Operator,
  own: string,
  span: TimeSpan,
  moment: (at: Date) => string,
  within: (first: TimeSpan, last: TimeSpan) => string,
): string {
  switch (op) {
    case 'eq':
      return `(${within(span, span)})`;
    case 'ne':
      return `(${within(span, span)}) IS NOT TRUE`;
    case 'gt':
      return span.isDay ? `${own} >= ${moment(span.until)}` : `${own} > ${moment(span.from)}`;
    case 'lte':
      return span.isDay ? `${own} < ${moment(span.until)}` : `${own} <= ${moment(span.from)}`;
    case 'lt':
      return `${own} < ${moment(span.from)}`;
    default:
      return `${own} >= ${moment(span.from)}`;
  }
}

function manyOf(value: unknown): unknown[] {
  const values = Array.isArray(value) ? value : value === undefined ? [] : [value];
  if (values.length === 0) throw notUnderstood('filters', 'in needs one value at least.');
  return values;
}

function pairOf(value: unknown, name: string): unknown[] {
  if (Array.isArray(value) && value.length === 2) return value;
  throw notUnderstood('filters', `between needs two values of ${name}, the lower one first.`);
}

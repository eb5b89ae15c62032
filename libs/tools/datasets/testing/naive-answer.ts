// The expected answer to a question, computed in memory without SQL.
import { dayIn } from '#text';
import type { DataQuestion, Filter } from '../data-question.ts';

export interface CallRow {
  id: string;
  tool: string;
  errorClass: string | null;
  success: boolean;
  attempts: number;
  durationMs: number;
  createdAt: Date;
}

export const TIMEZONE = 'Asia/Nicosia';
type Cell = string | number | boolean | null;

export function naiveRows(rows: readonly CallRow[], question: DataQuestion): CallRow[] {
  return rows.filter((row) => question.filters.every((filter) => holds(row, filter)));
}

export function naiveList(rows: readonly CallRow[], question: DataQuestion): Record<string, unknown>[] {
  const { field, direction } = question.orderBy ?? { field: 'createdAt', direction: 'desc' };
  return naiveRows(rows, question)
    .sort((a, b) => byCell(cell(a, field), cell(b, field), direction) || (a.id < b.id ? -1 : 1))
    .slice(question.offset, question.offset + question.limit)
    .map((row) => Object.fromEntries(question.fields.map((name) => [name, cell(row, name)])));
}

/** The expected groups, in no particular order. */
export function naiveGroups(rows: readonly CallRow[], question: DataQuestion): Record<string, unknown>[] {
  const groups = new Map<string, { keys: Record<string, Cell>; rows: CallRow[] }>();
  for (const row of naiveRows(rows, question)) {
    const keys = Object.fromEntries(question.groupBy.map((name) => [name, groupKey(row, name)]));
    const group = groups.get(JSON.stringify(keys)) ?? { keys, rows: [] };
    group.rows.push(row);
    groups.set(JSON.stringify(keys), group);
  }
  if (question.groupBy.length === 0 && groups.size === 0) groups.set('', { keys: {}, rows: [] });
  return [...groups.values()].map(({ keys, rows: own }) => ({
    ...keys,
    ...Object.fromEntries(question.metrics.map((metric) => [metric.as, naiveMetric(own, metric)])),
  }));
}

function naiveMetric(rows: CallRow[], { fn, field }: DataQuestion['metrics'][number]): Cell {
  if (field === undefined) return rows.length;
  const values = rows.map((row) => cell(row, field)).filter((value) => value !== null);
  if (fn === 'count') return values.length;
  const sorted = (values as number[]).toSorted((a, b) => a - b);
  if (sorted.length === 0) return null;
  const sum = sorted.reduce((total, value) => total + value, 0);
  const middle = (sorted.length - 1) / 2;
  switch (fn) {
    case 'sum':
      return sum;
    case 'avg':
      return sum / sorted.length;
    case 'min':
      return sorted[0]!;
    case 'max':
      return sorted.at(-1)!;
    case 'median':
      return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
  }
}

function cell(row: CallRow, name: string): Cell {
  const value = row[name as keyof CallRow];
  return value instanceof Date ? value.toISOString() : value;
}

function groupKey(row: CallRow, name: string): Cell {
  const [field = '', unit] = name.split(':');
  if (unit === undefined) return cell(row, field);
  const day = new Date(`${dayIn(TIMEZONE, row.createdAt)}T00:00Z`);
  if (unit === 'week') day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  if (unit === 'month') day.setUTCDate(1);
  if (unit === 'year') day.setUTCMonth(0, 1);
  return day.toISOString().slice(0, 10);
}

function byCell(a: Cell, b: Cell, direction: 'asc' | 'desc'): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return (a < b ? -1 : 1) * (direction === 'asc' ? 1 : -1);
}

/** A date without a time is compared by day. */
function holds(row: CallRow, { field, op, value }: Filter): boolean {
  const own = cell(row, field);
  if (op === 'is_null') return (own === null) === value;
  if (op === 'ne') return !equals(row, field, own, value);
  if (own === null) return false;
  const of = (given: unknown) => comparable(row, field, own, given);
  switch (op) {
    case 'eq':
      return equals(row, field, own, value);
    case 'in':
      return (value as unknown[]).some((one) => equals(row, field, own, one));
    case 'contains':
      return String(own).toLowerCase().includes(String(value).toLowerCase());
    case 'between':
      return of((value as unknown[])[0]) >= 0 && of((value as unknown[])[1]) <= 0;
    case 'gt':
      return of(value) > 0;
    case 'gte':
      return of(value) >= 0;
    case 'lt':
      return of(value) < 0;
    case 'lte':
      return of(value) <= 0;
  }
}

function equals(row: CallRow, field: string, own: Cell, value: unknown): boolean {
  if (own === null) return false;
  if (field === 'createdAt') return comparable(row, field, own, value) === 0;
  return typeof own === 'string' ? own.toLowerCase() === String(value).toLowerCase() : own === value;
}

function comparable(row: CallRow, field: string, own: Cell, value: unknown): number {
  if (field !== 'createdAt') return Number(own) - Number(value);
  const day = dayIn(TIMEZONE, row.createdAt);
  if (String(value).length === 10) return day === value ? 0 : day < String(value) ? -1 : 1;
  return row.createdAt.getTime() - new Date(String(value)).getTime();
}

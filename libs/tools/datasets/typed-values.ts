import { dayAfter, dayIn, momentOf, readAmount, startOfDay } from '#text';
import { isoDate, isoDateTime, type DatasetField } from '#pack-kit';
import { namedBy } from './names.ts';
import { notUnderstood } from './question-errors.ts';

const isoDay = isoDate();
const isoMoment = isoDateTime();
const BOOLEANS = { true: ['yes', 'نعم'], false: ['no', 'لا'] };

/** A moment, or a day as the span from its start to the start of the next day. */
export interface TimeSpan {
  from: Date;
  /** Equal to `from` for a moment. */
  until: Date;
  isDay: boolean;
}

/** Reads a number, also from text such as "250k". @throws ToolError VALIDATION_FAILED for any other value. */
export function numberOf(value: unknown, name: string): number {
  const number = typeof value === 'string' ? readAmount(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw notUnderstood('filters', `${name} is a number; found ${shown(value)}.`);
}

/** Reads a boolean, also from words such as "yes" and those of the field. @throws ToolError VALIDATION_FAILED for any other value. */
export function booleanOf(value: unknown, name: string, words: DatasetField['values'] = {}): boolean {
  if (typeof value === 'boolean') return value;
  const meant =
    typeof value === 'string' ? (valueMeant(value, BOOLEANS) ?? valueMeant(value, words)) : undefined;
  if (meant !== undefined) return meant === 'true';
  throw notUnderstood('filters', `${name} is true or false; found ${shown(value)}.`);
}

function valueMeant(text: string, values: NonNullable<DatasetField['values']>): string | undefined {
  const all = Object.entries(values).map(([name, synonyms]) => ({ name, synonyms }));
  return namedBy(text, all)?.name;
}

/** Reads text. Maps synonyms to the values of an enumerated field. @throws ToolError VALIDATION_FAILED for other values. */
export function textOf(value: unknown, name: string, { values }: DatasetField): string {
  if (typeof value !== 'string' && typeof value !== 'number')
    throw notUnderstood('filters', `${name} is text; found ${shown(value)}.`);
  const text = String(value);
  if (!values) return text;
  const meant = valueMeant(text, values);
  if (meant !== undefined) return meant;
  throw notUnderstood('filters', `${name} is never ${shown(value)}.`, Object.keys(values));
}

/** Reads a calendar day. A moment counts as its day in the org's time zone. */
export function dayTextOf(value: unknown, name: string, timezone: string): string {
  const moment = isoMoment.safeParse(value);
  if (moment.success) return dayIn(timezone, momentOf(moment.data, timezone));
  const day = isoDay.safeParse(value);
  if (day.success) return day.data;
  throw notUnderstood('filters', `${name} is a day such as 2026-11-23; found ${shown(value)}.`);
}

/** Reads a moment, or a day in the org's time zone as a span. */
export function timeSpanOf(value: unknown, name: string, timezone: string): TimeSpan {
  const moment = isoMoment.safeParse(value);
  if (moment.success) {
    const from = momentOf(moment.data, timezone);
    return { from, until: from, isDay: false };
  }
  const day = isoDay.safeParse(value);
  if (day.success) {
    const from = startOfDay(day.data, timezone);
    return { from, until: startOfDay(dayAfter(day.data, 1), timezone), isDay: true };
  }
  throw notUnderstood(
    'filters',
    `${name} is a day such as 2026-11-23 or a moment such as 2026-11-23T13:00:00Z; found ${shown(value)}.`,
  );
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : (JSON.stringify(value) ?? 'a value').slice(0, 80);
}

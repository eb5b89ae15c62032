import { z } from 'zod';
import { dayIn, readMoney, normalizeText } from '#text';
import { momentOf, type DatasetField } from '#pack-kit';
import { notUnderstood } from './question-errors.ts';

const isoDay = z.iso.date();
const isoMoment = z.iso.datetime({ offset: true, local: true });
const TRUE = new Set(['true', 'yes', 'نعم']);
const FALSE = new Set(['false', 'no', 'لا']);

/** A moment, or a day as the span from its start to the start of the next day. */
export interface TimeSpan {
  from: Date;
  /** Equal to `from` for a moment. */
  until: Date;
  isDay: boolean;
}

/** Reads a number, also from text such as "250k". @throws ToolError VALIDATION_FAILED for any other value. */
export function numberOf(value: unknown, name: string): number {
  const number = typeof value === 'string' ? readMoney(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw notUnderstood('filters', `${name} is a number; found ${shown(value)}.`);
}

/** Reads a boolean, also from words such as "yes". @throws ToolError VALIDATION_FAILED for any other value. */
export function booleanOf(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? normalizeText(value) : '';
  if (TRUE.has(word)) return true;
  if (FALSE.has(word)) return false;
  throw notUnderstood('filters', `${name} is true or false; found ${shown(value)}.`);
}

/** Reads text. Maps synonyms to the values of an enumerated field. @throws ToolError VALIDATION_FAILED for other values. */
export function textOf(value: unknown, name: string, { values }: DatasetField): string {
  if (typeof value !== 'string' && typeof value !== 'number')
    throw notUnderstood('filters', `${name} is text; found ${shown(value)}.`);
  const text = String(value);
  if (!values) return text;
  const word = normalizeText(text);
  const meant = Object.entries(values).find(([own, synonyms]) =>
    [own, ...synonyms].some((other) => normalizeText(other) === word),
  );
  if (meant) return meant[0];
  throw notUnderstood('filters', `${name} is never ${shown(value)}.`, Object.keys(values));
}

/** Reads a calendar day. A moment counts as its day in the org's time zone. */
export function dayTextOf(value: unknown, name: string, timezone: string): string {
  if (isoDay.safeParse(value).success) return value as string;
  if (isoMoment.safeParse(value).success) return dayIn(timezone, momentOf(value as string, timezone));
  throw notUnderstood('filters', `${name} is a day such as 2026-11-23; found ${shown(value)}.`);
}

/** Reads a moment, or a day in the org's time zone as a span. */
export function timeSpanOf(value: unknown, name: string, timezone: string): TimeSpan {
  if (isoDay.safeParse(value).success) {
    const day = value as string;
    const next = new Date(`${day}T00:00Z`);
    next.setUTCDate(next.getUTCDate() + 1);
    const from = momentOf(`${day}T00:00`, timezone);
    return { from, until: momentOf(`${next.toISOString().slice(0, 10)}T00:00`, timezone), isDay: true };
  }
  if (isoMoment.safeParse(value).success) {
    const from = momentOf(value as string, timezone);
    return { from, until: from, isDay: false };
  }
  throw notUnderstood(
    'filters',
    `${name} is a day such as 2026-11-23 or a moment such as 2026-11-23T13:00:00Z; found ${shown(value)}.`,
  );
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : (JSON.stringify(value) ?? 'a value').slice(0, 80);
}

import { dayAfter, dayIn, momentOf, startOfDay } from '#text';

/** Opening hours by weekday, Sunday first; local time, whole hours. */
const HOURS: ([opens: number, closes: number] | undefined)[] = [
  undefined,
  [9, 18],
  [9, 18],
  [9, 18],
  [9, 18],
  [9, 18],
  [10, 14],
];
const GRID_MINUTES = 30;
/** Travel time that stays free before and after a viewing. */
const BUFFER_MINUTES = 15;
const NOTICE_HOURS = 2;
const MINUTE_MS = 60_000;
const MAX_SLOTS = 40;

export interface TimeSpan {
  start: Date;
  end: Date;
}

export interface Slot<Agent> extends TimeSpan {
  agent: Agent;
}

/** The opening hours of a day; undefined if the office is closed. */
export function openingOf(day: string, timezone: string): TimeSpan | undefined {
  const hours = HOURS[new Date(`${day}T00:00:00Z`).getUTCDay()];
  if (!hours) return undefined;
  const at = (hour: number) => momentOf(`${day}T${String(hour).padStart(2, '0')}:00`, timezone);
  return { start: at(hours[0]), end: at(hours[1]) };
}

/** The earliest start of a viewing, given the notice it needs. */
export function earliestStart(now: Date): Date {
  return new Date(now.getTime() + NOTICE_HOURS * 60 * MINUTE_MS);
}

/** True if the whole span lies within the opening hours of one day. */
export function isInHours({ start, end }: TimeSpan, timezone: string): boolean {
  const opening = openingOf(dayIn(timezone, start), timezone);
  return opening !== undefined && start >= opening.start && end <= opening.end;
}

/** True if a viewing fits between the busy times. */
export function isFree({ start, end }: TimeSpan, busy: readonly TimeSpan[]): boolean {
  const buffer = BUFFER_MINUTES * MINUTE_MS;
  return busy.every(
    (other) =>
      end.getTime() + buffer <= other.start.getTime() || start.getTime() - buffer >= other.end.getTime(),
  );
}

/**
 * The range for which busy times are read, for slots between two days; it includes the travel time before and after.
 */
export function spanOfDays(from: string, to: string, timezone: string): { from: Date; to: Date } {
  const buffer = BUFFER_MINUTES * MINUTE_MS;
  return {
    from: new Date(startOfDay(from, timezone).getTime() - buffer),
    to: new Date(startOfDay(dayAfter(to, 1), timezone).getTime() + buffer),
  };
}

/** Free slots on the grid, by start and then in the order of the agents; at most 40. */
export function freeSlots<Agent>(
  { from, to, durationMinutes }: { from: string; to: string; durationMinutes: number },
  agents: readonly { agent: Agent; busy: readonly TimeSpan[] }[],
  { now, timezone }: { now: Date; timezone: string },
): Slot<Agent>[] {
  const slots: Slot<Agent>[] = [];
  const earliest = earliestStart(now);
  for (let day = from; day <= to; day = dayAfter(day, 1)) {
    const opening = openingOf(day, timezone);
    if (!opening) continue;
    for (let at = opening.start.getTime(); ; at += GRID_MINUTES * MINUTE_MS) {
      const span = { start: new Date(at), end: new Date(at + durationMinutes * MINUTE_MS) };
      if (span.end > opening.end) break;
      if (span.start < earliest) continue;
      for (const { agent, busy } of agents) if (isFree(span, busy)) slots.push({ ...span, agent });
      if (slots.length >= MAX_SLOTS) return slots.slice(0, MAX_SLOTS);
    }
  }
  return slots;
}

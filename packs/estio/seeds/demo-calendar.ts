import { dayAfter, momentOf } from '#text';
import { openingOf } from '../tools/scheduling/office-hours.ts';
import type { EstioCalendarEvent, EstioViewing, ViewingStatus } from '../schema/entities/index.ts';
import { contactId, daysBefore } from './demo-contacts.ts';
import { demoOrg } from './demo-org.ts';

type DemoViewing = Omit<EstioViewing, 'orgId'>;
type DemoEvent = Omit<EstioCalendarEvent, 'orgId'>;

const PAST = 20;
const COMING = 10;
/** Day of the first future viewing; the days before stay free for new ones. */
const FIRST_COMING_DAY = 3;
const LAST_COMING_DAY = 14;
const HOUR_MS = 3_600_000;
const HOURS = [10, 12, 11, 13, 10];

/** By number from 0: of the past viewings, 15 took place, 3 were cancelled and 2 missed. */
function statusOf(number: number): ViewingStatus {
  if (number >= PAST) return number % 2 === 0 ? 'scheduled' : 'confirmed';
  if (number % 7 === 3) return 'cancelled';
  return number === 5 || number === 12 ? 'no_show' : 'done';
}

/**
 * The 30 demo viewings, each with its event, and the two meetings of agent-01 on the first working day after the
 * seeding day.
 *
 * @param anchor seeding day, 00:00 UTC.
 */
export function demoCalendar(anchor: Date): { viewings: DemoViewing[]; events: DemoEvent[] } {
  const viewings = Array.from({ length: PAST + COMING }, (_, number) => viewing(number, anchor));
  const events = viewings.map((entry, number): DemoEvent => ({
    id: `event-${String(number + 1).padStart(3, '0')}`,
    agentUserId: entry.agentUserId,
    startsAt: entry.startsAt,
    endsAt: entry.endsAt,
    kind: 'viewing',
    title: `Viewing of ${entry.propertyId}`,
    viewingId: entry.id,
    sample: true,
    createdAt: entry.createdAt,
  }));
  return { viewings, events: [...events, ...meetings(anchor)] };
}

function viewing(number: number, anchor: Date): DemoViewing {
  const coming = number - PAST;
  const day =
    coming < 0
      ? openDay(anchor, -(2 + 5 * (PAST - number)), -1)
      : openDay(
          anchor,
          FIRST_COMING_DAY + Math.floor((coming * (LAST_COMING_DAY - FIRST_COMING_DAY - 1)) / (COMING - 1)),
          1,
        );
  const startsAt = momentOf(`${day}T${HOURS[number % HOURS.length]}:00`, demoOrg.timezone);
  return {
    id: `viewing-${String(number + 1).padStart(3, '0')}`,
    propertyId: `prop-${String(20 + 11 * number).padStart(4, '0')}`,
    contactId: contactId(19 + (number % 18)),
    agentUserId: `agent-0${1 + (number % 3)}`,
    startsAt,
    endsAt: new Date(startsAt.getTime() + HOUR_MS),
    status: statusOf(number),
    notes: '',
    feedback:
      statusOf(number) === 'done' ? (number % 2 === 0 ? 'Liked the light' : 'Found it too small') : null,
    sample: true,
    createdAt:
      daysBefore(startsAt, 3) < daysBefore(anchor, 1) ? daysBefore(startsAt, 3) : daysBefore(anchor, 1),
  };
}

/** The day so many days from the anchor, or the next one on which the office is open. */
function openDay(anchor: Date, days: number, step: 1 | -1): string {
  let day = dayAfter(anchor.toISOString().slice(0, 10), days);
  while (!openingOf(day, demoOrg.timezone)) day = dayAfter(day, step);
  return day;
}

/** Agent-01 is busy 10:00 to 12:00 and 15:00 to 16:00, local time. */
function meetings(anchor: Date): DemoEvent[] {
  const today = anchor.toISOString().slice(0, 10);
  let day = dayAfter(today, 1);
  while ([0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())) day = dayAfter(day, 1);
  return [
    [10, 12, 'Meeting with the owners'],
    [15, 16, 'Meeting with the bank'],
  ].map(([from, to, title], index) => ({
    id: `event-${String(PAST + COMING + index + 1).padStart(3, '0')}`,
    agentUserId: 'agent-01',
    startsAt: momentOf(`${day}T${from}:00`, demoOrg.timezone),
    endsAt: momentOf(`${day}T${to}:00`, demoOrg.timezone),
    kind: 'meeting' as const,
    title: String(title),
    viewingId: null,
    sample: true,
    createdAt: daysBefore(anchor, 2),
  }));
}

import { z } from 'zod';
import { dayAfter, dayIn, momentOf } from '#text';
import {
  countText,
  defineTool,
  idText,
  invalidArgument,
  isoDateTime,
  type OrgTransaction,
  plainText,
  preconditionFailed,
  subjectOf,
  type ToolContext,
  ToolError,
} from '#pack-kit';
import { logActivity } from '../schema/activity.repository.ts';
import { calendarsOf, type Calendars } from './scheduling/calendar.ts';
import {
  busyBetween,
  insertViewing,
  lockCalendar,
  viewingsOfProperty,
  type OfficeAgent,
} from '../schema/calendar.repository.ts';
import { personOf, type Person } from '../schema/contact.read-model.ts';
import { setLeadStatus } from '../schema/contact.repository.ts';
import { moveDeal, openDealOf } from '../schema/deal.repository.ts';
import {
  earliestStart,
  freeSlots,
  isFree,
  isInHours,
  spanOfDays,
  type TimeSpan,
} from './scheduling/office-hours.ts';
import { propertyOf, requireAvailable, type Property } from '../schema/property.read-model.ts';
import { rowId } from '../schema/row-id.ts';
import { momentName } from '../wording.ts';
import { firstStarts, shownSlot } from './scheduling/free-times.ts';
import { confirmation, confirmByMail } from './scheduling/confirmation-mail.ts';

const MINUTE_MS = 60_000;
const SUGGESTED_WITHIN_DAYS = 7;

const input = z.object({
  propertyId: idText('The property to be seen, such as prop-0043.'),
  contactId: idText('The contact who attends.'),
  startsAt: isoDateTime({ description: 'Start, such as 2026-11-30T10:00; without an offset in local time.' }),
  durationMinutes: countText({ min: 15, max: 240, description: 'Length of the viewing.' }).default(60),
  agentId: plainText(
    'Agent who shows it, by id or name. Omitted: the agent of the contact, otherwise the first free one.',
  ).optional(),
  notes: z.string().trim().max(500).optional().describe('Notes for the agent.'),
  notify: z.boolean().default(false).describe('True to mail the contact a confirmation.'),
});
type Input = z.infer<typeof input>;

const result = z.object({
  ...confirmation.shape,
  viewingId: z.string(),
  status: z.literal('scheduled'),
  startsAt: z.string(),
  endsAt: z.string(),
  timezone: z.string(),
  property: z.object({ id: z.string(), title: z.string() }),
  agent: z.object({ id: z.string(), name: z.string() }),
  dealId: z.string().nullable(),
  dealStage: z.string().nullable(),
});
export type ScheduledViewing = z.infer<typeof result>;

export const scheduleViewing = defineTool({
  name: 'schedule_viewing',
  description:
    'Books a viewing of a property for a contact at a given time with an agent of the office. Check the calendar first.',
  category: 'scheduling',
  capability: 'scheduling',
  input,
  result,
  whenToUse: [
    'A concrete property and time are agreed.',
    'The user asks to book, arrange or set a viewing.',
    'One of the free times that were named is picked.',
  ],
  examples: [
    'Book us in for prop-0043 tomorrow at half past ten',
    'Arrange a visit to the Protaras flat on Saturday morning',
    'Set the viewing for 16:00 with Maria',
    'احجز معاينة للشقة يوم الخميس الساعة 4 عصرا',
    'رتب زيارة للفيلا غدا الساعة 11',
  ],
  role: 'any',
  sideEffect: 'write',
  outbound: { service: 'calendar' },
  intents: ['scheduling', 'property'],
  async execute(given, context): Promise<ScheduledViewing> {
    const span = readSpan(given, context);
    const contactId = await subjectOf(given.contactId, context);
    const transport = given.notify ? context.mail.transport() : undefined;
    const { person, property } = await context.read(async (tx) => ({
      person: await personOf(tx, contactId),
      property: viewable(await propertyOf(tx, given.propertyId)),
    }));
    if (transport !== undefined && person.email === null)
      throw preconditionFailed(
        `There is no e-mail address of ${person.name} to confirm to.`,
        'contact.email',
      );
    const day = dayIn(context.timezone, span.start);
    const wish = { from: day, to: dayAfter(day, SUGGESTED_WITHIN_DAYS), propertyId: property.id };
    const calendars = await calendarsOf(context, {
      ...wish,
      agentId: given.agentId ?? person.agentUserId ?? undefined,
    });
    const agent = freeAgent(calendars, span);
    if (!agent) throw taken(calendars, wish, given, context, takenBy(calendars, span));
    try {
      return await context.write((tx) => book(tx, { given, span, person, property, agent }, context));
    } catch (error) {
      if (!(error instanceof JustTakenError)) throw error;
      // The calendars were read before the other booking.
      const now = await calendarsOf(context, { ...wish, agentId: agent.id });
      throw taken(now, wish, given, context, error.message);
    }
  },
  // If a worker dies between booking and mail, the worker that takes over sends the mail once.
  afterwards: async (kept, given, context) => {
    if (!given.notify) return kept;
    // The stored result says that the outcome of the mail is unknown.
    const { warnings: _, ...booked } = kept;
    return { ...booked, ...(await confirmByMail(booked, given, context)) };
  },
});

function readSpan({ startsAt, durationMinutes }: Input, { clock, timezone }: ToolContext): TimeSpan {
  const start = momentOf(startsAt, timezone);
  const span = { start, end: new Date(start.getTime() + durationMinutes * MINUTE_MS) };
  const refuse = (problem: string) =>
    invalidArgument('startsAt', problem, `A viewing cannot begin then: ${problem}.`);
  if (start < earliestStart(clock.now())) throw refuse('it needs at least two hours of notice');
  if (!isInHours(span, timezone))
    throw refuse('the office is open Monday to Friday 9:00 to 18:00 and Saturday 10:00 to 14:00');
  return span;
}

const viewable = (property: Property) => requireAvailable(property, 'it cannot be viewed');

/** Another booking took the time after the calendars were read. */
class JustTakenError extends ToolError {
  constructor() {
    super('CONFLICT', 'That time has just been taken.');
  }
}

function freeAgent({ agents }: Calendars, span: TimeSpan): OfficeAgent | undefined {
  return agents.find(({ busy }) => isFree(span, busy))?.agent;
}

/** Names the busy agents, unless the property itself is taken; an office without agents has none to name. */
function takenBy({ agents, atProperty }: Calendars, span: TimeSpan): string {
  if (!isFree(span, atProperty)) return 'That time is taken: the property has another viewing then.';
  const names = agents.map(({ agent }) => agent.name);
  if (names.length === 0) return 'That time is taken.';
  const all = new Intl.ListFormat('en').format(names);
  return `That time is taken: ${all} ${names.length === 1 ? 'is' : 'are'} busy then.`;
}

function taken(
  { agents }: Calendars,
  { from, to }: { from: string; to: string },
  { durationMinutes }: Input,
  { clock, timezone }: ToolContext,
  why: string,
): ToolError {
  const free = freeSlots({ from, to, durationMinutes }, agents, { now: clock.now(), timezone });
  const times = firstStarts(free.map(({ start }) => ({ start: start.getTime() })));
  const slots = free.filter(({ start }) => times.includes(start.getTime()));
  return new ToolError('CONFLICT', why, {
    timezone,
    suggestions: slots.map(({ start, agent }) => `${momentName(start, timezone, 'en')} with ${agent.name}`),
    slots: slots.map(shownSlot),
  });
}

interface Booking {
  given: Input;
  span: TimeSpan;
  person: Person;
  property: Property;
  agent: OfficeAgent;
}

async function book(tx: OrgTransaction, booking: Booking, context: ToolContext): Promise<ScheduledViewing> {
  const { given, span, person, property, agent } = booking;
  const { timezone, caller } = context;
  const now = context.clock.now();
  await lockCalendar(tx, [agent.id, property.id]);
  viewable(await propertyOf(tx, property.id, { lock: true }));
  // Somebody may have booked since the calendars were read.
  const day = dayIn(timezone, span.start);
  const around = spanOfDays(day, day, timezone);
  const busy = [
    ...(await busyBetween(tx, { ...around, agentIds: [agent.id] })),
    ...(await viewingsOfProperty(tx, property.id, around)),
  ];
  if (!isFree(span, busy)) throw new JustTakenError();
  const viewingId = rowId('viewing');
  await insertViewing(
    tx,
    {
      id: viewingId,
      propertyId: property.id,
      contactId: person.id,
      agentUserId: agent.id,
      startsAt: span.start,
      endsAt: span.end,
      notes: given.notes ?? '',
      createdAt: now,
    },
    `Viewing of ${property.title}`,
  );
  const deal = await openDealOf(tx, person.id, property.id);
  const moves = deal?.stage === 'new' || deal?.stage === 'qualified';
  if (deal && moves) await moveDeal(tx, deal.id, 'viewing', { by: caller.userId, now });
  await logActivity(tx, {
    contactId: person.id,
    type: 'viewing',
    summary: `Viewing of ${property.title} (${property.reference}) booked for ${momentName(span.start, timezone, 'en')} with ${agent.name}`,
    dealId: deal?.id,
    propertyId: property.id,
    by: caller.userId,
    now,
  });
  await setLeadStatus(tx, person.id, 'viewing', now);
  return {
    viewingId,
    status: 'scheduled',
    startsAt: span.start.toISOString(),
    endsAt: span.end.toISOString(),
    timezone,
    property: { id: property.id, title: property.title },
    agent: { id: agent.id, name: agent.name },
    dealId: deal?.id ?? null,
    dealStage: deal ? (moves ? 'viewing' : deal.stage) : null,
    ...(given.notify
      ? { notification: 'failed' as const, warnings: ['It is not known whether the confirmation was sent.'] }
      : { notification: 'none' as const }),
  };
}

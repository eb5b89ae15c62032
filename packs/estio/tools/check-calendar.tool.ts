import { z } from 'zod';
import { dayAfter, dayIn, daysApart } from '#text';
import {
  countText,
  defineTool,
  idText,
  invalidArgument,
  isoDate,
  plainText,
  type ToolContext,
  ToolError,
} from '#pack-kit';
import { calendarsOf } from './scheduling/calendar.ts';
import { personOf } from '../schema/contact.read-model.ts';
import { shownSlot } from './scheduling/free-times.ts';
import { freeSlots } from './scheduling/office-hours.ts';

const MAX_DAYS_AHEAD = 60;
const USUAL_DAYS = 7;

const input = z.object({
  dateFrom: isoDate({ description: 'First day. Omitted: today.' }).optional(),
  dateTo: isoDate({
    description: 'Last day, inclusive. Omitted: a week after dateFrom.',
  }).optional(),
  durationMinutes: countText({ min: 15, max: 240, description: 'Length of the viewing.' }).default(60),
  agentId: plainText(
    'Agent of the office by id or name, or "all". Omitted: the agent of the contact, otherwise all.',
  ).optional(),
  propertyId: idText('Property to be seen, such as prop-0043; its other viewings count as busy.').optional(),
});

const result = z.object({
  timezone: z.string(),
  slots: z.array(
    z.object({ start: z.string(), end: z.string(), agentId: z.string(), agentName: z.string() }),
  ),
  busy: z.array(
    z.object({ start: z.string(), end: z.string(), agentId: z.string().nullable(), kind: z.string() }),
  ),
  provider: z.enum(['internal', 'http']),
});
export type FreeTimes = z.infer<typeof result>;

export const checkCalendar = defineTool({
  name: 'check_calendar',
  description:
    "Lists the free times for viewings in the calendars of the office's agents, and when they are busy, for a day or several.",
  category: 'scheduling',
  capability: 'scheduling',
  input,
  result,
  whenToUse: [
    'Before proposing or booking any time.',
    'The user asks when somebody is free.',
    'Somebody wants to see, look at or visit a home on some day: is there a time for it? متى يمكن رؤية العقار، أشوفها أو أعاينها أو أزورها غدا أو بكرا.',
  ],
  examples: [
    'Which times are open on Thursday afternoon?',
    "Is Andreas's diary free next week for an hour?",
    'When could we fit in a visit?',
    'When are you free to show me the flat?',
    'ما المواعيد المتاحة يوم الأربعاء؟',
    'هل يوجد وقت فارغ غدا صباحا؟',
    'متى أنتم متاحون لمعاينة العقار؟',
  ],
  role: 'any',
  sideEffect: 'none',
  outbound: { service: 'calendar' },
  intents: ['scheduling'],
  async execute(given, context): Promise<FreeTimes> {
    const { timezone } = context;
    const now = context.clock.now();
    const { from, to } = readDays(given, dayIn(timezone, now));
    const agentId = given.agentId ?? (await agentOfContact(context));
    const { propertyId } = given;
    // An org admin has an account without a calendar.
    const ownId = context.caller.userId;
    const calendars = await calendarsOf(context, { from, to, agentId, ownId, propertyId });
    const { durationMinutes } = given;
    const slots = freeSlots({ from, to, durationMinutes }, calendars.agents, { now, timezone });
    return {
      timezone,
      slots: slots.map(shownSlot),
      busy: calendars.busy.map(({ start, end, agentId: who, kind }) => ({
        start: start.toISOString(),
        end: end.toISOString(),
        agentId: who,
        kind,
      })),
      provider: calendars.provider,
    };
  },
});

function readDays(
  { dateFrom, dateTo }: { dateFrom?: string; dateTo?: string },
  today: string,
): { from: string; to: string } {
  const from = dateFrom ?? today;
  const to = dateTo ?? dayAfter(from, USUAL_DAYS);
  if (from < today) throw invalidArgument('dateFrom', `expected today (${today}) or later, found ${from}`);
  if (to < from) throw invalidArgument('dateTo', `expected ${from} or later, found ${to}`);
  if (daysApart(from, to) > MAX_DAYS_AHEAD)
    throw invalidArgument('dateTo', `expected at most ${MAX_DAYS_AHEAD} days after dateFrom`);
  return { from, to };
}

/** The agent who is responsible for the contact; all agents without a contact. */
async function agentOfContact(context: ToolContext): Promise<string | undefined> {
  const { contactId } = context;
  if (contactId === undefined) return undefined;
  try {
    return (await context.read((tx) => personOf(tx, contactId))).agentUserId ?? undefined;
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

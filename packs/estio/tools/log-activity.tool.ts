import { z } from 'zod';
import { dayIn, momentOf } from '#text';
import {
  defineTool,
  enumWithSynonyms,
  idText,
  invalidArgument,
  isoDateTime,
  subjectOf,
  type ToolContext,
} from '#pack-kit';
import { logActivity } from '../schema/activity.repository.ts';
import { dealOf } from '../schema/deal.repository.ts';
import { activityOutcomes } from '../schema/entities/index.ts';
import { propertyOf } from '../schema/property.read-model.ts';
import { ACTIVITY_WORDS } from '../schema/value-words.ts';

const MAX_SUMMARY_CHARACTERS = 500;
const MAX_AHEAD_MS = 5 * 60_000;
const MAX_AGE_YEARS = 5;

const input = z.object({
  contactId: idText('The contact.'),
  type: enumWithSynonyms(ACTIVITY_WORDS, { description: 'Kind of activity.' }),
  summary: z.string().trim().min(3).max(MAX_SUMMARY_CHARACTERS).describe('What happened, in one sentence.'),
  outcome: z.enum(activityOutcomes).default('none').describe('How it ended.'),
  dealId: idText('Such as deal-001.').optional(),
  propertyId: idText('Such as prop-0017.').optional(),
  occurredAt: isoDateTime({ description: 'When it happened. Omitted: now.', ofDay: 'start' }).optional(),
  dueAt: isoDateTime({
    ofDay: 'end',
    description: 'When a task is due.',
  }).optional(),
});

const result = z.object({
  activityId: z.string(),
  type: z.string(),
  occurredAt: z.string(),
  dueAt: z.string().optional().describe('Due time of a task'),
  timezone: z.string(),
  createdAt: z.string(),
  createdBy: z.string().describe('`system`, or the user'),
});
export type LoggedActivity = z.infer<typeof result>;

export const logActivityTool = defineTool({
  name: 'log_activity',
  description:
    "Records something that happened with a contact (a call, a meeting, a message, a decision) on the contact's timeline.",
  category: 'contact',
  capability: 'activity',
  input,
  result,
  whenToUse: [
    'A call, meeting, message or decision must be kept on the timeline.',
    'The user asks to be reminded of something, now or on a day: a task with its due time. ذكرني بأمر في يوم ما.',
    'Somebody asks to speak with a person: log it as a task, for the office to follow up.',
    'The user asks to log or record what happened with a person or a deal.',
    'The user tells of a call, a talk, a coffee, a lunch, a visit or an appointment with somebody that has taken place.',
    'طلب التحدث إلى موظف أو شخص من المكتب، أو مكالمة لم يرد عليها أحد.',
  ],
  examples: [
    'Log that I rang him and got no answer',
    "Record yesterday's office meeting with the owners",
    'Put a note on the file about the missing deed',
    'Remind me on Thursday to send her the plans',
    'سجل أنني اتصلت بالعميل اليوم',
    'أضف ملاحظة بأن المالك وافق على التأجيل',
  ],
  tier: 'always',
  role: 'any',
  sideEffect: 'write',
  intents: ['contact'],
  async execute(given, context): Promise<LoggedActivity> {
    const now = context.clock.now();
    const occurredAt = given.occurredAt ? momentIn(given.occurredAt, now, context) : now;
    const dueAt = given.dueAt === undefined ? undefined : dueIn(given.dueAt, given.type, now, context);
    const contactId = await subjectOf(given.contactId, context);
    const by = context.caller.userId;
    return context.write(async (tx) => {
      const { type, summary, outcome, dealId, propertyId } = given;
      if (dealId) await dealOf(tx, dealId);
      if (propertyId) await propertyOf(tx, propertyId);
      const activityId = await logActivity(tx, {
        contactId,
        type,
        summary,
        outcome,
        dealId,
        propertyId,
        occurredAt,
        dueAt,
        by,
        now,
      });
      return {
        activityId,
        type,
        occurredAt: occurredAt.toISOString(),
        ...(dueAt && { dueAt: dueAt.toISOString() }),
        timezone: context.timezone,
        createdAt: now.toISOString(),
        createdBy: by ?? 'system',
      };
    });
  },
});

function momentIn(text: string, now: Date, { timezone }: ToolContext): Date {
  const moment = momentOf(text, timezone);
  const oldest = new Date(now);
  oldest.setUTCFullYear(oldest.getUTCFullYear() - MAX_AGE_YEARS);
  if (moment.getTime() <= now.getTime() + MAX_AHEAD_MS && moment >= oldest) return moment;
  throw invalidArgument(
    'occurredAt',
    `found ${text}`,
    `It must have happened by now, and within the last ${MAX_AGE_YEARS} years.`,
  );
}

const MAX_AHEAD_YEARS = 5;

/** @throws ToolError VALIDATION_FAILED for an activity that is not a task, and for a time in the past or too far ahead. */
function dueIn(text: string, type: string, now: Date, { timezone }: ToolContext): Date {
  if (type !== 'task') throw invalidArgument('dueAt', `only a task is due; this is of type ${type}`);
  const moment = momentOf(text, timezone);
  const last = new Date(now);
  last.setUTCFullYear(last.getUTCFullYear() + MAX_AHEAD_YEARS);
  // A day alone is its midnight, so the days are compared: a task may be due today.
  if (dayIn(timezone, moment) >= dayIn(timezone, now) && moment <= last) return moment;
  throw invalidArgument(
    'dueAt',
    `expected a time from today on, within ${MAX_AHEAD_YEARS} years, found ${text}`,
  );
}

import { z } from 'zod';
import { dayIn } from '#config';
import { subjectOf } from '#tools';
import {
  defineTool,
  enumWithSynonyms,
  isoDateTime,
  momentOf,
  ToolError,
  type OfflineMessage,
  type ToolContext,
} from '#pack-kit';
import { hasPhrase, normalizedWords, wantsPerson, anySpelling } from '#text';
import { logActivity } from '../schema/activity.repository.ts';
import { DEAL_POINTED_AT } from '../offline/deal-spoken-of.ts';
import { dealOf } from '../schema/deal.repository.ts';
import { activityOutcomes } from '../schema/entities/index.ts';
import { HOME_POINTED_AT } from '../offline/home-spoken-of.ts';
import { propertyOf } from '../schema/property.read-model.ts';
import { momentName, type Wording } from '../wording.ts';

const MAX_SUMMARY_CHARACTERS = 500;
const MAX_AHEAD_MS = 5 * 60_000;
const MAX_AGE_YEARS = 5;

const TYPES = {
  call: ['phone', 'rang', 'ring', 'called', 'phoned', 'اتصلت', 'اتصال', 'مكالمة', 'اتصل'],
  email: ['mail', 'e-mail', 'mailed', 'emailed', 'بريد'],
  message: ['messaged', 'texted', 'whatsapp', 'رسالة'],
  meeting: ['met', 'appointment', 'اجتماع', 'قابلت', 'التقيت'],
  viewing: ['visit', 'viewed', 'showed', 'معاينة', 'زيارة'],
  offer: ['bid', 'عرض سعر'],
  document: ['paper', 'papers', 'passport', 'مستند', 'وثيقة'],
  task: ['todo', 'to do', 'remind', 'reminder', 'مهمة', 'ذكرني'],
  status_change: ['status', 'حالة'],
  note: ['ملاحظة'],
} as const;

const COMMANDS = [
  'log an activity that',
  'remind me to',
  'remind us to',
  'remind me',
  'remind us',
  'set a reminder to',
  'set a reminder for',
  'set a reminder',
  'ذكرني بأن',
  'ذكرني',
  'log that',
  'log a',
  'log',
  'record that',
  'record a',
  'record',
  'put a note on the file about',
  'put a note on the file that',
  'put on the timeline that',
  'add to the timeline that',
  'put a note',
  'add a note that',
  'سجل أنني',
  'سجل أنه',
  'سجل أن',
  'أضف ملاحظة بأن',
  'أضف ملاحظة أن',
  'أضف ملاحظة',
];
/** What happened, as against what somebody is like. */
const HAPPENED = anySpelling(
  /\b(?:log|timeline|remind (?:me|us)|reminder|on the file|rang|called|phoned|met|showed|no answer)\b|\brecord\b.*\b(?:meeting|call|viewing|visit|email)|ذكرني|ذكرنا|اتصل|مكالمة|اجتماع|ملاحظة|قابلت|التقيت/iu,
);

const input = z.object({
  contactId: z.string().min(1).max(128).describe('Whose timeline it is.'),
  type: enumWithSynonyms(TYPES, { description: 'What kind of thing happened' }),
  summary: z.string().trim().min(3).max(MAX_SUMMARY_CHARACTERS).describe('What happened, in one sentence.'),
  outcome: z.enum(activityOutcomes).default('none').describe('How it ended.'),
  dealId: z.string().min(1).max(128).optional().describe('The deal it belongs to, such as deal-001.'),
  propertyId: z.string().min(1).max(128).optional().describe('The property it was about, such as prop-0017.'),
  occurredAt: isoDateTime({ description: 'When it happened; now when left out.' }).optional(),
  dueAt: isoDateTime({
    description: 'Of a task: by when it is to be done; a day alone is its 00:00.',
  }).optional(),
});

export interface LoggedActivity {
  activityId: string;
  type: string;
  occurredAt: string;
  /** Of a task that has a time. */
  dueAt?: string;
  timezone: string;
  createdAt: string;
  /** `system`, or the user. */
  createdBy: string;
}

export const logActivityTool = defineTool({
  name: 'log_activity',
  description:
    "Records something that happened with a contact (a call, a meeting, a message, a decision) on the contact's timeline.",
  category: 'contact',
  capability: 'activity',
  input,
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
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'write',
  intents: ['contact'],
  offline: {
    keepsWhatIsSaid: true,
    examplesOf: 'staff',
    fill: {
      contactId: { from: 'context', key: 'contactId' },
      type: { from: 'rule', read: typeOf },
      summary: {
        from: 'first',
        of: [
          { from: 'rule', read: callForPerson },
          { from: 'rule', read: whatToDo },
          { from: 'quoted' },
          { from: 'rest', without: COMMANDS },
        ],
      },
      outcome: { from: 'rule', read: outcomeOf },
      dealId: { from: 'first', of: [{ from: 'id', prefix: 'deal' }, DEAL_POINTED_AT] },
      propertyId: { from: 'first', of: [{ from: 'id', prefix: 'prop' }, HOME_POINTED_AT] },
      occurredAt: { from: 'datetime', past: true },
      dueAt: { from: 'datetime', ahead: true, when: ['remind', 'reminder', 'ذكرني', 'ذكرنا', 'task'] },
    },
    cues: [
      'log',
      'log that',
      'remind me',
      'remind us',
      'reminder',
      'ذكرني',
      'on the file',
      'timeline',
      'record',
      'rang',
      'سجل أنني',
      'أضف ملاحظة',
      'اتصلت',
    ],
    applies: ({ text }) => HAPPENED.test(text) && !/[?؟]\s*$/.test(text),
    forPerson: true,
    ask: {
      contactId: { en: 'Whose timeline shall it go on?', ar: 'لأي عميل أسجل ذلك؟' },
      summary: { en: 'What happened?', ar: 'ماذا حدث؟' },
    },
    reply: {
      en: ({ type, dueAt, timezone }: LoggedActivity, _: unknown, message?: OfflineMessage) =>
        message && asksForPerson(message)
          ? 'I am an assistant program and cannot put you through. I have noted for the office that you would like to speak with a person; I cannot say when somebody gets in touch.'
          : dueAt
            ? `The reminder is on the timeline as a task, due ${dueName(dueAt, timezone, 'en')}.`
            : `It is on the timeline as ${type.replace('_', ' ')}.`,
      ar: ({ dueAt, timezone }: LoggedActivity, __: unknown, message?: OfflineMessage) =>
        message && asksForPerson(message)
          ? 'أنا برنامج مساعد ولا أستطيع تحويلك إلى شخص. سجلت للمكتب أنك ترغب في التحدث إلى شخص، ولا أعرف متى سيتواصل معك أحد.'
          : dueAt
            ? `سجلت التذكير كمهمة في سجل العميل، موعدها ${dueName(dueAt, timezone, 'ar')}.`
            : 'تم التسجيل في سجل العميل.',
    },
  },
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
  throw new ToolError(
    'VALIDATION_FAILED',
    `It must have happened by now, and within the last ${MAX_AGE_YEARS} years.`,
    { fields: [{ name: 'occurredAt', problem: `found ${text}` }] },
  );
}

const MAX_AHEAD_YEARS = 5;

/** @throws ToolError VALIDATION_FAILED for what is no task, or a time that has passed or is far ahead. */
function dueIn(text: string, type: string, now: Date, { timezone }: ToolContext): Date {
  const refuse = (problem: string) =>
    new ToolError('VALIDATION_FAILED', `dueAt: ${problem}.`, { fields: [{ name: 'dueAt', problem }] });
  if (type !== 'task') throw refuse(`only a task is due; this is of type ${type}`);
  const moment = momentOf(text, timezone);
  const last = new Date(now);
  last.setUTCFullYear(last.getUTCFullYear() + MAX_AHEAD_YEARS);
  // Today's midnight is the beginning of today, which is a day to be reminded on.
  if (dayIn(timezone, moment) >= dayIn(timezone, now) && moment <= last) return moment;
  throw refuse(`expected a time from today on, within ${MAX_AHEAD_YEARS} years, found ${text}`);
}

/** The day, and the time of it where one was named. */
function dueName(dueAt: string, timezone: string, language: Wording): string {
  const name = momentName(new Date(dueAt), timezone, language);
  return name.replace(/(?:,| الساعة) 00:00$/, '');
}

const asksForPerson = ({ text }: OfflineMessage) => wantsPerson(normalizedWords(text));

function callForPerson(message: OfflineMessage): string | undefined {
  return asksForPerson(message)
    ? `Would like to speak with a person: "${message.text.trim()}"`.slice(0, MAX_SUMMARY_CHARACTERS)
    : undefined;
}

const REMINDER =
  /^(?:(?:please|pls|من فضلك)\s+)?(?:remind (?:me|us)|(?:set|add) a reminder|ذكرني|ذكرنا)\s+/iu;
const DAY = anySpelling(
  /^(?:(?:on|by|at|next|this|for|in the|يوم|في)\s+)*(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today|tonight|(?:next|this) week|morning|afternoon|evening|\d{1,2}(?::\d\d)?\s?(?:am|pm)?|غدا|اليوم|الأحد|الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت)(?=\s)\s*/iu,
);

/** "Remind me on Thursday at 10 to call her": what is to be done, without the day that has a field of its own. */
function whatToDo({ text }: OfflineMessage): string | undefined {
  if (!REMINDER.test(text)) return undefined;
  let task = text.replace(REMINDER, '');
  for (let before = ''; before !== task;) {
    before = task;
    task = task.replace(DAY, '');
  }
  const said = task.replace(/^(?:to|that|about|of|بأن|أن|بـ?)\s+/iu, '').replace(/[.!\s]+$/u, '');
  return said.length < 3
    ? undefined
    : `${said.charAt(0).toUpperCase()}${said.slice(1)}`.slice(0, MAX_SUMMARY_CHARACTERS);
}

function typeOf(message: OfflineMessage): string {
  const words = normalizedWords(message.text);
  if (asksForPerson(message) || hasPhrase(words, TYPES.task)) return 'task';
  const found = Object.entries(TYPES).find(([type, synonyms]) => hasPhrase(words, [type, ...synonyms]));
  return found?.[0] ?? 'note';
}

function outcomeOf({ text }: OfflineMessage): string | undefined {
  const words = normalizedWords(text);
  if (hasPhrase(words, ['no answer', 'did not answer', 'لم يرد', 'لم ترد', 'بدون رد'])) return 'no_answer';
  if (hasPhrase(words, ['agreed', 'liked', 'loved', 'went well', 'وافق', 'وافقت', 'أعجبته']))
    return 'positive';
  return hasPhrase(words, ['refused', 'rejected', 'disliked', 'رفض', 'رفضت']) ? 'negative' : undefined;
}

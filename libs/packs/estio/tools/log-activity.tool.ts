import { z } from 'zod';
import {
  defineTool,
  enumWithSynonyms,
  hasPhrase,
  isoDateTime,
  momentOf,
  normalizedWords,
  subjectOf,
  ToolError,
  wantsPerson,
  type OfflineMessage,
  type ToolContext,
} from '#tools';
import { logActivity } from '../activity.repository.ts';
import { dealOf } from '../deal.repository.ts';
import { activityOutcomes } from '../entities/index.ts';
import { propertyOf } from '../property.read-model.ts';

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
  'log an activity that', 'remind me to', 'remind us to', 'ذكرني بأن', 'ذكرني', 'log that', 'log a', 'log', 'record that', 'record a', 'record', 'put a note on the file about',
  'put a note on the file that', 'put on the timeline that', 'add to the timeline that', 'put a note', 'add a note that',
  'سجل أنني', 'سجل أنه', 'سجل أن', 'أضف ملاحظة بأن', 'أضف ملاحظة أن', 'أضف ملاحظة',
]; // prettier-ignore
/** What happened, as against what somebody is like. */
const HAPPENED =
  /\b(?:log|timeline|remind (?:me|us) to|on the file|rang|called|phoned|met|showed|no answer)\b|\brecord\b.*\b(?:meeting|call|viewing|visit|email)|اتصل|مكالمة|اجتماع|ملاحظة|قابلت|التقيت/iu;

const input = z.object({
  contactId: z.string().min(1).max(128).describe('Whose timeline it is.'),
  type: enumWithSynonyms(TYPES, { description: 'What kind of thing happened' }),
  summary: z.string().trim().min(3).max(MAX_SUMMARY_CHARACTERS).describe('What happened, in one sentence.'),
  outcome: z.enum(activityOutcomes).default('none').describe('How it ended.'),
  dealId: z.string().min(1).max(128).optional().describe('The deal it belongs to, such as deal-001.'),
  propertyId: z.string().min(1).max(128).optional().describe('The property it was about, such as prop-0017.'),
  occurredAt: isoDateTime({ description: 'When it happened; now when left out.' }).optional(),
});

export interface LoggedActivity {
  activityId: string;
  type: string;
  occurredAt: string;
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
    'Somebody asks to speak with a person: log it as a task, for the office to follow up.',
    'The user asks to log or record what happened with a person or a deal.',
    'The user tells of a call, a talk, a coffee, a lunch, a visit or an appointment with somebody that has taken place.',
    'طلب التحدث إلى موظف أو شخص من المكتب، أو مكالمة لم يرد عليها أحد.',
  ],
  examples: [
    'Log that I rang him and got no answer',
    "Record yesterday's office meeting with the owners",
    'Put a note on the file about the missing deed',
    'سجل أنني اتصلت بالعميل اليوم',
    'أضف ملاحظة بأن المالك وافق على التأجيل',
  ],
  tier: 'always',
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'write',
  intents: ['contact'],
  offline: {
    fill: {
      contactId: { from: 'context', key: 'contactId' },
      type: { from: 'rule', read: typeOf },
      summary: {
        from: 'first',
        of: [{ from: 'rule', read: callForPerson }, { from: 'quoted' }, { from: 'rest', without: COMMANDS }],
      },
      outcome: { from: 'rule', read: outcomeOf },
      dealId: { from: 'id', prefix: 'deal' },
      propertyId: { from: 'id', prefix: 'prop' },
      occurredAt: { from: 'datetime', past: true },
    },
    cues: [
      'log',
      'log that',
      'remind me to',
      'remind us to',
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
      en: ({ type }: LoggedActivity, _: unknown, message?: OfflineMessage) =>
        message && asksForPerson(message)
          ? 'I am an assistant program and cannot put you through. I have noted for the office that you would like to speak with a person; I cannot say when somebody gets in touch.'
          : `It is on the timeline as ${type.replace('_', ' ')}.`,
      ar: (_: LoggedActivity, __: unknown, message?: OfflineMessage) =>
        message && asksForPerson(message)
          ? 'أنا برنامج مساعد ولا أستطيع تحويلك إلى شخص. سجلت للمكتب أنك ترغب في التحدث إلى شخص، ولا أعرف متى سيتواصل معك أحد.'
          : 'تم التسجيل في سجل العميل.',
    },
  },
  async execute(given, context): Promise<LoggedActivity> {
    const now = context.clock.now();
    const occurredAt = given.occurredAt ? momentIn(given.occurredAt, now, context) : now;
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
        by,
        now,
      });
      return {
        activityId,
        type,
        occurredAt: occurredAt.toISOString(),
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

const asksForPerson = ({ text }: OfflineMessage) => wantsPerson(normalizedWords(text));

function callForPerson(message: OfflineMessage): string | undefined {
  return asksForPerson(message)
    ? `Would like to speak with a person: "${message.text.trim()}"`.slice(0, MAX_SUMMARY_CHARACTERS)
    : undefined;
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

import type { OfflineMessage, OfflineToolHints } from '#pack-kit';
import { anySpelling, hasPhrase, normalizedWords, wantsPerson } from '#text';
import { ACTIVITY_WORDS, type LoggedActivity } from '../tools/log-activity.tool.ts';

const MAX_SUMMARY_CHARACTERS = 500;
const COMMANDS = [
  'log that',
  'log a',
  'log',
  'record that',
  'record a',
  'record',
  'put a note on the file about',
  'put a note on the file that',
  'add a note that',
  'سجل أنني',
  'سجل أنه',
  'أضف ملاحظة بأن',
  'أضف ملاحظة أن',
];
/** Something that happened with a contact, as against a fact about the contact. */
const HAPPENED = anySpelling(
  /\b(?:log|on the file|rang|phoned)\b|\brecord\b.*\b(?:meeting|call|viewing|visit)|سجل أنني|اتصلت|أضف ملاحظة/iu,
);
const OUTCOMES: [outcome: string, words: string[]][] = [
  ['no_answer', ['no answer', 'did not answer', 'لم يرد', 'لم ترد']],
  ['positive', ['agreed', 'went well', 'وافق', 'وافقت']],
  ['negative', ['refused', 'rejected', 'رفض', 'رفضت']],
];

const asksForPerson = ({ text }: OfflineMessage) => wantsPerson(normalizedWords(text));

function typeOf(message: OfflineMessage): string {
  if (asksForPerson(message)) return 'task';
  const words = normalizedWords(message.text);
  const found = Object.entries(ACTIVITY_WORDS).find(([type, forms]) => hasPhrase(words, [type, ...forms]));
  return found?.[0] ?? 'note';
}

export const logActivityHints: OfflineToolHints = {
  fill: {
    contactId: { from: 'context', key: 'contactId' },
    type: { from: 'rule', read: typeOf },
    summary: {
      from: 'first',
      of: [
        {
          from: 'rule',
          read: (message) =>
            asksForPerson(message)
              ? `Would like to speak with a person: "${message.text.trim()}"`.slice(0, MAX_SUMMARY_CHARACTERS)
              : undefined,
        },
        { from: 'quoted' },
        { from: 'rest', without: COMMANDS },
      ],
    },
    outcome: {
      from: 'rule',
      read: ({ text }) => OUTCOMES.find(([, words]) => hasPhrase(normalizedWords(text), words))?.[0],
    },
    dealId: { from: 'id', prefix: 'deal' },
    propertyId: { from: 'id', prefix: 'prop' },
    occurredAt: { from: 'datetime', past: true },
  },
  cues: ['log', 'log that', 'on the file', 'record', 'rang', 'سجل أنني', 'أضف ملاحظة', 'اتصلت'],
  applies: ({ text }) => HAPPENED.test(text) && !/[?؟]\s*$/.test(text),
  ask: {
    contactId: { en: 'Whose timeline shall it go on?', ar: 'لأي عميل أسجل ذلك؟' },
    summary: { en: 'What happened?', ar: 'ماذا حدث؟' },
  },
  reply: {
    en: ({ type }: LoggedActivity, _: unknown, message?: OfflineMessage) =>
      message && asksForPerson(message)
        ? 'I am an assistant program and cannot put you through. I have noted for the office that you would like to speak with a person; I cannot say when somebody gets in touch.'
        : `It is on the timeline as ${type.replace('_', ' ')}.`,
    ar: (__: unknown, _: unknown, message?: OfflineMessage) =>
      message && asksForPerson(message)
        ? 'أنا برنامج مساعد ولا أستطيع تحويلك إلى شخص. سجلت للمكتب أنك ترغب في التحدث إلى شخص، ولا أعرف متى سيتواصل معك أحد.'
        : 'تم التسجيل في سجل العميل.',
  },
};

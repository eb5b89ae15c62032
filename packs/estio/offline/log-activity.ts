import type { OfflineMessage, OfflineToolHints } from '#pack-kit';
import { anySpelling, hasPhrase, normalizedWords } from '#text';
import { ACTIVITY_WORDS } from '../schema/value-words.ts';
import type { LoggedActivity } from '../tools/log-activity.tool.ts';

const COMMANDS = (
  'log that, log a, log, record that, record a, record, put a note on the file about, put a note on the file that, ' +
  'add a note that, سجل أنني, سجل أنه, أضف ملاحظة بأن, أضف ملاحظة أن'
).split(', ');
/** An event with a contact, in contrast to a fact about the contact. */
const HAPPENED = anySpelling(
  /\b(?:log|on the file|rang|phoned)\b|\brecord\b.*\b(?:meeting|call|viewing|visit)|سجل أنني|اتصلت|أضف ملاحظة/iu,
);
const NO_ANSWER = anySpelling(/no answer|did(?: not|n['’]t) answer|لم (?:يرد|ترد)/giu);
const OUTCOMES: [outcome: string, words: string[]][] = [
  ['no_answer', ['no answer', 'did not answer', 'لم يرد', 'لم ترد']],
  ['positive', ['agreed', 'went well', 'وافق', 'وافقت']],
  ['negative', ['refused', 'rejected', 'رفض', 'رفضت']],
];

/** An event that did not happen, or may happen; the outcomes above are read before. */
const NOT_HAPPENED = anySpelling(
  /\b(?:not|never|no|if|when|will|would|should)\b|n['’]t\b|(?:لم|لن|إذا|سوف)(?!\p{L})/iu,
);

function typeOf({ text }: OfflineMessage): string {
  const words = normalizedWords(text);
  const found = Object.entries(ACTIVITY_WORDS).find(([type, forms]) => hasPhrase(words, [type, ...forms]));
  return found?.[0] ?? 'note';
}

export const logActivityHints: OfflineToolHints = {
  fill: {
    contactId: { from: 'context', key: 'contactId' },
    type: { from: 'rule', read: typeOf },
    summary: {
      from: 'first',
      of: [{ from: 'quoted' }, { from: 'rest', without: COMMANDS }],
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
  applies: ({ text }) =>
    HAPPENED.test(text) && !NOT_HAPPENED.test(text.replace(NO_ANSWER, ' ')) && !/[?؟]\s*$/.test(text),
  ask: {
    contactId: { en: 'Whose timeline shall it go on?', ar: 'لأي عميل أسجل ذلك؟' },
    summary: { en: 'What happened?', ar: 'ماذا حدث؟' },
  },
  reply: {
    en: ({ type }: LoggedActivity) => `It is on the timeline as ${type.replace('_', ' ')}.`,
    ar: () => 'تم التسجيل في سجل العميل.',
  },
};

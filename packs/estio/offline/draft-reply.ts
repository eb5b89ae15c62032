import type { OfflineMessage, OfflineToolHints } from '#pack-kit';
import { hasPhrase, phraseList } from '#text';
import type { Draft } from '../tools/draft-reply.tool.ts';

const INTENTS: [intent: string, words: RegExp][] = [
  ['viewing_invite', /\binvit|دعوة/i],
  ['follow_up', /follow[- ]?up|after the viewing|متابعة|بعد المعاينة/i],
  ['offer_response', /\b(?:his|her|their|the) offer\b|بخصوص العرض/i],
  ['objection', /objection|worr|concern|قلق/i],
  ['introduction', /introduc|تعريف/i],
];
const LANGUAGES: [language: string, words: RegExp][] = [
  ['ar', /\bin arabic\b|بالعربي/i],
  ['el', /\bin greek\b|باليوناني/i],
  ['ru', /\bin russian\b|بالروسي/i],
  ['en', /\bin english\b|بالإنجليزي/i],
];
const TONES: [tone: string, words: RegExp][] = [
  ['friendly', /\bfriendly\b|ودود/i],
  ['concise', /\b(?:short|brief|concise)\b|مختصر/i],
];
const WRITING = phraseList(
  'draft, write back, write to, write her, write him, reply to, message, answer to, اكتب ردا, اكتب رسالة, رسالة',
);
const MAX_POINT_CHARACTERS = 300;

const firstOf =
  (rules: [value: string, words: RegExp][]) =>
  ({ text }: OfflineMessage): string | undefined =>
    rules.find(([, words]) => words.test(text))?.[0];

/** The point that the message wants made: the words in quotation marks, or those behind "that", "saying", "about". */
function keyPoints({ text }: OfflineMessage): string[] | undefined {
  const said =
    /["“«](.{3,300})["”»]/u.exec(text)?.[1] ??
    /(?:\bsaying(?: that)?|\bthat|بأن|أن)\s+(.{3,})$/iu.exec(text)?.[1];
  if (said) return [said.slice(0, MAX_POINT_CHARACTERS)];
  const about = /(?:\babout|بخصوص|بشأن)\s+(.{3,200})$/iu.exec(text)?.[1];
  return about ? [/\p{Script=Arabic}/u.test(about) ? `بخصوص ${about}` : `About ${about}`] : undefined;
}

export const draftReplyHints: OfflineToolHints = {
  fill: {
    contactId: { from: 'context', key: 'contactId' },
    intent: { from: 'rule', read: firstOf(INTENTS) },
    keyPoints: { from: 'rule', read: keyPoints },
    tone: { from: 'rule', read: firstOf(TONES) },
    language: { from: 'rule', read: firstOf(LANGUAGES) },
    propertyIds: {
      from: 'first',
      of: [
        { from: 'id', prefix: 'prop' },
        { from: 'prev', tool: 'search_properties', path: 'items[0..2].id' },
      ],
    },
    channel: { from: 'rule', read: ({ text }) => (/\be-?mail\b|بريد/i.test(text) ? 'email' : undefined) },
  },
  cues: ['draft', 'write back', 'write to', 'message inviting', 'اكتب', 'رسالة', 'ردا'],
  applies: ({ normalized }) => hasPhrase(normalized.split(' '), WRITING),
  ask: { contactId: { en: 'Who is it for?', ar: 'لمن الرسالة؟' } },
  reply: {
    en: ({ subject, text, warnings = [] }: Draft) =>
      `${['Here is a draft to review; nothing was sent.', ...warnings].join(' ')}\n\n${subject ? `Subject: ${subject}\n\n` : ''}${text}`,
    ar: ({ subject, text }: Draft) =>
      `هذه مسودة للمراجعة ولم يُرسل شيء.\n\n${subject ? `الموضوع: ${subject}\n\n` : ''}${text}`,
  },
};

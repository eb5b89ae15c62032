import { MAX_DRAFT_CHARACTERS, type DraftFacts, type DraftText } from '../prompts/draft-reply.task.ts';
import { listingLine, type Wording } from '../wording.ts';

/** Rules mode of the task: a draft from the facts, in English and Arabic; other languages get English. */
export function draftByRules({
  firstName,
  intent,
  keyPoints,
  properties,
  language,
  channel,
  agency,
}: DraftFacts): DraftText {
  const wording: Wording = language === 'ar' ? 'ar' : 'en';
  const words = WORDS[wording];
  const parts = [
    words.greeting(firstName),
    words.opening[intent] ?? '',
    keyPoints.map(sentence).join(' '),
    properties.map((property) => listingLine(property, wording)).join('\n'),
    words.closing[intent],
    agency,
  ];
  return {
    subject: channel === 'email' ? words.subject[intent] : null,
    text: parts.filter(Boolean).join('\n\n').slice(0, MAX_DRAFT_CHARACTERS),
  };
}

const sentence = (point: string) => {
  const text = point.trim();
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?؟]$/.test(begun) ? begun : `${begun}.`;
};

type Intent = DraftFacts['intent'];

const WORDS: Record<
  Wording,
  {
    greeting: (name: string) => string;
    opening: Partial<Record<Intent, string>>;
    closing: Record<Intent, string>;
    subject: Record<Intent, string>;
  }
> = {
  en: {
    greeting: (name) => (name ? `Hello ${name},` : 'Hello,'),
    opening: {
      follow_up: 'Thank you for your time.',
      objection: 'Thank you for being open about it; I understand the concern.',
      introduction: 'I will be looking after your search.',
    },
    closing: {
      answer: 'Does this answer your question?',
      follow_up: 'How did you find it?',
      viewing_invite: 'When would it suit you to see it?',
      offer_response: 'How would you like to go on?',
      objection: 'What worries you most about it?',
      closing: 'Shall we prepare the next step?',
      introduction: 'What matters most to you in your new home?',
    },
    subject: {
      answer: 'Your question',
      follow_up: 'After our last meeting',
      viewing_invite: 'An invitation to a viewing',
      offer_response: 'Your offer',
      objection: 'Your concern',
      closing: 'The next step',
      introduction: 'Your search for a home',
    },
  },
  ar: {
    greeting: (name) => (name ? `مرحبا ${name}،` : 'مرحبا،'),
    opening: {
      follow_up: 'شكرا لوقتكم.',
      objection: 'شكرا لصراحتكم، أتفهم قلقكم.',
      introduction: 'سأتابع معكم البحث عن بيتكم.',
    },
    closing: {
      answer: 'هل يجيب هذا عن سؤالكم؟',
      follow_up: 'ما رأيكم بعد المعاينة؟',
      viewing_invite: 'متى يناسبكم أن تروه؟',
      offer_response: 'كيف تودون المتابعة؟',
      objection: 'ما أكثر ما يقلقكم في الأمر؟',
      closing: 'هل نجهز الخطوة التالية؟',
      introduction: 'ما أهم شيء بالنسبة لكم في البيت الجديد؟',
    },
    subject: {
      answer: 'سؤالكم',
      follow_up: 'بعد لقائنا الأخير',
      viewing_invite: 'دعوة إلى معاينة',
      offer_response: 'عرضكم',
      objection: 'ملاحظتكم',
      closing: 'الخطوة التالية',
      introduction: 'بحثكم عن بيت',
    },
  },
};

import { z } from 'zod';
import type { ToolResult } from '#contracts';
import { defineTool, enumWithSynonyms, ToolError, type OfflineMessage } from '#pack-kit';
import { picksTime } from '#text';
import { addLead, markBookingLinkShared } from '../schema/leads/lead.repository.ts';
import { asksAboutOffer } from '../reading/question-of-offer.ts';
import { bookingUrl } from '../settings.ts';
import { cancelsCall, refusesCall } from '../routines/asking-to-talk.ts';

const MEETINGS = {
  consultation: ['consulting', 'call', 'استشارة', 'مكالمة'],
  workshop: ['training', 'course', 'ورشة', 'ورشة عمل', 'ورشة العمل', 'تدريب'],
  'strategy-call': ['strategy call', 'strategy', 'strategy session', 'جلسة استراتيجية'],
};
type Meeting = keyof typeof MEETINGS;

const input = z.object({
  meetingType: enumWithSynonyms(MEETINGS, { description: 'consultation, workshop or strategy-call' }).default(
    'consultation',
  ),
});

export interface BookingLink {
  url: string;
  meetingType: Meeting;
  note: string;
}

/** A meeting, or what leads to one. */
const MEETS =
  /\b(?:book\w*|calls?|meet\w*|reserv\w*|speak|talk|appointment|demo|schedul\w*|consult\w*|pay|start|link|slot|session|get in touch|contact|reach|date|person|human|someone|somebody|free|availab\w*|calendar)\b|حجز|موعد|مقابله|مكالمه|اتصال|استشار|تحدث|تكلم|لقاء|اجتماع|رابط|دفع|نبدا|ورشه|شخص|موظف|متاح|متفرغ/u;
/** What is to be drawn may have calls and slots in it. */
const DRAWS =
  /^(?:(?:please|can|could|you|now|ok) )*(?:draw|map|sketch|diagram|chart|visuali[sz]e)\b|^(?:ارسم|اعمل مخطط|خطط)/u;
const SPEAKS_LANGUAGE =
  /\b(?:speak|talk)(?: in)? (?:english|arabic|german|french|spanish|italian|dutch|turkish|russian|hindi|urdu|chinese|greek)\b/u;

/** What work is paid with, and what costs nothing, lead to no meeting. */
const OF_MONEY =
  /\b(?:we|i|they|you) (?:only |already |currently )?pay (?!for (?:the|your)\b)|\bpay (?:them|him|her|each|our|my)\b|\b(?:for free|free (?:trial|version|of charge|plan|sample|demo)|(?:is|are) (?:it|this|that|there) (?:anything )?free|anything (?:for )?free|without paying|(?:will not|won t|wouldn t|not going to|never) pay|salar\w+)\b/u;
/** "12 hours a week on appointment calls": calls are the work that is complained of. */
const LOSES_HOURS =
  /\b(?:los(?:e|es|t|ing)|wast\w+|spend\w*) (?:\p{L}+ ){0,4}(?:time|hours|ages|days) (?:on|with|over|in) (?!.*\b(?:book|reserve|schedule|talk|speak|can we|could we|let s)\b)|\d\s*(?:hours?|hrs?|ساعه|ساعات)\b.*\b(?:week|weekly|day|daily|month|each)\b|\d\s*(?:ساعه|ساعات)\s*(?:اسبوعيا|يوميا|شهريا|في|كل)/u;

/** With a page, and without one: where the time is chosen. */
const CHOOSE_THERE = [
  {
    en: 'You choose the time there yourself; I have not booked anything.',
    ar: 'تختار الموعد بنفسك في هذه الصفحة؛ لم أحجز شيئا.',
  },
  {
    en: 'Tell me your name and your e-mail address, and which day suits you: I note them here for the consultant.',
    ar: 'اكتب لي اسمك وبريدك الإلكتروني واليوم الذي يناسبك: أسجلها هنا للمستشار.',
  },
] as const;
export const ASKS_WHOM = CHOOSE_THERE[1];

export const getBookingLink = defineTool({
  name: 'get_booking_link',
  description:
    'Gives the link where the visitor books a call, a workshop or a strategy call themselves. It books nothing.',
  category: 'sales',
  input,
  whenToUse: [
    'The visitor wishes to meet, to talk to somebody, to book, or to start.',
    'An appointment or a time is asked for, or how to go on from here.',
  ],
  examples: [
    'Can we set up a call next week?',
    'How do I reserve a workshop date?',
    'When are you free?',
    'I would like to speak with the consultant',
    'أريد حجز موعد للاستشارة',
    'متى أنتم متاحون؟',
    'كيف أحجز ورشة العمل؟',
  ],
  tier: 'always',
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'write',
  intents: ['scheduling', 'value'],
  offline: {
    fill: {
      meetingType: {
        from: 'enum',
        values: {
          workshop: MEETINGS.workshop,
          'strategy-call': MEETINGS['strategy-call'],
          consultation: MEETINGS.consultation,
        },
      },
    },
    applies: ({ text, normalized }) =>
      MEETS.test(normalized) &&
      !refusesCall({ text }) &&
      !cancelsCall({ normalized }) &&
      !asksAboutOffer(normalized) &&
      !DRAWS.test(normalized) &&
      !SPEAKS_LANGUAGE.test(normalized) &&
      !LOSES_HOURS.test(normalized) &&
      !OF_MONEY.test(normalized),
    cues: [
      'book',
      'call',
      'meet',
      'reserve',
      'speak with',
      'talk to',
      'appointment',
      'set up a call',
      'when are you',
      'demo',
      'schedule',
      'where do i pay',
      'we want to start',
      'حجز',
      'أحجز',
      'احجز',
      'موعد',
      'مقابلة',
      'مكالمة',
    ],
    reply: { en: reply, ar: replyArabic },
    failure: notBookable,
    // Who names a time is told once more where it is chosen.
    asksBack: CHOOSE_THERE.map((question) => ({
      question,
      gives: {},
      keeps: ['meetingType'],
      answeredBy: picksTime,
    })),
  },
  async execute({ meetingType }, context): Promise<BookingLink> {
    const { settings, contactId, conversationId, caller, clock } = context;
    const url = bookingUrl(settings, meetingType);
    if (url === undefined)
      throw new ToolError('NOT_CONFIGURED', 'Booking is not configured: set BOOKING_URL.', {
        missingSettings: ['BOOKING_URL'],
      });
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      throw new ToolError('NOT_CONFIGURED', 'Booking is not configured: BOOKING_URL is not a web address.', {
        missingSettings: ['BOOKING_URL'],
      });
    return context.write(async (tx) => {
      const now = clock.now();
      if (contactId !== undefined && caller.kind === 'contact') {
        await addLead(tx, { id: contactId, name: null, conversationId }, now);
        await markBookingLinkShared(tx, contactId, now);
      }
      return { url, meetingType, note: 'The visitor books there; nothing has been booked.' };
    });
  },
});

const KINDS = {
  en: { consultation: 'a consultation', workshop: 'the workshop', 'strategy-call': 'a strategy call' },
  ar: { consultation: 'الاستشارة', workshop: 'ورشة العمل', 'strategy-call': 'الجلسة الاستراتيجية' },
};

/** Which setting is missing stands in the result, for those who run the org; a visitor can do nothing with its name. */
function notBookable({ errorClass }: ToolResult, _input: unknown, { language }: OfflineMessage) {
  return errorClass === 'NOT_CONFIGURED' ? cannotBook(language) : undefined;
}

/** @param asking false where it is known already whom to reach. */
export function cannotBook(language: string, { asking = true } = {}): string {
  const said =
    language === 'ar'
      ? 'لا يمكن الحجز عبر الإنترنت هنا بعد، فليس لدي رابط أعطيك إياه، ولم أحجز شيئا.'
      : 'Calls cannot be booked online here yet, so I have no link to give you, and I have not booked anything.';
  if (!asking) return said;
  return `${said} ${language === 'ar' ? ASKS_WHOM.ar : ASKS_WHOM.en}`;
}

function reply({ url, meetingType }: BookingLink): string {
  const [there] = CHOOSE_THERE;
  return `You can book ${KINDS.en[meetingType]} here: ${url}\n${there.en}`;
}

function replyArabic({ url, meetingType }: BookingLink): string {
  const [there] = CHOOSE_THERE;
  return `يمكنك حجز ${KINDS.ar[meetingType]} هنا: ${url}\n${there.ar}`;
}

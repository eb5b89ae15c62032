import { z } from 'zod';
import { defineTool, enumWithSynonyms, ToolError } from '#pack-kit';
import { addLead, markBookingLinkShared } from '../schema/leads/lead.repository.ts';
import { bookingUrl } from './settings.ts';

export const MEETINGS = {
  consultation: ['consulting', 'call', 'استشارة', 'مكالمة'],
  workshop: ['training', 'course', 'ورشة', 'ورشة عمل', 'ورشة العمل', 'تدريب'],
  'strategy-call': ['strategy call', 'strategy', 'strategy session', 'جلسة استراتيجية'],
};
export type Meeting = keyof typeof MEETINGS;

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

/** The sentence behind a link: the visitor books there, the agent has not. */
export const CHOOSE_THERE = {
  en: 'You choose the time there yourself; I have not booked anything.',
  ar: 'تختار الموعد بنفسك في هذه الصفحة؛ لم أحجز شيئا.',
};
const ASKS_WHOM = {
  en: 'Tell me your name and your e-mail address, and which day suits you: I note them here for the consultant.',
  ar: 'اكتب لي اسمك وبريدك الإلكتروني واليوم الذي يناسبك: أسجلها هنا للمستشار.',
};

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

/** @param asking false where it is known already whom to reach. */
export function cannotBook(language: string, { asking = true } = {}): string {
  const said =
    language === 'ar'
      ? 'لا يمكن الحجز عبر الإنترنت هنا بعد، فليس لدي رابط أعطيك إياه، ولم أحجز شيئا.'
      : 'Calls cannot be booked online here yet, so I have no link to give you, and I have not booked anything.';
  if (!asking) return said;
  return `${said} ${language === 'ar' ? ASKS_WHOM.ar : ASKS_WHOM.en}`;
}

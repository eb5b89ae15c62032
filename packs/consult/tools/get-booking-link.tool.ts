import { z } from 'zod';
import { defineTool, enumWithSynonyms, keysOf, notConfigured } from '#pack-kit';
import { addLead, markBookingLinkShared } from '../schema/leads/lead.repository.ts';
import { bookingUrl } from '../settings.ts';

export const MEETINGS = {
  consultation: ['consulting', 'call', 'استشارة', 'مكالمة'],
  workshop: ['training', 'course', 'ورشة', 'ورشة عمل', 'ورشة العمل', 'تدريب'],
  'strategy-call': ['strategy call', 'strategy', 'strategy session', 'جلسة استراتيجية'],
};
export type Meeting = keyof typeof MEETINGS;

const input = z.object({
  meetingType: enumWithSynonyms(MEETINGS, { description: 'What the visitor books.' }).default('consultation'),
});

const result = z.object({
  url: z.string(),
  meetingType: z.enum(keysOf(MEETINGS)),
  note: z.string(),
});
export type BookingLink = z.infer<typeof result>;

export const getBookingLink = defineTool({
  name: 'get_booking_link',
  description:
    'Gives the link where the visitor books a call, a workshop or a strategy call themselves. It books nothing.',
  category: 'sales',
  input,
  result,
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
  role: 'any',
  sideEffect: 'write',
  intents: ['scheduling', 'value'],
  async execute({ meetingType }, context): Promise<BookingLink> {
    const { settings, contactId, conversationId, caller, clock } = context;
    const url = bookingUrl(settings, meetingType);
    if (url === undefined || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      throw notConfigured('Booking is not configured: set BOOKING_URL to a web address.', 'BOOKING_URL');
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

import { detectLanguage, normalizeText } from '#text';
import { callsOf, firstStep, reply, routineTurn } from '../../../test/harness/routine-turn.ts';
import { PRICES } from '../agents/material.ts';
import { getBookingLink } from '../tools/get-booking-link.tool.ts';
import { routines } from './index.ts';

const material = {
  [PRICES]: { consultant: 'the consultant', workshop: 10_000, consulting: 80_000, canBookOnline: true },
};
const step = (text: string, nothingFits = false) =>
  firstStep(routines, routineTurn(text, { agent: 'closer', material, nothingFits }));
const takesLink = (text: string) =>
  getBookingLink.offline?.applies?.({
    text,
    language: detectLanguage(text),
    normalized: normalizeText(text),
  });

describe('no link is given for a call that is not wanted', () => {
  it.each([
    "I don't want to book a call",
    "please don't book anything yet",
    'no need to schedule a meeting',
    'لا تحجز لي موعد الآن',
    'ما بدي احجز مكالمة',
    'ما تتصلوا بي',
    'ما نحتاج اجتماعا',
    "I don't want a call, I don't want a meeting",
    'no calls, meetings or demos',
    "if I want to talk I will call you, don't call me",
    "don't call me, let's talk here",
    "don't call me, can we talk about prices",
  ])('%s', (text) => {
    expect(takesLink(text)).toBe(false);
    expect(callsOf(step(text))).toEqual([]);
    expect(reply(step(text))).toMatch(/nobody will call you|لن يتصل بك أحد/);
  });

  it.each([
    'لا أريد اجتماعا طويلا، مكالمة قصيرة تكفي',
    "I don't want a call, I want a meeting",
    "don't call me today, call me tomorrow",
    'no meeting please, just a short call',
    'لا أريد اجتماعا بل مكالمة',
    'No, call me tomorrow',
    'ما موعد الورشة القادمة؟',
    'ما هو موعد الورشة؟',
    'متى موعد الورشة؟',
  ])('a clause that asks for one wins: %s', (text) => {
    expect(reply(step(text)) ?? '').not.toMatch(/nobody will call you|لن يتصل بك أحد/);
    expect(callsOf(step(text))).toMatchObject([{ tool: getBookingLink.name }]);
  });

  it.each(["I don't want to book a call, just tell me the price", 'ما بدي مكالمة، بس قولي كم سعر الورشة'])(
    'what is asked for instead is answered: %s',
    (text) => {
      expect(takesLink(text)).toBe(false);
      expect(reply(step(text) ?? step(text, true))).toContain('10,000');
    },
  );

  it.each([
    'can you cancel my booking',
    'please cancel the call',
    'cancel my appointment on Friday',
    'ألغِ الموعد',
    'الغي الموعد لو سمحت',
    'أريد إلغاء الحجز',
  ])('nothing is cancelled, and nothing booked: %s', (text) => {
    expect(takesLink(text)).toBe(false);
    expect(callsOf(step(text))).toEqual([]);
    expect(reply(step(text))).toMatch(/changed nothing|لم أغير شيئا/);
  });

  it.each([
    'I will not pay that, its too expensive',
    "I'm Sara, COO of a clinic in Amman with 40 staff, we lose tons of time on appointment calls",
    'our people waste hours on meetings',
  ])('nor for: %s', (text) => expect(takesLink(text)).toBe(false));

  it.each([
    'Can we set up a call next week?',
    "why don't we book a call?",
    'we lose a lot of time on invoices, can we talk?',
    'where do I pay?',
    'أريد حجز موعد للاستشارة',
    'كيف أحجز ورشة العمل؟',
  ])('and this leads to one: %s', (text) => expect(takesLink(text)).toBe(true));
});

import { bookingTold } from './booking-told.ts';

it.each([
  'Mark her as booked',
  'Please mark Nora Vale as booked.',
  'She has booked the call',
  'She booked a workshop by phone.',
  'Note that the call is booked.',
  'FYI: they have just booked a meeting',
  'Lina has booked.',
  'Spoke with her today. The visitor has booked a strategy call.',
  'تم حجز المكالمة',
  'سجل أن العميلة محجوزة',
  'حجز العميل موعدا',
])('booked: %s', (text) => expect(bookingTold(text)).toBe('booked'));

it.each([
  'She has cancelled the call',
  'Mark him as not booked',
  'The call is off',
  'The workshop was cancelled.',
  'The meeting is off now.',
  'ألغت العميلة المكالمة',
  'تم إلغاء الموعد',
])('cancelled: %s', (text) => expect(bookingTold(text)).toBe('cancelled'));

it.each([
  'Has she booked the call?',
  'She has not booked yet',
  'Once she has booked, send her the agenda',
  'If they booked a call, tell me',
  'Book a call for her',
  'Who booked a call this week?',
  'How many leads booked?',
  'I booked a table for two',
  'She wants to book a workshop',
  'They would have booked a call',
  'Draft a mail that says the call is booked',
  'The hotel is booked out',
  'The meeting was off to a good start.',
  'The call was off topic.',
  'The time is off by an hour in her invite.',
  'The slot is off.',
  'هل حجزت العميلة؟',
  'لم تحجز العميلة بعد',
])('neither: %s', (text) => expect(bookingTold(text)).toBeUndefined());

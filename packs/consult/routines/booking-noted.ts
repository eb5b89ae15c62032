import type { OfflineRoutine } from '#pack-kit';
import { bookingTold } from '../reading/booking-told.ts';

/** A member of the office tells that the visitor's call is booked or off; it was kept when the turn began. */
export const confirmBooking: OfflineRoutine = ({ message, byStaff, known }) => {
  const told = byStaff ? bookingTold(message.text) : undefined;
  if (told === undefined) return undefined;
  const arabic = message.language === 'ar';
  if (known.leadScore === undefined)
    return {
      reply: arabic
        ? 'لا يوجد في هذه المحادثة عميل محتمل يمكن تسجيل حجز له.'
        : 'This conversation has no lead that a booking could be noted for.',
    };
  const name = typeof known.name === 'string' ? known.name : undefined;
  if (told === 'cancelled')
    return {
      reply: arabic
        ? `سجلت أنه لم تعد هناك مكالمة محجوزة${name ? ` مع ${name}` : ''}.`
        : `Noted: no call${name ? ` of ${name}` : ''} is booked any more.`,
    };
  return {
    reply: arabic
      ? `سجلت أن المكالمة${name ? ` مع ${name}` : ''} محجوزة.`
      : `Noted: the call${name ? ` of ${name}` : ''} is booked.`,
  };
};

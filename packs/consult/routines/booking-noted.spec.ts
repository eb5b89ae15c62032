import { reply, routineTurn } from '../../../test/harness/routine-turn.ts';
import type { RoutineTurn } from '#pack-kit';
import { confirmBooking } from './booking-noted.ts';

const said = (text: string, more: Partial<RoutineTurn> = {}) => {
  const known = { leadScore: 20, name: 'Nora Vale' };
  const turn = routineTurn(text, { agent: 'closer', byStaff: true, known, ...more });
  return reply(confirmBooking(turn));
};

it('tells staff that the booking is noted', () => {
  expect(said('She has booked the call')).toBe('Noted: the call of Nora Vale is booked.');
  expect(said('The call is off')).toBe('Noted: no call of Nora Vale is booked any more.');
  expect(said('تم حجز المكالمة')).toContain('محجوزة');
});

it('or that there is nobody of whom it could be', () =>
  expect(said('Mark her as booked', { known: {} })).toContain('no lead'));

it('takes nothing of a visitor, and no question', () => {
  expect(said('She has booked the call', { byStaff: false })).toBeUndefined();
  expect(said('Has she booked the call?')).toBeUndefined();
});

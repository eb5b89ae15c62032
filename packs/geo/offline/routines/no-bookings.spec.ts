import { noBookings } from './no-bookings.ts';
import { routineTurn } from '../../../../test/harness/routine-turn.ts';

const said = (text: string) => noBookings(routineTurn(text, { agent: 'geo_analyst', offered: [] }));

it.each([
  'show me villa prices as of today',
  'show me one bedroom apartments available today',
  'show me this week',
  'can I see these figures for this week',
  'show me villa sales this week',
  'how many appointments',
  'is there a nature reserve near Al Reem?',
  'ما هو موعد آخر تحديث للبيانات؟',
  'متى موعد تسليم المشاريع الجديدة؟',
])('%s asks for no booking', (text) => expect(said(text)).toBeUndefined());

it.each([
  'can I see it tomorrow',
  'I want to visit the villa on Sunday',
  'show me that one this weekend',
  'can I see the first flat on Thursday at 5pm',
  'احجز لي موعدا',
  'أريد موعدا للمعاينة',
  'أريد معاينة الشقة غدا',
])('%s does', (text) => expect(said(text)).toBeDefined());

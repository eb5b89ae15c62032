import { cuesOf } from './agents/cues.ts';

const boosted = (text: string) => cuesOf(text).flatMap(({ boosts }) => Object.keys(boosts));

it.each([
  'can we talk on Thursday',
  'هل يمكننا التحدث؟',
  'what time slots do you have?',
  'ما المواعيد المتاحة؟',
  'yes please',
  'نعم من فضلك',
])('%s is for the booking link', (text) => expect(boosted(text)).toEqual(['get_booking_link']));

it.each([
  'what does Apple trade at?',
  'can we talk about prices?',
  'we lose 10 hours a week',
  'yes, in insurance',
])('%s says nothing for a tool', (text) => expect(boosted(text)).toEqual([]));

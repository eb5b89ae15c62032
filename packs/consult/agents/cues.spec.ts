import { cuesOf } from './cues.ts';

const boosted = (text: string) => cuesOf(text).flatMap(({ boosts }) => Object.keys(boosts));

it.each(['can I talk to the consultant on Thursday?', 'when are you free?', 'هل يمكننا التحدث؟'])(
  '%s is for the booking link',
  (text) => expect(boosted(text)).toEqual(['get_booking_link']),
);

it.each([
  'what does Apple trade at?',
  'can we talk about prices?',
  'we lose 10 hours a week',
  'yes, in insurance',
])('%s says nothing for a tool', (text) => expect(boosted(text)).toEqual([]));

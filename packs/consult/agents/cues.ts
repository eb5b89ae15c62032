import { hasPhrase, normalizedWords } from '#text';

const WISHES_TO_TALK = [
  'talk to the consultant',
  'speak with',
  'book a call',
  'set up a call',
  'when are you free',
  'يمكننا التحدث',
  'أريد التحدث',
  'مكالمة',
];

/** Raises the booking link for the broker where a visitor wishes to talk to the consultant. */
export function cuesOf(message: string): { cue: string; boosts: Record<string, number> }[] {
  return hasPhrase(normalizedWords(message), WISHES_TO_TALK)
    ? [{ cue: 'talk', boosts: { get_booking_link: 1 } }]
    : [];
}

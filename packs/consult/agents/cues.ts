import { normalizeText } from '#text';
import { asksToTalk } from '../routines/asking-to-talk.ts';
import { asksForTimes } from '../routines/times-of-a-call.ts';

const LINK = 'get_booking_link';
/** Takes up what was offered: where something of this pack was offered, it is a call. */
const AGREES =
  /^(?:(?:yes|yeah|yep|sure|ok|okay|please|do|great|go ahead|of course|why not|thanks|thank you|send it|نعم|اجل|اكيد|طبعا|تمام|حسنا|من فضلك|تفضل|شكرا|لو سمحت)(?: |$))+$/u;

/** What the words of a message say for tools, for the broker: whoever wishes to talk needs the link, in whatever words. */
export function cuesOf(message: string): { cue: string; boosts: Record<string, number> }[] {
  const normalized = normalizeText(message);
  return [
    ...(asksToTalk({ text: message, normalized }) || asksForTimes({ normalized })
      ? [{ cue: 'talk', boosts: { [LINK]: 1 } }]
      : []),
    ...(AGREES.test(normalized) ? [{ cue: 'agreement', boosts: { [LINK]: 0.5 } }] : []),
  ];
}

import { contentStems } from '#tools';
import type { ReadMessage } from './message.ts';

/** How plainly a message points back to what was done last (`platform-tools` 8.3, rule 7). */
export type PointingBack = 'plainly' | 'perhaps' | 'no';

const PLAIN =
  /^(?:(?:and|now|ok|okay|then|please|do|yes|can|could|you) )*(?:the )?same\b|^(?:(?:and|now|ok|please|do|try|run) )*(?:(?:it|that|this) )?(?:once )?(?:more|again)$|^و?(?:الان )?(?:نفس الشي|نفس الامر|نفسه|كرر|مره اخري)/;
const PERHAPS =
  /^(?:and|also|what about|how about|now for|now in|ايضا|كذلك|و?ماذا عن|ول\S+)(?: |$)|(?: |^)(?:again|too|as well|ايضا|كذلك)$/;

/** Words of a message that names a place, an amount and a value or two; more than that is a request of its own. */
const MAX_OWN_STEMS = 4;

const POINTERS = new Set([
  'same',
  'thing',
  'again',
  'also',
  'too',
  'well',
  'once',
  'more',
  'now',
  'what',
  'how',
  'نفس',
  'شي',
  'امر',
  'ايضا',
  'كذلك',
]);

export function pointsBack({ normalized, words }: ReadMessage): PointingBack {
  const own = contentStems(words.filter((word) => !/\d/.test(word))).filter((stem) => !POINTERS.has(stem));
  if (own.length > MAX_OWN_STEMS) return 'no';
  if (PLAIN.test(normalized)) return 'plainly';
  return PERHAPS.test(normalized) ? 'perhaps' : 'no';
}

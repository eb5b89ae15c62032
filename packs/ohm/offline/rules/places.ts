import { normalizedWords } from '#text';

const list = (words: string) => words.split(/\s+/);
/** First to tenth; Arabic ones without their article. */
const ORDINALS = [
  'first 1st اول اولي',
  'second 2nd ثاني ثانيه تاني تانيه',
  'third 3rd ثالث ثالثه تالت تالته',
  'fourth 4th رابع رابعه',
  'fifth 5th خامس خامسه',
  'sixth 6th سادس سادسه',
  'seventh 7th سابع سابعه',
  'eighth 8th ثامن ثامنه',
  'ninth 9th تاسع تاسعه',
  'tenth 10th عاشر عاشره',
].map(list);
const LAST = list('last اخير اخيره');
const NUMBERED = list('number no nr item line part position رقم البند القطعه');
/** "After a second", "second hand": no place. */
const NO_PLACE = /^(?:hand|s|per|seconds?|minutes?|ثانيه)$/;

/**
 * Places in a list, from 0, in the order in which a message names them; -1 is the last.
 *
 * @example placesIn('remove the second one and number 4') // [1, 3]
 */
export function placesIn(text: string): number[] {
  const words = normalizedWords(text.replaceAll('#', ' number '));
  const places = words.flatMap((word, at): number[] => {
    const bare = word.replace(/^[وفبل]?(?:ال|لل)/, '');
    // "Every second", "a second", "5 second": a time.
    if (/^(?:every|a|per|each|\d+|كل)$/.test(words[at - 1] ?? '') || NO_PLACE.test(words[at + 1] ?? ''))
      return [];
    if (/^\d{1,2}$/.test(word) && NUMBERED.includes(words[at - 1] ?? '')) return [Number(word) - 1];
    const isArabic = /\p{Script=Arabic}/u.test(word);
    // Without its article ثانية is a second of time.
    if (isArabic && bare === word) return [];
    if (LAST.includes(bare)) return [-1];
    const place = ORDINALS.findIndex((forms) => forms.includes(bare));
    return place < 0 ? [] : [place];
  });
  return [...new Set(places)].filter((place) => place >= -1);
}

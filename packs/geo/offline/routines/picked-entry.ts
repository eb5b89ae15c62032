import type { RoutineTurn } from '#pack-kit';
import { findPlaces } from '../../schema/places/find-places.ts';

/** "The second quarter", "last year", "الطابق الأول": what is counted is no entry of a list. */
const COUNTS_OTHERWISE =
  /\b(?:first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th) (?:quarter|half|years?|month|week|floor|time|phase)\b|(?:^| )[وبفل]?(?:ال)?(?:ربع|نصف|سنه|عام|شهر|اسبوع|طابق|دور|مره|مرحله) (?:ال)?(?:اول|اولي|ثاني|ثانيه|ثالث|ثالثه|رابع|رابعه|خامس|خامسه|اخير|اخيره)(?: |$)/;
const MAX_WORDS = 10;

/** Which of the entries that were told last the message picks, from 0; undefined where it names something else. */
export function pickedOf({ place, message }: RoutineTurn, entries: number): number | undefined {
  const { normalized, text } = message;
  if (place === undefined || COUNTS_OTHERWISE.test(normalized)) return undefined;
  if (normalized.split(' ').length > MAX_WORDS || findPlaces(text).length > 0) return undefined;
  return place < 0 ? entries + place : place;
}

export const ONLY_SO_MANY = {
  en: (entries: number) => (entries === 1 ? 'There was only one.' : `There were only ${entries}.`),
  ar: (entries: number) => (entries === 1 ? 'كانت نتيجة واحدة فقط.' : `عدد النتائج ${entries} فقط.`),
};

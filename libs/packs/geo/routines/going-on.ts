import type { OfflineMessage } from '#tools';
import { normalizedWords, normalizeText } from '#tools/light';
import { findPlaces } from '../places/find-places.ts';
import { typeNamed, withoutYears } from '../tools/fills.ts';

/** One more place joins a comparison; without such a word a place is asked about by itself. */
const JOINS = new Set(normalizedWords('and add also plus too include with و أضف زد أيضا كمان مع'));
/** What may stand around that which figures are asked for anew with: a year, a kind, an order, a place. */
const AROUND = new Set([
  ...JOINS,
  ...normalizedWords(
    `now then ok okay please what how about in on at for during of the them there by only just it same instead
     number value deals sales transactions homes ones
     في على سنة عام لسنة لعام خلال ماذا عن طيب حسنا من فضلك فقط بس حسب عدد قيمة الصفقات المبيعات هناك`,
  ),
]);

/** The words of a message besides its places, its years and its kind of property. */
function otherWords({ text }: OfflineMessage): string[] {
  const type = typeNamed({ text });
  const rest = findPlaces(text).reduce(
    (left, { written }) => left.replace(normalizeText(written), ' '),
    normalizeText(withoutYears(text)),
  );
  return normalizedWords(rest).filter((word) => typeNamed({ text: word }) !== type || !type);
}

/** "And in 2022?", "villas only", "وفي العين؟": what figures are asked for anew with, and nothing else. */
export function saysNoMore(message: OfflineMessage): boolean {
  return otherWords(message).every((word) => AROUND.has(word) || AROUND.has(word.replace(/^[وب]/, '')));
}

export function joins(message: OfflineMessage): boolean {
  return otherWords(message).some((word) => JOINS.has(word)) || /(?:^|\s)و/.test(normalizeText(message.text));
}

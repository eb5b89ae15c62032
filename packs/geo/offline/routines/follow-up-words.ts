import type { OfflineMessage } from '#pack-kit';
import { normalizedWords, normalizeText } from '#text';
import { findPlaces } from '../../schema/places/find-places.ts';
import { namesYear, typeNamed, withoutYears } from '../../tools/fills.ts';

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

/** "No sorry, I meant townhouses", "لا قصدي الأراضي": sets right what was asked for. */
const CORRECTS = new Set(
  normalizedWords(
    `no nope sorry i meant mean actually rather oops wrong not that this was is asked wanted want my mistake
     لا قصدي أقصد قصدت كنت عفوا آسف آسفة بل معليش معلش يعني عنيت أعني مو مش مب هذا هذي أريد بدي أبغى أبي غلط`,
  ),
);
const SAYS_SO = new Set(
  normalizedWords('no nope sorry meant oops mistake لا قصدي أقصد قصدت عفوا آسف آسفة عنيت أعني معليش معلش'),
);

/** The words of a message besides its places, its years and its kind of property. */
function otherWords({ text }: OfflineMessage): string[] {
  const type = typeNamed({ text });
  const rest = findPlaces(text).reduce(
    (left, { written }) => left.replace(normalizeText(written), ' '),
    normalizeText(withoutYears(text)),
  );
  return normalizedWords(rest).filter((word) => typeNamed({ text: word }) !== type || !type);
}

/** "And in 2022?", "villas only", "وفي العين؟", "no, I meant 2022": what figures are asked for anew with, and nothing else. */
export function saysNoMore(message: OfflineMessage): boolean {
  const words = otherWords(message);
  if (!corrects(message)) return words.every(isAround);
  return namesSomething(message) && words.every((word) => isAround(word) || CORRECTS.has(word));
}

/** "And the year before?", "والسنة التي قبلها؟", and nothing else. */
const YEAR_BESIDE =
  /^(?:(?:and|ok|okay|now|then|so|how|what|about|in|for) )*(?:the )?(?:year (?:before|after)|(?:previous|prior|preceding|following) year)(?: (?:that|please))*$|^(?:طيب )?و?(?:(?:في|ماذا عن) )?(?:السنه|العام) (?:الذي |التي |اللي |الي )?(?:قبلها?|قبله|السابقه?|بعدها?|بعده|التاليه?)$/;

export function saysYearBeside({ normalized }: OfflineMessage): boolean {
  return YEAR_BESIDE.test(normalized);
}

/** It sets right what was asked for before. */
export function corrects(message: OfflineMessage): boolean {
  return otherWords(message).some((word) => SAYS_SO.has(word));
}

function isAround(word: string): boolean {
  return AROUND.has(word) || AROUND.has(word.replace(/^[وب]/, ''));
}

function namesSomething({ text }: OfflineMessage): boolean {
  return findPlaces(text).length > 0 || namesYear(text) || typeNamed({ text }) !== undefined;
}

export function joins(message: OfflineMessage): boolean {
  return otherWords(message).some((word) => JOINS.has(word)) || /(?:^|\s)و/.test(normalizeText(message.text));
}

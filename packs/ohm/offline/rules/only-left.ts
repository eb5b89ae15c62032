import { anySpelling } from '#text';
import type { Bom } from '../../schema/artifacts/bom.kind.ts';
import { isPartAlone, partsAlike, partsNamedIn } from '../../schema/parts/find-parts.ts';
import { changeWishIn } from './change-wish.ts';
import { placesIn } from './places.ts';

type Listed = Bom['components'][number];

const EVERYTHING = anySpelling(
  /\b(?:everything|every (?:part|component|thing)|(?<!\bnot )all|the (?:rest|others))\b|(?<!\p{L})(?:كل (?:شيء|شي|القطع|المكونات)|كلها|الكل|جميع|الباقي)(?!\p{L})/iu,
);
/** "All the LEDs": all of one part. */
const ALL_OF_SOME =
  /(?:\ball (?:of )?(?:(?:the|my|our|these|those) )?|(?<!\p{L})جميع )(\p{L}[\p{L}\d-]*(?: [\p{L}\d-]+)?)/iu;
const ALL_OF: [RegExp, Listed['category']][] = [
  [anySpelling(/\ball (?:of )?(?:the |my )?sensors\b|(?:كل|جميع) الحساسات/iu), 'sensor'],
  [anySpelling(/\ball (?:of )?(?:the |my )?(?:displays|screens)\b|(?:كل|جميع) الشاشات/iu), 'display'],
];

/** "Keep only the board", "leave just the display"; "just keep the board" leaves the others as they are. */
const KEEPS_ONLY = anySpelling(
  /^\W*(?:(?:please|ok|now|so|just)\W+)*(?:only keep|keep (?:only|just|nothing but)|leave (?:only|just|nothing but))\s+(.+)$|^\W*(?:أبق|ابقي|اترك|خلي?|احتفظ ب?)\p{L}* (?:فقط |بس )?(.+?)(?: فقط| بس)\s*[.!]?$/isu,
);
/** What may stand behind what is kept. */
const CLOSES = anySpelling(
  /(?:[\s,،]+(?:please|pls|thanks|thank you|for now|then|(?:and )?nothing else|(?:in|on) (?:the|my|our) (?:parts )?(?:list|bom)|من فضلك|لو سمحت|شكرا|في القائمة))*[\s.!]*$/iu,
);
const BETWEEN = /[,،;؛]\s*(?:and\s+)?|\s+(?:and|plus|as well as)\s+|\s+و\s*(?=\p{L})/iu;
const ARTICLE = /^(?:the|my|our|an?)\s+/iu;
const KIND = anySpelling(
  /^(?:(?:micro ?)?controllers?|(?:micro ?controller |dev |development |main )?boards?|mcu|displays?|screens?|sensors?|(?:power )?supply|batter(?:y|ies))$|^(?:ال)?(?:لوحة(?: التحكم)?|متحكم|شاشة|شاشات|حساس|حساسات|تغذية|بطارية)$/iu,
);
const PLACE = /^(?:\p{L}+(?: (?:one|part))?|(?:number |no\.? |#)\d{1,2})$/iu;
/** "One DHT22": so many of several, and not all of them. */
const COUNTED =
  /^(?:(?:just|only) )?(?:one|two|three|four|five|six|\d{1,2}|a (?:single|couple))(?: of)?\s|(?<!\p{L})(?:واحد|واحدة|واحده)(?!\p{L})/iu;

const itemsOf = (words: string) => words.replace(CLOSES, '').split(BETWEEN);

function isPartOrKind(item: string): boolean {
  const bare = item.replace(ARTICLE, '').trim();
  return (
    !COUNTED.test(item) &&
    !/[?؟]/.test(item) &&
    (KIND.test(bare) || isPartAlone(bare) || (placesIn(bare).length > 0 && PLACE.test(bare)))
  );
}

/** "Keep only …", whatever it is that is kept. */
export function keepsOnly(text: string): boolean {
  return KEEPS_ONLY.test(text.trim());
}

/** The words of what alone is to be left: "remove everything except the board", "keep only the board". */
export function onlyLeftIn(text: string): string | undefined {
  const [, english, arabic] = KEEPS_ONLY.exec(text.trim()) ?? [];
  const kept = english ?? arabic;
  // "Keep only the display on at night" tells what the display does, and leaves nothing out.
  if (kept !== undefined && itemsOf(kept).every(isPartOrKind)) return kept;
  const { does, stays } = changeWishIn(text);
  if (stays === '' || !EVERYTHING.test(does) || itemsOf(stays).some((item) => COUNTED.test(item)))
    return undefined;
  const [, some = ''] = ALL_OF_SOME.exec(does) ?? [];
  const isOfKind = ALL_OF.some(([words]) => words.test(does));
  return isOfKind || partsNamedIn(some).length === 0 ? stays : undefined;
}

/** "Keep only the board and the display": the list is meant. */
export function leavesOnlyParts(text: string): boolean {
  const only = onlyLeftIn(text);
  return (
    only !== undefined &&
    (partsNamedIn(only).length > 0 || /\b(?:board|controller)s?\b|لوحة|لوحه|متحكم/iu.test(only))
  );
}

/** The parts that go: "everything except the board", "all sensors but the DHT22"; none where what stays is not listed. */
export function goneBut(only: string, text: string, known: Bom['components']): Listed[] {
  const left = allNamed(only, known);
  const kind = ALL_OF.find(([words]) => words.test(text.replace(only, ' ')))?.[1];
  // Of what is not in the list nothing follows for all the rest.
  const isListed = itemsOf(only).every((item) => !isPartOrKind(item) || allNamed(item, known).length > 0);
  if (left.length === 0 || !isListed) return [];
  return known.filter((one) => !left.includes(one) && (kind === undefined || one.category === kind));
}

/** Each part of the list that the words can mean, by name, kind and place. */
export function allNamed(text: string, known: Bom['components']): Listed[] {
  const named = partsAlike(text).map(({ id }) => id);
  const kinds = ANY_OF_KIND.filter(([words]) => words.test(text)).map(([, category]) => category);
  const places = placesIn(text).flatMap((place) => known.at(place) ?? []);
  return known.filter(
    (one) => named.includes(one.id) || kinds.includes(one.category) || places.includes(one),
  );
}
const ANY_OF_KIND: [RegExp, Listed['category']][] = [
  [
    anySpelling(/\b(?:boards?|(?:micro ?)?controllers?|mcu)\b|(?<!\p{L})و?[بل]?ال(?:لوحة|متحكم)(?! تجارب)/iu),
    'mcu',
  ],
  [anySpelling(/\b(?:displays?|screens?)\b|(?<!\p{L})و?[بل]?ال(?:شاشة|شاشات)/iu), 'display'],
  [anySpelling(/\bsensors?(?! \w*\d)\b|(?<!\p{L})و?[بل]?ال(?:حساس|حساسات)(?!\p{L}| ال)/iu), 'sensor'],
  [anySpelling(/\b(?:supply|batter(?:y|ies)|power)\b|(?<!\p{L})و?ال(?:تغذية|بطارية)/iu), 'power'],
];

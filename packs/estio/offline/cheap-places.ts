import { anySpelling, hasPhrase, normalizedWords, westernDigits } from '#text';
import { districts, placesNamed } from '../places.ts';

const AREAS =
  '(?:areas?|neighbou?rhoods?|towns?|villages?|districts?|regions?|parts?|quarters?|suburbs?|cit(?:y|ies)|locations?)';
const PRICED =
  '(?:cheap|cheaper|cheapest|affordable|inexpensive|low-?cost|expensive|dear|dearest|pric(?:e?y|iest)|lowest prices?|highest prices?)';
const ONE_HOME = '(?! (?:one|ones|flats?|apartments?|villas?|houses?|homes?|studios?|townhouses?|propert))';
const AREAS_AR = '(?:مناطق|منطقة|أحياء|حي|ضواحي|أماكن|مدن|مدينة)';
const PLACES_BY_PRICE = anySpelling(
  new RegExp(
    [
      String.raw`\b(?:which|what)\b[^.?!]*\b(?:${AREAS}|places?)\b[^.?!]*\b${PRICED}\b`,
      String.raw`\b(?:which|what)\b[^.?!]*\b${PRICED}(?: \w+)? (?:${AREAS}|places?)\b`,
      String.raw`\bwhere\b[^.?!]*\b(?:is|are|prices)\b[^.?!]*\b${PRICED}\b${ONE_HOME}`,
      String.raw`\b(?:the (?:cheapest|priciest|dearest|(?:most|least) (?:affordable|expensive))|(?:any )?(?:cheap|affordable|inexpensive)) ${AREAS}\b`,
      String.raw`(?<!\p{L})(?:ال)?${AREAS_AR}(?!\p{L}).*(?:رخيصة|الأرخص|أرخص|الأغلى|أغلى|غالية|أقل سعر|بأسعار)`,
      String.raw`(?<!\p{L})(?:ال)?(?:أرخص|أغلى) (?:ال)?${AREAS_AR}(?!\p{L})`,
      String.raw`(?<!\p{L})(?:أين|وين|فين)(?!\p{L}).*(?:أرخص|أغلى|رخيصة)`,
    ].join('|'),
    'iu',
  ),
);
const DEAR = anySpelling(/\b(?:(?<!\bleast )expensive|dear|dearest|pric(?:e?y|iest)|highest)\b|أغلى|غالية/iu);
/** A home is looked for, whatever its area is like. */
const LOOKS_FOR = ['find', 'search', 'looking for', 'look for', 'want', 'buy', 'أبحث', 'ابحث', 'أريد'];

/** A message that asks which areas of a district, or which districts, are cheap or expensive. */
export function asksForCheapPlaces(text: string): boolean {
  const words = normalizedWords(text);
  return (
    PLACES_BY_PRICE.test(text) &&
    !/\d{2,}/.test(westernDigits(text)) &&
    !hasPhrase(words, LOOKS_FOR) &&
    placesNamed(words).length < 2
  );
}

/** The most expensive are asked for, rather than the cheapest. */
export function asksForDearPlaces(text: string): boolean {
  return DEAR.test(text);
}

/** The areas of the district that the message names, or of that of an area that it names; the districts where it names none. */
export function placesToRank(text: string): string[] {
  const [named] = placesNamed(normalizedWords(text));
  if (named === undefined) return districts.map(({ name }) => name);
  const district = districts.find(
    ({ name, areas }) => name === named || areas.some((area) => area.name === named),
  );
  return district?.areas.map(({ name }) => name) ?? [];
}

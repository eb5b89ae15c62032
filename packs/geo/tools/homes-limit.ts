import type { OfflineMessage } from '#pack-kit';
import { normalizeText, withDigits } from '#text';
import { withoutYears } from './fills.ts';

/** As many as the tool lists. */
export const MOST_LISTED = 50;

const ORDER = String.raw`\b(?:top|first|best|cheapest|lowest|least expensive|most affordable)`;
/** What the number behind such a word counts, where it does not count homes; a longer number is a rent. */
const OF_SOMETHING_ELSE = String.raw`(?![\d.,]*\d|[.,]?\d| ?(?:k|m|m2|sqm|sqft|sq|square|ft|ft2|feet|foot|met(?:re|er)s?|km|kms|kilomet(?:re|er)s?|miles?|min|mins|minutes?|hours?|bath|baths|bathrooms?|stars?|areas?|districts?|communit(?:y|ies)|br|brs|bhk|bdr|beds?|bedrooms?|rooms?|thousand|million|percent|%|(?:day|week|month|year|floor)s?|aed|dirhams?|الف|الفا|الاف|مليون|ملايين|درهم|غرف\S*|حمام\S*|متر|امتار|مترا|قدم|كم|كيلو\S*|دقيقه|دقايق|ساعات|احياء|مناطق|ايام|اشهر|شهور|سنوات|سنين|طوابق|ادوار)(?: |$))`;
/** "The top 5", "the 3 cheapest flats", "أول 5 شقق". */
const HOW_MANY = new RegExp(
  String.raw`${ORDER} (\d{1,3})\b${OF_SOMETHING_ELSE}|\b(\d{1,3}) (?:cheapest|lowest|best|least expensive|most affordable)\b|(?<!\p{L})(?:اول|افضل|احسن|ارخص) (\d{1,3})(?!\d)${OF_SOMETHING_ELSE}`,
  'u',
);

/** How many homes a message wants to see, at most {@link MOST_LISTED}: a year, a rent or a number of rooms is none. */
export function homesLimit({ text }: Pick<OfflineMessage, 'text'>): number | undefined {
  const found = HOW_MANY.exec(normalizeText(withDigits(withoutYears(text))));
  const asked = Number(found?.slice(1).find(Boolean) ?? 0);
  return asked === 0 ? undefined : Math.min(MOST_LISTED, asked);
}

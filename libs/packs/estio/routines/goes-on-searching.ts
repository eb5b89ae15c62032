import {
  findPhrase,
  normalizedWords,
  phraseWords,
  withDigits,
  type OfflineMessage,
  type OfflineRoutine,
  type RoutineTurn,
} from '#tools';
import { cyprus } from '../places.ts';
import { asksForListings, asksForOtherTask, statesWishes, tellsOfHome } from '../requests.ts';
import { searchProperties } from '../tools/search-properties.tool.ts';

/** What stands around a place, a number or a kind of home in a fragment: no word of telling, asking or doing. */
const AROUND = new Set(
  normalizedWords(
    `and or but with without in at near for under below over above up to max maximum min minimum around about between from less more than
     only just please then ok okay now what how make it the a an of any all also instead rather no at least most exactly
     bedroom bedrooms bed beds br room rooms studio flat apartment villa house townhouse ones one to rent rental sale buy price k m
     thousand million euro euros eur month monthly
     و أو مع بدون في من إلى حتى تحت فوق أقل أكثر بحدود حوالي بين فقط بس طيب حسنا الآن ماذا عن لو سمحت فضلك على الأقل كحد أقصى
     غرفة غرف غرفتين غرفتان نوم بغرفة بغرفتين شقة فيلا بيت منزل استوديو للإيجار للبيع إيجار بيع ألف آلاف مليون يورو شهريا أريد أريدها خليها`,
  ),
);
const NUMBER = /^[بل]?\p{Sc}?\d[\d.,]*(?:k|m|br)?\+?\p{Sc}?$/u;
const MAX_WORDS = 9;

/** "2 bedrooms", "and in Larnaca under 150k" behind a list: the search is made anew with it, and keeps the rest. */
export const goesOnSearching: OfflineRoutine = (turn) => {
  const { message, calls, earlier, offered, agent } = turn;
  const last = earlier.findLast(({ tool }) => !LOOK_UPS.has(tool));
  if (last?.tool !== searchProperties.name || !last.result?.success) return undefined;
  if (agent === 'searcher' && !isOfDealAlone(message)) return undefined;
  if (!offered.includes(searchProperties.name) || !isFragment(turn)) return undefined;
  const made = calls.find(({ tool }) => tool === searchProperties.name);
  if (!made) {
    const own = ownWishes(turn);
    if (calls.length > 0 || Object.keys(own).length === 0) return undefined;
    return { calls: [{ tool: searchProperties.name, arguments: merged(last.arguments, own) }] };
  }
  const hints = searchProperties.offline;
  if (!made.result?.success || !hints) return undefined;
  const word = (message.language === 'ar' ? hints.reply.ar : undefined) ?? hints.reply.en;
  return { reply: word(made.result.data as never, made.arguments as never, message) };
};

/** What is read in between leaves the search where it was. */
const LOOK_UPS = new Set(['query_org_data', 'tool_search', 'retrieve_context']);
/** "Or to rent?", "and for sale", "للإيجار؟": the same of the other kind. */
const DEAL_ALONE =
  /^(?:(?:and|or|but|ok|okay|so|then|what|how|about|maybe|rather|instead|و|او|طيب|ماذا|عن) )*(?:(?:for|to|a|the) )?(?:rent|rental|rentals|renting|sale|buy|buying|للايجار|للبيع|ايجار|شراء)(?: (?:instead|then|please|maybe|بدلا|فقط|بس))*$/;

function isOfDealAlone({ normalized }: OfflineMessage): boolean {
  return DEAL_ALONE.test(normalized);
}

function isFragment({ message }: RoutineTurn): boolean {
  const { text, normalized } = message;
  if (isOfDealAlone(message)) return true;
  if (statesWishes(text) || asksForListings(text) || asksForOtherTask(text)) return false;
  if (!tellsOfHome(text.replaceAll(/[?؟]/g, '')) && !/غرف/.test(normalized)) return false;
  const words = normalizedWords(withDigits(text));
  if (words.length > MAX_WORDS) return false;
  return withoutPlaces(words).every(
    (word) => AROUND.has(word) || AROUND.has(word.replace(/^[وبل]/u, '')) || NUMBER.test(word),
  );
}

function withoutPlaces(words: string[]): string[] {
  let left = words;
  for (const spelling of cyprus.flatMap(({ name, spellings }) => [name, ...spellings])) {
    const at = findPhrase(left, phraseWords(spelling));
    if (at) left = [...left.slice(0, at.start), ...left.slice(at.end)];
  }
  return left;
}

function ownWishes({ filled }: RoutineTurn): Record<string, unknown> {
  const { limit: _, ...own } = filled(searchProperties.name);
  return own;
}

/** A number of bedrooms replaces one of the other kind, and a highest price a lowest one above it. */
function merged(before: Record<string, unknown>, own: Record<string, unknown>): Record<string, unknown> {
  const { limit: _, ...kept } = before;
  const rooms = 'bedrooms' in own || 'bedroomsMin' in own;
  const wish = Object.fromEntries(
    Object.entries(kept).filter(([name]) => !(rooms && (name === 'bedrooms' || name === 'bedroomsMin'))),
  );
  const all = { ...wish, ...own } as Record<string, unknown>;
  const { minPrice, maxPrice, ...others } = all;
  if (minPrice === undefined || maxPrice === undefined || Number(minPrice) <= Number(maxPrice)) return all;
  return 'maxPrice' in own ? { ...others, maxPrice } : { ...others, minPrice };
}

import { normalizedWords } from '#text';
import { type OfflineRoutine, type RoutineTurn } from '#pack-kit';
import { BETWEEN_PLACES } from '../../schema/property-search.read-model.ts';
import { namesHome } from '../requests.ts';
import { searchProperties } from '../../tools/search-properties.tool.ts';

/** "Show me what you have", "any options?", "اعرض لي ما لديكم": no wish of its own. */
const SHOW =
  /^(?:(?:ok|okay|so|then|please|and|now|yes|can you|could you|great|good) )*(?:(?:show|list|give|send|find)(?: me| us)? (?:what(?:ever)?(?: do)? (?:you (?:have|ve got|got)|s available|is available|there is|fits|matches)|(?:the |some |your |any |a few )?(?:options|listings|properties|homes|matches|results|suggestions|ones that fit|what fits))|what (?:do you have|have you got|you got|is there|is available|s available|can you (?:offer|show)(?: me| us)?|fits|options do (?:you|i) have)|(?:do you have |are there )?(?:any|some) (?:options|matches|suggestions|listings|properties|homes)(?: for (?:me|us|that))?|anything(?: suitable| that fits| for me| for us)?|(?:find|show|send|get|give|suggest|pick)(?: me| us)? (?:something|anything|one|ones|some|a few|a home|homes)(?: (?:that (?:fits?|matches|suits?|is suitable)|suitable|fitting|matching|which fits?|like that|like this))(?: (?:us|me|my needs|our needs|my wishes|that))?)(?: (?:for me|for us|then|now|please|available))*$|^و?(?:طيب |حسنا |ممكن )?(?:اعرض|اعرضوا|ورني|ورونا|وريني|هات|ارني|ارنا|شو|ماذا|وش|ايش|ما|هل)(?: \S+){0,3} (?:لديكم|لديك|عندكم|عندك|متوفر|المتوفر|المتاح|يناسبني|يناسبنا|الخيارات|خيارات|النتايج|العروض|عروض)$/;

interface Requirements {
  district?: string[];
  minPrice?: number | null;
  maxPrice?: number | null;
  bedrooms?: string | number | null;
  bedroomsMin?: number | null;
}

/** What was noted in this conversation is what is searched for, where a message asks to see homes and wishes nothing itself. */
export const fromRequirements: OfflineRoutine = (turn) => {
  const { message, calls, offered } = turn;
  if (!SHOW.test(message.normalized) || namesHome(normalizedWords(message.text))) return undefined;
  const noted = notedIn(turn) ?? searchedBefore(turn);
  if (!noted || !offered.includes(searchProperties.name)) return undefined;
  const made = calls.find(({ tool }) => tool === searchProperties.name);
  if (!made) return { calls: [{ tool: searchProperties.name, arguments: noted }] };
  const hints = searchProperties.offline;
  if (!made.result?.success || !hints) return undefined;
  const word = (message.language === 'ar' ? hints.reply.ar : undefined) ?? hints.reply.en;
  return { reply: word(made.result.data as never, made.arguments as never, message) };
};

/** What was searched for last stands for what is wished, where nothing else was noted after it. */
function searchedBefore({ earlier }: RoutineTurn): Record<string, unknown> | undefined {
  const last = earlier.findLast(({ tool, result }) => result?.success && tool === searchProperties.name);
  const { limit: _, ...wishes } = last?.arguments ?? {};
  return Object.keys(wishes).length > 0 ? wishes : undefined;
}

/** Nothing where a search has come after it: that goes on by itself. */
export function notedIn({ earlier }: RoutineTurn): Record<string, unknown> | undefined {
  const last = earlier.findLast(
    ({ tool, result }) =>
      result?.success && (tool === 'update_requirements' || tool === searchProperties.name),
  );
  if (last?.tool !== 'update_requirements') return undefined;
  const requirements = (last.result?.data as { requirements?: Requirements } | undefined)?.requirements ?? {};
  const { district = [], minPrice, maxPrice, bedrooms, bedroomsMin } = requirements;
  const exact = Number(bedrooms ?? Number.NaN);
  const wish = {
    ...(district.length > 0 && district[0] !== 'any' && { district: district.join(BETWEEN_PLACES) }),
    ...(typeof minPrice === 'number' && { minPrice }),
    ...(typeof maxPrice === 'number' && { maxPrice }),
    ...(Number.isInteger(exact) && { bedrooms: exact }),
    ...(typeof bedroomsMin === 'number' && !Number.isInteger(exact) && { bedroomsMin }),
  };
  return Object.keys(wish).length > 0 ? wish : undefined;
}

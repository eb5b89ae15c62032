import type { OfflineMessage, OfflineRoutine, RoutineTurn } from '#tools';
import { normalizedWords, normalizeText } from '#tools/light';
import { findPlaces, findUnknownPlace } from '../places/find-places.ts';
import { compareSalesBetweenDistricts as comparison } from '../tools/compare-sales-between-districts.tool.ts';
import { LATEST_YEAR, namesYear, SEARCH, typeNamed, withoutYears, yearsNamed } from '../tools/fills.ts';
import { FORECAST } from '../tools/offline-hints.ts';
import { asksSupply, namesAmount, speaksOf } from '../tools/requests.ts';
import { languageOf, SAMPLE } from '../tools/wording.ts';
import { districtsBefore, foundNow, lastFigures, searchesFor } from './earlier-places.ts';

/** "Compare them", "which of them is dearer": what was spoken of before. */
export const SEVERAL =
  /\b(?:them|these|those|both|the (?:two|three)|of the(?:m|se)|which (?:one )?(?:is|was|has|had|sold))\b|بينهم|بينهما|بينها|ايهم|ايهما|منهم|منهما|كلاهما|الاثنين|الاثنتين/;
/** "Is that more than Al Reem?": the one before against the one that is named. */
const AGAINST =
  /\b(?:that|it|this)\b.*\b(?:than|as)\b|\b(?:more|less|higher|lower|dearer|cheaper|better|worse) than\b|(?:اكثر|اقل|اعلي|ادني|اغلي|ارخص|احسن) من/;
const COMPARES =
  /\b(?:compar\w*|differ\w*|versus|vs|against|more|less|higher|lower|dearer|expensive|cheaper|better|worse|best|most|ahead)\b|قارن|مقارن|الفرق|فرق|اغلي|ارخص|اعلي|اكثر|احسن|افضل/;
/** One more place joins a comparison; without such a word a place is asked about by itself. */
const JOINS = new Set(normalizedWords('and add also plus too include with و أضف زد أيضا كمان مع'));
/** What may stand around that which a comparison is made anew with: a year, a kind, an order, one more place. */
const AROUND = new Set([
  ...JOINS,
  ...normalizedWords(
    `now then ok okay please what how about in for during of the them by only just it same
     number value deals sales transactions homes ones 
     في سنة عام لسنة لعام خلال ماذا عن طيب حسنا من فضلك فقط بس حسب عدد قيمة الصفقات المبيعات`,
  ),
]);
const MOST = 5;

/** Districts of before are compared: those that "them" means, or those of the last comparison with what is said anew. */
export const compareEarlier: OfflineRoutine = (turn) => {
  const { message, calls, offered } = turn;
  const made = calls.find(({ tool }) => tool === comparison.name);
  const asked = comparedAnew(turn);
  if (!asked) return undefined;
  if (made) return told(turn);
  if (!offered.includes(comparison.name)) return undefined;
  const searches = searchesFor(message.text);
  if (searches.length > 0 && !calls.some(({ tool }) => tool === SEARCH)) return { calls: searches };
  const found = foundNow(turn);
  if (found === undefined) return undefined;
  const named = found.flatMap(({ district_en: district }) => district ?? []);
  const districts = [...new Set([...asked.districts, ...named])].slice(-MOST);
  if (districts.length < 2) return undefined;
  const type = typeNamed(message) ?? asked.type;
  return {
    calls: [
      {
        tool: comparison.name,
        arguments: { districts, year: asked.year, ...(type !== undefined && { property_type: type }) },
      },
    ],
  };
};

interface Asked {
  districts: string[];
  year: number;
  type: unknown;
}

function comparedAnew(turn: RoutineTurn): Asked | undefined {
  const { message } = turn;
  const { text, normalized } = message;
  if (isOfOtherFigures(message)) return undefined;
  const last = lastFigures(turn);
  const year = Number(yearsNamed(normalized)[0] ?? last?.arguments['year'] ?? LATEST_YEAR);
  const type = last?.arguments['property_type'];
  const places = findPlaces(text).length;
  if (places === 0 && findUnknownPlace(text) !== undefined) return undefined;
  if (last?.tool === comparison.name && goesOn(message)) {
    const { districts } = last.arguments;
    return Array.isArray(districts) ? { districts, year, type } : undefined;
  }
  const before = districtsBefore(turn);
  if (places === 0 && SEVERAL.test(normalized) && COMPARES.test(normalized) && before.length >= 2)
    return { districts: before.slice(-lastNamed(turn)), year, type };
  const one = last?.arguments['district'];
  if (places === 1 && typeof one === 'string' && AGAINST.test(normalized))
    return { districts: [one], year, type };
  return undefined;
}

/** How many "them" means: those of the last message that named several, else the last two. */
function lastNamed({ said }: RoutineTurn): number {
  const several = said.map((text) => findPlaces(text).length).findLast((count) => count > 0) ?? 0;
  return Math.max(2, several);
}

function isOfOtherFigures(message: OfflineMessage): boolean {
  const { text, normalized } = message;
  return FORECAST.test(normalized) || asksSupply(message) || speaksOf(text, 'rental') || namesAmount(text);
}

/** It says nothing but what the last comparison is to be made anew with. */
function goesOn(message: OfflineMessage): boolean {
  const { text } = message;
  const places = findPlaces(text);
  const type = typeNamed(message);
  const rest = places.reduce(
    (left, { written }) => left.replace(normalizeText(written), ' '),
    normalizeText(withoutYears(text)),
  );
  const words = normalizedWords(rest).filter((word) => typeNamed({ text: word }) !== type || !type);
  const joins = words.some((word) => JOINS.has(word)) || /(?:^|\s)و/.test(normalizeText(text));
  if (places.length > 0 ? !joins : !namesYear(text) && !type && words.length === 0) return false;
  return words.every((word) => AROUND.has(word) || AROUND.has(word.replace(/^و/, '')));
}

function told(turn: RoutineTurn) {
  const { message, calls } = turn;
  const result = calls.find(({ tool }) => tool === comparison.name)?.result;
  if (!result?.success) return undefined;
  const language = languageOf(message);
  const { reply } = comparison.offline;
  const said = (reply[language] ?? reply.en)(result.data as never, {} as never, {
    ...message,
    // The year is that of the call, which the message need not name.
    normalized: `${message.normalized} ${String((result.data as { year: number }).year)}`,
  });
  const sample = (result.data as { sample?: boolean }).sample === true;
  return { reply: sample ? `${said}\n${SAMPLE[language]}` : said };
}

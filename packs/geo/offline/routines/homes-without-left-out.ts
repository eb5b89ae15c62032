import type { OfflineMessage, OfflineRoutine, RoutineCall, RoutineTurn } from '#pack-kit';
import { findPlaces } from '../../schema/places/find-places.ts';
import { SEARCH, typeNamed } from '../../tools/fills.ts';
import { bedroomsIn, findUnitsByBudget, homeLine, limitOf } from '../../tools/find-units-by-budget.tool.ts';
import { furnitureWanted } from '../../tools/furniture.ts';
import { MOST_LISTED } from '../../tools/homes-limit.ts';
import { leftOutOf } from '../../tools/left-out.ts';
import { notLeftOut } from '../../tools/offline-hints.ts';
import { isBuying, namesAmount, speaksOf } from '../../tools/requests.ts';
import type { SearchResult, UnitsResult } from '../../schema/results.ts';
import { languageOf, numbersFor, SAMPLE } from '../../tools/wording.ts';
import { keptMessage, withoutLine } from './message-without-left-out.ts';
import { asksForCheapest, NO_LIMIT_AED } from './cheapest-homes.ts';
import { foundNow, searchesFor } from './earlier-places.ts';
import type { LeftOutOfFigures } from './figures-told.ts';
import { saysNoMore } from './follow-up-words.ts';
import { leftOutOfUnits, notOfUnits, unitsWanted } from './units-wanted.ts';

/** As many as the tool lists where no number is named. */
const LISTED = 10;

/**
 * Homes to rent apart from those in a place or of a kind, or by whether they are furnished: the tool knows no such wish,
 * so it lists as many as it may, and those that do not fit are left out of them.
 */
export const homesWithoutLeftOut: OfflineRoutine = (turn) => {
  const { message, calls, offered } = turn;
  const left = leftOutOf(message.text);
  const furnished = furnitureWanted(message.text);
  if (!left && furnished === undefined) return undefined;
  const asked = askedFor(turn);
  if (!asked || !offered.concat(calls.map(({ tool }) => tool)).includes(findUnitsByBudget.name))
    return undefined;
  const searches = searchesFor(message.text);
  if (searches.length > 0 && !calls.some(({ tool }) => tool === SEARCH))
    return offered.includes(SEARCH) ? { calls: searches } : undefined;
  if (foundNow(turn) === undefined) return undefined;
  const made = calls.find(({ tool }) => tool === findUnitsByBudget.name);
  if (made) return told(turn, made, asked.limit);
  const place = placeWanted(turn) ?? asked.place;
  const { limit: _limit, ...wished } = asked.arguments;
  return {
    calls: [{ tool: findUnitsByBudget.name, arguments: { ...wished, ...place, limit: MOST_LISTED } }],
  };
};

interface Asked {
  arguments: Record<string, unknown>;
  place: Record<string, unknown>;
  /** How many are told. */
  limit: number;
}

/** What the message says by itself, else what was listed last, where it says nothing but how that is to be changed. */
function askedFor(turn: RoutineTurn): Asked | undefined {
  const { message, lastCalls, filled } = turn;
  const kept = keptMessage(message);
  if (speaksOf(kept.text, 'sales') || isBuying(kept)) return undefined;
  const last = lastCalls.findLast(({ tool, result }) => tool !== SEARCH && result?.success);
  const type = typeNamed(kept);
  if (namesAmount(kept.text) || seeksHomes(kept)) {
    const { district: _d, municipality: _m, property_type: _t, ...wished } = filled(findUnitsByBudget.name);
    const budget = namesAmount(kept.text) ? wished['max_budget'] : NO_LIMIT_AED;
    if (budget === undefined) return undefined;
    const given = { ...wished, max_budget: budget, ...(type !== undefined && { property_type: type }) };
    return { arguments: given, place: {}, limit: Number(wished['limit'] ?? LISTED) };
  }
  if (last?.tool !== findUnitsByBudget.name || !leftOutOf(message.text) || !saysNoMore(kept))
    return undefined;
  const { district, municipality, limit, ...wished } = last.arguments;
  const isLeftOut = leftOutOf(message.text)?.places.some(({ places }) =>
    places.some(({ nameEn }) => nameEn === district || nameEn === municipality),
  );
  const bedrooms = bedroomsIn(kept.text);
  return {
    arguments: {
      ...wished,
      ...(type !== undefined && { property_type: type }),
      ...(bedrooms !== undefined && { bedrooms }),
    },
    place: isLeftOut
      ? {}
      : {
          ...(district !== undefined && { district }),
          ...(municipality !== undefined && { municipality }),
        },
    limit: limit === MOST_LISTED ? LISTED : Number(limit ?? LISTED),
  };
}

/** Without a limit homes are listed as well, the cheapest first. */
function seeksHomes(kept: OfflineMessage): boolean {
  const { text } = kept;
  if (speaksOf(text, 'rental') || asksForCheapest(kept)) return true;
  const isOfHomes = typeNamed(kept) !== undefined || bedroomsIn(text) !== undefined;
  return isOfHomes && furnitureWanted(kept.text) !== undefined && findPlaces(text).length > 0;
}

/** The one place that is named and not left out. */
function placeWanted({ message, calls }: RoutineTurn): Record<string, unknown> | undefined {
  const [wanted] = findPlaces(keptMessage(message).text);
  if (!wanted) return undefined;
  const search = calls.find(
    ({ tool, arguments: { query } }) => tool === SEARCH && query === wanted.written.trim(),
  );
  const best = (search?.result?.data as SearchResult | undefined)?.best;
  if (!best) return undefined;
  return best.district_en ? { district: best.district_en } : { municipality: best.municipality_en };
}

function told(turn: RoutineTurn, { arguments: asked, result }: RoutineCall, limit: number) {
  const { message } = turn;
  if (!result?.success) return undefined;
  const language = languageOf(message);
  const { units, total, sample } = result.data as UnitsResult;
  const wanted = unitsWanted(units, message.text);
  const note = notLeftOut({ places: notOfUnits(units, message.text), types: [] }, language);
  const shown = wanted.slice(0, limit);
  if (shown.length === 0 && note !== '') return undefined;
  const lines = shown.map((unit, index) => `${index + 1}. ${homeLine(unit, message)}`);
  const known = {
    left: leftOutOfUnits(units, message.text),
    shown: shown.length,
    wanted: wanted.length,
    read: units.length,
    isAll: units.length >= total,
    within: Number(asked['max_budget']) === NO_LIMIT_AED ? '' : limitOf(asked as never, message),
  };
  return {
    reply: [heading(message, known), ...lines, note, sample ? SAMPLE[language] : '']
      .filter(Boolean)
      .join('\n'),
  };
}

interface Known {
  left: LeftOutOfFigures;
  shown: number;
  wanted: number;
  /** How many were looked through. */
  read: number;
  isAll: boolean;
  /** The place and the limit, in words. */
  within: string;
}

function heading(message: OfflineMessage, { left, shown, wanted, read, isAll, within }: Known): string {
  const language = languageOf(message);
  const n = numbersFor(message, language);
  const furnished = furnitureWanted(message.text);
  const isWithout = left.places.length + left.types.length > 0;
  const without = isWithout && withoutLine(left, language).replace(/:$/, '');
  const words = WORDS[language];
  const wish = [without, furnished === undefined ? undefined : words.furnished[furnished ? 1 : 0]]
    .filter(Boolean)
    .join(words.and);
  if (shown === 0) return words.none(wish, n.count(read), isAll);
  const homes = isAll
    ? words.all(n.count(wanted), shown < wanted ? n.count(shown) : undefined)
    : words.some(n.count(shown));
  const said =
    wish === '' ? homes.charAt(0).toUpperCase() + homes.slice(1) : `${wish}${words.between}${homes}`;
  return `${said}${within && ` ${within}`}:`;
}

const WORDS = {
  en: {
    furnished: ['Not furnished', 'Furnished'],
    and: ', ',
    between: ', ',
    all: (wanted: string, shown?: string) =>
      `${wanted} to rent${shown === undefined ? '' : `, the ${shown} cheapest`}`,
    some: (shown: string) => `the ${shown} cheapest to rent`,
    none: (wish: string, read: string, isAll: boolean) =>
      `${wish}: none${isAll ? '' : ` among the ${read} cheapest that I can look through`}.`,
  },
  ar: {
    furnished: ['غير مفروشة', 'مفروشة'],
    and: '، ',
    between: '، ',
    all: (wanted: string, shown?: string) =>
      `للإيجار (${wanted}${shown === undefined ? '' : `، أرخص ${shown} منها`})`,
    some: (shown: string) => `أرخص ${shown} للإيجار`,
    none: (wish: string, read: string, isAll: boolean) =>
      `${wish}: لا شيء${isAll ? '' : ` ضمن أرخص ${read} وحدة أستطيع النظر فيها`}.`,
  },
};

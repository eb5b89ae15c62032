import type { OfflineRoutine, RoutineCall, RoutineTurn } from '#pack-kit';
import { findPlaces } from '../../schema/places/find-places.ts';
import { findUnknownPlace } from '../unknown-places.ts';
import { compareSalesBetweenDistricts as comparison } from '../../tools/compare-sales-between-districts.tool.ts';
import { SEARCH } from '../../tools/fills.ts';
import { bedroomsIn, findUnitsByBudget } from '../../tools/find-units-by-budget.tool.ts';
import { isBuying, namesAmount, speaksOf } from '../../tools/requests.ts';
import { languageOf, SAMPLE } from '../../tools/wording.ts';
import { foundNow, lastFigures, searchesFor } from './earlier-places.ts';
import { callInWords } from './call-in-words.ts';

const MOST_PLACES = 5;

/** Homes to rent that are wished for over two messages: in each place that was compared, or with the rooms of before. */
export const homesWanted: OfflineRoutine = (turn) => {
  const { message, calls, offered, filled } = turn;
  const { text } = message;
  if (!namesAmount(text) || isBuying(message) || speaksOf(text, 'sales')) return undefined;
  const districts = districtsCompared(turn);
  const rooms = roomsBefore(turn);
  if (districts.length === 0 && rooms === undefined) return undefined;
  const made = calls.filter(({ tool }) => tool === findUnitsByBudget.name);
  if (made.length > 0) return told(made, turn);
  if (!offered.includes(findUnitsByBudget.name)) return undefined;
  const { district: _district, municipality: _municipality, ...wished } = filled(findUnitsByBudget.name);
  if (wished['max_budget'] === undefined) return undefined;
  if (districts.length > 0)
    return {
      calls: districts.map((district) => ({
        tool: findUnitsByBudget.name,
        arguments: { ...wished, district },
      })),
    };
  if (!calls.some(({ tool }) => tool === SEARCH))
    return offered.includes(SEARCH) ? { calls: searchesFor(text) } : undefined;
  const [best] = foundNow(turn) ?? [];
  if (!best) return undefined;
  const place = best.district_en
    ? { district: best.district_en }
    : { ...(best.municipality_en && { municipality: best.municipality_en }) };
  return {
    calls: [{ tool: findUnitsByBudget.name, arguments: { ...wished, bedrooms: rooms, ...place } }],
  };
};

/** "What about renting instead?" behind a comparison is of both places. */
function districtsCompared(turn: RoutineTurn): string[] {
  const { text } = turn.message;
  if (!speaksOf(text, 'rental') && !/\brenting\b/i.test(text)) return [];
  if (findPlaces(text).length > 0 || findUnknownPlace(text) !== undefined) return [];
  const last = lastFigures(turn);
  const districts = last?.tool === comparison.name ? last.arguments['districts'] : undefined;
  return Array.isArray(districts) ? districts.map(String).slice(0, MOST_PLACES) : [];
}

/** The bedrooms of the message before, which got no figures: a place and a sum answer what it asked. */
function roomsBefore({ message, said, lastCalls }: RoutineTurn): number | undefined {
  const { text } = message;
  const before = said.at(-1);
  if (before === undefined || findPlaces(text).length !== 1 || bedroomsIn(text) !== undefined)
    return undefined;
  if (lastCalls.some(({ tool, result }) => tool !== SEARCH && result?.success)) return undefined;
  return speaksOf(before, 'sales') || speaksOf(before, 'buying') ? undefined : bedroomsIn(before);
}

function told(made: readonly RoutineCall[], { message }: RoutineTurn) {
  const lines = made.map((call) => callInWords(findUnitsByBudget, call, message));
  if (lines.some((line) => line === undefined)) return undefined;
  const sample = SAMPLE[languageOf(message)];
  const isSample = lines.some((line) => line?.endsWith(sample));
  return {
    reply: [...lines.map((line) => line?.replace(`\n${sample}`, '')), ...(isSample ? [sample] : [])].join(
      '\n',
    ),
  };
}

import type { RoutineCall, RoutineTurn } from '#pack-kit';
import { findPlaces } from '../../schema/places/find-places.ts';
import { SEARCH } from '../../tools/fills.ts';
import type { FoundPlace, SearchResult } from '../../schema/results.ts';
import { figuresTold } from './figures-told.ts';

/** "Compare them", "which of them is dearer": what was spoken of before. */
export const SEVERAL =
  /\b(?:them|these|those|both|the (?:two|three)|of the(?:m|se)|which (?:one )?(?:is|was|has|had|sold))\b|بينهم|بينهما|بينها|ايهم|ايهما|منهم|منهما|كلاهما|الاثنين|الاثنتين/;

/** The tools that take a place, whose calls say which one was spoken of last. */
const PLACE_ARGUMENTS = ['district', 'municipality', 'districts'];

type Before = Pick<RoutineTurn, 'said' | 'earlier' | 'lastCalls'>;

/** The last call that gave figures, as it was told. */
export function lastFigures(turn: Before): RoutineCall | undefined {
  return lastWith(turn, PLACE_ARGUMENTS);
}

/** As {@link lastFigures}, of a single district or municipality. */
export function lastOfOnePlace(turn: Before): RoutineCall | undefined {
  return lastWith(turn, ['district', 'municipality']);
}

function lastWith(turn: Before, names: readonly string[]): RoutineCall | undefined {
  return figuresTold(turn).findLast(
    ({ call: { tool, arguments: given, result } }) =>
      tool !== SEARCH && result?.success && names.some((name) => name in given),
  )?.call;
}

/** Districts that were found in earlier turns, each once, the latest last. */
export function districtsBefore({ earlier }: Pick<RoutineTurn, 'earlier'>): string[] {
  const found = earlier.flatMap(({ tool, result }) => {
    const best = tool === SEARCH && result?.success ? (result.data as SearchResult).best : null;
    return best?.district_en ? [best.district_en] : [];
  });
  return [...new Set(found.toReversed())].toReversed();
}

/** What the places of the message were found to be in this turn; undefined while one of them is not known for sure. */
export function foundNow({ calls }: Pick<RoutineTurn, 'calls'>): FoundPlace[] | undefined {
  const found = calls
    .filter(({ tool }) => tool === SEARCH)
    .map(({ result }) => (result?.success ? (result.data as SearchResult).best : null));
  return found.every((best) => best !== null) ? found : undefined;
}

/** A search for each place that the message names. */
export function searchesFor(text: string): { tool: string; arguments: Record<string, unknown> }[] {
  return findPlaces(text).map(({ written, places }) => ({
    tool: SEARCH,
    arguments: {
      query: written,
      ...(places.some(({ type }) => type === 'municipality') && { type: 'municipality' }),
    },
  }));
}

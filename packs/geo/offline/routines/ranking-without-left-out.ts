import type { OfflineRoutine, RoutineTurn } from '#pack-kit';
import { findPlaces } from '../../schema/places/find-places.ts';
import { namesYear, SEARCH, yearsNamed } from '../../tools/fills.ts';
import { getTopDistrictsInMunicipality as ranking } from '../../tools/get-top-districts-in-municipality.tool.ts';
import { leftOutOf } from '../../tools/left-out.ts';
import { speaksOf } from '../../tools/requests.ts';
import type { SearchResult, TopDistrictsResult } from '../../schema/results.ts';
import { languageOf } from '../../tools/wording.ts';
import { keptMessage, withoutLine } from './message-without-left-out.ts';
import { foundNow, searchesFor } from './earlier-places.ts';
import { saysNoMore } from './follow-up-words.ts';
import { withData } from './subtract-left-out.ts';
import { callInWords } from './call-in-words.ts';

const USUAL_LIMIT = 5;
const MOST_RANKED = 20;

/** "The top 5 except Yas": as many more are asked for as are left out. */
export const rankingWithoutLeftOut: OfflineRoutine = (turn) => {
  const { message, calls, offered } = turn;
  const left = leftOutOf(message.text);
  const asked = left && left.places.length > 0 ? askedFor(turn) : undefined;
  if (!left || !asked) return undefined;
  if (!calls.some(({ tool }) => tool === SEARCH))
    return offered.includes(SEARCH) ? { calls: searchesFor(message.text) } : undefined;
  if (foundNow(turn) === undefined) return undefined;
  const made = calls.find(({ tool }) => tool === ranking.name);
  const { limit: wished, ...given } = asked;
  const limit = Number(wished ?? USUAL_LIMIT);
  if (!made) {
    const municipality = municipalityOf(turn) ?? given['municipality'];
    if (!offered.includes(ranking.name) || municipality === undefined) return undefined;
    const most = Math.min(MOST_RANKED, limit + left.places.length);
    return { calls: [{ tool: ranking.name, arguments: { ...given, municipality, limit: most } }] };
  }
  if (!made.result?.success) return undefined;
  const data = made.result.data as TopDistrictsResult;
  const names = new Set(left.places.flatMap(({ written }) => found(turn, written)?.district_en ?? []));
  const rows = data.rows.filter(({ district }) => !names.has(district)).slice(0, limit);
  const ranked = data.order === 'lowest' ? rows : rows.map((row, index) => ({ ...row, rank: index + 1 }));
  // What the ranking cannot leave out is told by its own words.
  const worded = left.types.length > 0 ? message : keptMessage(message);
  const isYearSaid = namesYear(message.text) || !speaksOf(worded.text, 'ranking');
  const told = callInWords(ranking, withData(made, { ...data, rows: ranked }), worded, isYearSaid);
  return told === undefined ? undefined : { reply: `${withoutLine(left, languageOf(message))}\n${told}` };
};

/** What the message asks for, else what was ranked last, where it says nothing besides. */
function askedFor({ message, lastCalls, filled }: RoutineTurn): Record<string, unknown> | undefined {
  const kept = keptMessage(message);
  if (speaksOf(kept.text, 'rental')) return undefined;
  if (speaksOf(kept.text, 'ranking') && findPlaces(kept.text).length < 2) {
    const { municipality: _municipality, ...given } = filled(ranking.name);
    return given;
  }
  const last = lastCalls.findLast(({ tool, result }) => tool !== SEARCH && result?.success);
  if (last?.tool !== ranking.name || !saysNoMore(kept) || findPlaces(kept.text).length > 0) return undefined;
  const [year] = yearsNamed(kept.normalized);
  return { ...last.arguments, ...(year !== undefined && { year: Number(year) }) };
}

/** That which is named; else the one that was ranked before, or that of a place that is left out. */
function municipalityOf(turn: RoutineTurn): string | undefined {
  const [named] = findPlaces(keptMessage(turn.message).text);
  if (named) return found(turn, named.written)?.municipality_en ?? undefined;
  const last = turn.lastCalls.findLast(({ tool }) => tool === ranking.name)?.arguments['municipality'];
  if (typeof last === 'string') return last;
  return foundNow(turn)?.[0]?.municipality_en ?? undefined;
}

function found({ calls }: RoutineTurn, written: string) {
  const search = calls.find(({ tool, arguments: { query } }) => tool === SEARCH && query === written);
  return (search?.result?.data as SearchResult | undefined)?.best;
}

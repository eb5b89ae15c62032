import type { OfflineMessage, RoutineCall, RoutineTurn } from '#tools';
import { normalizeText } from '#tools/light';
import { findPlaces, type PlaceMention } from '../places/find-places.ts';
import { compareSalesBetweenDistricts as comparison } from '../tools/compare-sales-between-districts.tool.ts';
import { LATEST_YEAR, SEARCH, typeNamed, yearsNamed } from '../tools/fills.ts';
import type { GeoTool } from '../tools/geo-tool.ts';
import { getCurrentSupply } from '../tools/get-current-supply.tool.ts';
import { getMunicipalitySales } from '../tools/get-municipality-sales.tool.ts';
import { getTotalSalesValue } from '../tools/get-total-sales-value.tool.ts';
import { getTransactionCount } from '../tools/get-transaction-count.tool.ts';
import { leftOutOf, type LeftOut } from '../tools/left-out.ts';
import { asksCount, asksSupply, speaksOf } from '../tools/requests.ts';
import type { FoundPlace, SearchResult } from '../tools/results.ts';
import { keptMessage } from './message-without-left-out.ts';
import { saysNoMore } from './follow-up-words.ts';
import { severalYears } from './years-asked.ts';

/** What something can be left out of. */
export const FIGURES: readonly GeoTool[] = [
  getMunicipalitySales,
  getTotalSalesValue,
  getTransactionCount,
  comparison,
  getCurrentSupply,
];

export type Asked = Pick<RoutineCall, 'tool' | 'arguments'>;

export interface Wanted {
  whole: Asked;
  /** What is taken away from it. */
  minus: Asked[];
  /** What was taken away twice: the land of a district, where both the district and land are left out. */
  plus: Asked[];
}

type Place = Pick<FoundPlace, 'district_en' | 'municipality_en'>;

/** What the message leaves out, and what those that it goes on from did. */
export function leftOutNow(turn: RoutineTurn): LeftOut | undefined {
  const lefts = [leftOutBefore(turn), leftOutOf(turn.message.text)].filter((left) => left !== undefined);
  const places = new Map(lefts.flatMap((left) => left.places.map((place) => [place.written, place])));
  const [types, kept] = [lefts.flatMap((left) => left.types), keptMessage(turn.message).text];
  return lefts.length === 0 ? undefined : { places: [...places.values()], types: [...new Set(types)], kept };
}

function leftOutBefore({ message, said, lastCalls }: RoutineTurn): LeftOut | undefined {
  const kept = keptMessage(message);
  if (typeNamed(kept) !== undefined || !saysNoMore(kept) || figuresOf(lastCalls).length === 0)
    return undefined;
  // Back to the message that asked for something: those behind it only changed that.
  const asked = said.findLastIndex((text) => !saysNoMore(keptMessage(asMessage(text))));
  const lefts = said.slice(Math.max(0, asked)).flatMap((text) => leftOutOf(text) ?? []);
  if (lefts.length === 0) return undefined;
  const [places, types] = [lefts.flatMap((left) => left.places), lefts.flatMap((left) => left.types)];
  return { places, types: [...new Set(types)], kept: kept.text };
}

const asMessage = (text: string): OfflineMessage => ({
  text,
  normalized: normalizeText(text),
  language: 'en',
});

/** Undefined where what is left out is a part of nothing that was asked for. */
export function wantedOf(turn: RoutineTurn, left: LeftOut): Wanted[] | undefined {
  const kept = keptMessage(turn.message);
  const type = typeNamed(kept);
  const whole = wholeOf(turn, kept)?.map(({ tool, arguments: given }) => ({
    tool,
    arguments: { ...given, ...(type !== undefined && { property_type: type }) },
  }));
  if (!whole || whole.length === 0) return undefined;
  const places = left.places.map((mention) => placeFound(turn, mention));
  const wanted = whole.map((one) => partsOf(one, left, places));
  const leavesNothing = left.types.length === 0 && wanted.every(({ minus }) => minus.length === 0);
  return leavesNothing && findPlaces(kept.text).length === 0 ? undefined : wanted;
}

function partsOf(whole: Asked, left: LeftOut, places: readonly Place[]): Wanted {
  const { tool, arguments: given } = whole;
  // Of one kind, what is of another is left out already; the stock tells all kinds by themselves.
  const isOfOne = given['property_type'] !== undefined || tool === getCurrentSupply.name;
  const typed = (asked: Asked) =>
    (isOfOne ? [] : left.types).map((type) => ({
      tool: asked.tool,
      arguments: { ...asked.arguments, property_type: type },
    }));
  const { municipality, ...others } = given;
  const within = tool === getMunicipalitySales.name ? places : [];
  const districts = within.flatMap(({ district_en: district, municipality_en: of }) =>
    of === municipality && district !== null
      ? [{ tool: getTotalSalesValue.name, arguments: { district, ...others } }]
      : [],
  );
  return { whole, minus: [...typed(whole), ...districts], plus: districts.flatMap(typed) };
}

/** What the message asks for beside what is left out; what was told last, where it asks for nothing beside. */
function wholeOf(turn: RoutineTurn, kept: OfflineMessage): Asked[] | undefined {
  const mentions = findPlaces(kept.text);
  const last = figuresOf(turn.lastCalls);
  const goesOn = last.length > 0 && saysNoMore(kept);
  const named = yearsNamed(kept.normalized).map(Number);
  if (mentions.length === 0) {
    if (!goesOn && !(last.length > 0 && asksForSums(kept))) return undefined;
    const years = named.length > 0 ? named : [undefined];
    return wholesOf(last, turn).flatMap(({ tool, arguments: given }) =>
      years.map((year) => ({
        tool,
        arguments: { ...given, ...(year !== undefined && 'year' in given && { year }) },
      })),
    );
  }
  const found = mentions.map((mention) => placeFound(turn, mention));
  const districts = [...new Set(found.flatMap(({ district_en: district }) => district ?? []))];
  const municipality = found.length === 1 && found[0]?.district_en === null ? found[0].municipality_en : null;
  if (asksSupply(kept) || (goesOn && last[0]?.tool === getCurrentSupply.name))
    return districts.map((district) => ({ tool: getCurrentSupply.name, arguments: { district } }));
  const years = severalYears(kept.text) ?? [named[0] ?? yearOf(turn, goesOn)];
  const counts = asksCount(kept.text) || (goesOn && last[0]?.tool === getTransactionCount.name);
  return years.flatMap((year): Asked[] => {
    if (municipality !== null)
      return [{ tool: getMunicipalitySales.name, arguments: { municipality, year } }];
    if (districts.length > 1) return [{ tool: comparison.name, arguments: { districts, year } }];
    const tool = counts ? getTransactionCount : getTotalSalesValue;
    return districts.map((district) => ({ tool: tool.name, arguments: { district, year } }));
  });
}

function asksForSums({ text }: OfflineMessage): boolean {
  return speaksOf(text, 'sales') || speaksOf(text, 'value') || speaksOf(text, 'count');
}

/** The figures of a turn; none where it told anything else. */
function figuresOf(calls: readonly RoutineCall[]): RoutineCall[] {
  const told = calls.filter(({ tool, result }) => tool !== SEARCH && result?.success);
  return told.every(({ tool }) => FIGURES.some(({ name }) => name === tool)) ? told : [];
}

/** Those of a turn that were told, without what was taken away from them. */
function wholesOf(calls: readonly RoutineCall[], turn: RoutineTurn): RoutineCall[] {
  const before = leftOutBefore(turn);
  const isOfMunicipality = calls.some(({ tool }) => tool === getMunicipalitySales.name);
  return calls.filter(({ tool, arguments: given }) => {
    const isOfType =
      before?.types.includes(String(given['property_type'])) &&
      calls.some(({ arguments: other }) => other['property_type'] === undefined);
    return !isOfType && !(before && isOfMunicipality && tool !== getMunicipalitySales.name);
  });
}

/** That of before where the message goes on with it; else what the tools' own fill gives, such as that of "last year". */
function yearOf({ lastCalls, filled }: RoutineTurn, goesOn: boolean): number {
  const before = lastCalls.findLast(({ arguments: { year } }) => year !== undefined)?.arguments['year'];
  return Number((goesOn ? before : filled(getTotalSalesValue.name)['year']) ?? LATEST_YEAR);
}

/** As the search of this turn found it; one of a message before was found then. */
function placeFound({ calls }: RoutineTurn, { written, places: [known] }: PlaceMention): Place {
  const search = calls.find(({ tool, arguments: { query } }) => tool === SEARCH && query === written);
  const best = (search?.result?.data as SearchResult | undefined)?.best;
  return best ?? { district_en: known?.districtEn ?? null, municipality_en: known?.municipalityEn ?? null };
}

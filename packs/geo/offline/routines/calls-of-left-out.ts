import type { OfflineMessage, RoutineCall, RoutineTurn } from '#pack-kit';
import { normalizeText } from '#text';
import { findPlaces, type PlaceMention } from '../../schema/places/find-places.ts';
import { compareSalesBetweenDistricts as comparison } from '../../tools/compare-sales-between-districts.tool.ts';
import { LATEST_YEAR, SEARCH, typeNamed, yearsNamed } from '../../tools/fills.ts';
import { getCurrentSupply } from '../../tools/get-current-supply.tool.ts';
import { getMunicipalitySales } from '../../tools/get-municipality-sales.tool.ts';
import { getTotalSalesValue } from '../../tools/get-total-sales-value.tool.ts';
import { getTransactionCount } from '../../tools/get-transaction-count.tool.ts';
import { leftOutOf, type LeftOut } from '../../tools/left-out.ts';
import { asksCount, asksSupply, speaksOf } from '../../tools/requests.ts';
import type { SearchResult } from '../../schema/results.ts';
import { keptMessage } from './message-without-left-out.ts';
import { eachOnce, leftOutTold, toldBy } from './figures-told.ts';
import {
  FIGURES,
  isPart,
  partsOf,
  placeKnown,
  type Asked,
  type Place,
  type Wanted,
} from './parts-left-out.ts';
import { saysNoMore, saysYearBeside } from './follow-up-words.ts';
import { severalYears } from './years-asked.ts';

/** What the message leaves out, and what those that it goes on from did. */
export function leftOutNow(turn: RoutineTurn): LeftOut | undefined {
  const lefts = [leftOutBefore(turn), leftOutOf(turn.message.text)].filter((left) => left !== undefined);
  const places = eachOnce(lefts.flatMap((left) => left.places));
  const [types, kept] = [lefts.flatMap((left) => left.types), keptMessage(turn.message).text];
  return lefts.length === 0 ? undefined : { places, types: [...new Set(types)], kept };
}

function leftOutBefore({ message, said, earlier, lastCalls }: RoutineTurn): LeftOut | undefined {
  const kept = keptMessage(message);
  if (typeNamed(kept) !== undefined || !goesOnFrom(kept) || figuresOf(lastCalls).length === 0)
    return undefined;
  const told = leftOutTold({ said, earlier, lastCalls });
  if (told) return { ...told, kept: kept.text };
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
  const places = left.places.filter((place) => !isPart(place)).map((place) => placeFound(turn, place));
  const wanted = whole.map((one) => partsOf(one, left, places));
  const leavesNothing = left.types.length === 0 && wanted.every(({ minus }) => minus.length === 0);
  return leavesNothing && findPlaces(kept.text).length === 0 ? undefined : wanted;
}

/** What the message asks for beside what is left out; what was told last, where it asks for nothing beside. */
function wholeOf(turn: RoutineTurn, kept: OfflineMessage): Asked[] | undefined {
  const mentions = findPlaces(kept.text);
  const last = figuresOf(turn.lastCalls);
  const goesOn = last.length > 0 && goesOnFrom(kept);
  const named = yearsMeant(turn, kept);
  if (mentions.length === 0) {
    if (!goesOn && !(last.length > 0 && asksForSums(kept))) return undefined;
    const years = named.length > 0 ? named : [undefined];
    return toldBy(last, turn.said).flatMap(({ call: { tool, arguments: given } }) =>
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

export function goesOnFrom(kept: OfflineMessage): boolean {
  return saysNoMore(kept) || saysYearBeside(kept);
}

/** "The year before" is that which the tools fill in. */
function yearsMeant({ filled, lastCalls }: RoutineTurn, kept: OfflineMessage): number[] {
  const tool = lastCalls.findLast(({ arguments: { year } }) => year !== undefined)?.tool;
  const beside = tool !== undefined && saysYearBeside(kept) ? filled(tool)['year'] : undefined;
  return beside === undefined ? yearsNamed(kept.normalized).map(Number) : [Number(beside)];
}

function asksForSums({ text }: OfflineMessage): boolean {
  return speaksOf(text, 'sales') || speaksOf(text, 'value') || speaksOf(text, 'count');
}

/** The figures of a turn; none where it told anything else. */
function figuresOf(calls: readonly RoutineCall[]): RoutineCall[] {
  const told = calls.filter(({ tool, result }) => tool !== SEARCH && result?.success);
  return told.every(({ tool }) => FIGURES.some(({ name }) => name === tool)) ? told : [];
}

/** That of before where the message goes on with it; else what the tools' own fill gives, such as that of "last year". */
function yearOf({ lastCalls, filled }: RoutineTurn, goesOn: boolean): number {
  const before = lastCalls.findLast(({ arguments: { year } }) => year !== undefined)?.arguments['year'];
  return Number((goesOn ? before : filled(getTotalSalesValue.name)['year']) ?? LATEST_YEAR);
}

/** As the search of this turn found it; one of a message before was found then. */
function placeFound({ calls }: RoutineTurn, mention: PlaceMention): Place {
  const search = calls.find(({ tool, arguments: { query } }) => tool === SEARCH && query === mention.written);
  const best = (search?.result?.data as SearchResult | undefined)?.best;
  return best ?? placeKnown(mention);
}

import type { RoutineCall, RoutineTurn } from '#pack-kit';
import type { PlaceMention } from '../../schema/places/find-places.ts';
import { leftOutOf, type LeftOut } from '../../tools/left-out.ts';
import { FIGURES, isPart, keyOf, partsOf, placeKnown, remainingOf } from './parts-left-out.ts';

/** What is left out of figures. */
export type LeftOutOfFigures = Pick<LeftOut, 'places' | 'types'>;

/** A call as it was told: with what is left of its figures where something was left out of them. */
export interface Told {
  call: RoutineCall;
  left: LeftOutOfFigures;
}

type Before = Pick<RoutineTurn, 'said' | 'earlier' | 'lastCalls'>;

/** What was told in earlier turns, oldest first: figures that were taken away from others are none of their own. */
export function figuresTold({ said, earlier, lastCalls }: Before): Told[] {
  // A kind that was asked for in the turn after its whole was not taken away from it.
  const before = Math.max(0, earlier.length - lastCalls.length);
  return [...toldBy(earlier.slice(0, before), said), ...toldBy(earlier.slice(before), said)];
}

/** As {@link figuresTold}, of the calls of one turn. */
export function toldBy(calls: readonly RoutineCall[], said: readonly string[]): Told[] {
  const left = leftOutEver(said);
  const told: Told[] = [];
  for (let at = 0; at < calls.length; at += 1) {
    const call = calls[at]!;
    const taken = takenFrom(call, calls.slice(at + 1), left);
    told.push(withoutTaken(call, taken, left));
    at += taken.length;
  }
  return told;
}

/** What was left out of the figures that were told last; undefined where nothing was. */
export function leftOutTold(turn: Before): LeftOutOfFigures | undefined {
  return unionOf(toldBy(turn.lastCalls, turn.said));
}

/** Undefined where nothing is left out of any of them. */
export function unionOf(told: readonly Told[]): LeftOutOfFigures | undefined {
  const places = eachOnce(told.flatMap(({ left }) => left.places));
  const types = [...new Set(told.flatMap(({ left }) => left.types))];
  return places.length + types.length > 0 ? { places, types } : undefined;
}

/** A place once, in whatever words it was said. */
export function eachOnce(mentions: readonly PlaceMention[]): PlaceMention[] {
  const byName = new Map(mentions.map((mention) => [mention.places[0]?.nameEn ?? mention.written, mention]));
  return [...byName.values()];
}

function leftOutEver(said: readonly string[]): LeftOutOfFigures {
  const lefts = said.flatMap((text) => leftOutOf(text) ?? []);
  return {
    places: eachOnce(lefts.flatMap(({ places }) => places)).filter((place) => !isPart(place)),
    types: [...new Set(lefts.flatMap(({ types }) => types))],
  };
}

function partsIn(call: RoutineCall, left: LeftOutOfFigures) {
  return partsOf(call, left, left.places.map(placeKnown));
}

/** The parts stand right behind their whole. */
function takenFrom(
  call: RoutineCall,
  others: readonly RoutineCall[],
  left: LeftOutOfFigures,
): readonly RoutineCall[] {
  if (!FIGURES.some(({ name }) => name === call.tool)) return [];
  const { minus, plus } = partsIn(call, left);
  const parts = new Set([...minus, ...plus].map(keyOf));
  const end = others.findIndex((other) => !parts.has(keyOf(other)));
  return end < 0 ? others : others.slice(0, end);
}

function withoutTaken(call: RoutineCall, taken: readonly RoutineCall[], left: LeftOutOfFigures): Told {
  const whole: Told = { call, left: { places: [], types: [] } };
  if (taken.length === 0) return whole;
  const keys = new Set(taken.map(keyOf));
  const { minus, plus } = partsIn(call, left);
  const [less, more] = [minus, plus].map((parts) => parts.filter((part) => keys.has(keyOf(part))));
  const remaining = remainingOf({ whole: call, minus: less ?? [], plus: more ?? [] }, [call, ...taken], left);
  if (!remaining) return whole;
  const isTaken = (name: string, value: string | null) =>
    call.arguments[name] === undefined && less?.some(({ arguments: given }) => given[name] === value);
  return {
    call: remaining,
    left: {
      places: left.places.filter((mention) => isTaken('district', placeKnown(mention).district_en)),
      types: left.types.filter((type) => isTaken('property_type', type)),
    },
  };
}

import type { OfflineMessage, OfflineRoutine, RoutineCall, RoutineStep, RoutineTurn } from '#pack-kit';
import { compareSalesBetweenDistricts as comparison } from '../../tools/compare-sales-between-districts.tool.ts';
import { namesYear, SEARCH } from '../../tools/fills.ts';
import { getCurrentSupply } from '../../tools/get-current-supply.tool.ts';
import { getTransactionCount } from '../../tools/get-transaction-count.tool.ts';
import type { LeftOut } from '../../tools/left-out.ts';
import { notLeftOut } from '../../tools/offline-hints.ts';
import { isBuying, namesAmount, speaksOf } from '../../tools/requests.ts';
import { languageOf, SAMPLE } from '../../tools/wording.ts';
import { byYear, type Figures } from './figures-by-year.ts';
import { keptMessage, withoutLine } from './message-without-left-out.ts';
import { searchesFor } from './earlier-places.ts';
import { goesOnFrom, leftOutNow, wantedOf } from './calls-of-left-out.ts';
import { FIGURES, isPart, remainingOf, type Asked, type Wanted } from './parts-left-out.ts';
import { callInWords } from './call-in-words.ts';

const MOST_CALLS = 10;

/**
 * "Sales in Yas excluding land", "in Abu Dhabi City except Yas", and "and in 2022?" behind it: the tools know no such thing,
 * so what is left out is asked for as well and taken away. A ranking and homes to rent have routines of their own.
 */
export const figuresWithoutLeftOut: OfflineRoutine = (turn) => {
  const { message, calls, offered } = turn;
  const left = leftOutNow(turn);
  if (!left || isOfOthers(keptMessage(message))) return undefined;
  const searches = searchesFor(message.text);
  if (searches.length > 0 && !calls.some(({ tool }) => tool === SEARCH))
    return offered.includes(SEARCH) ? { calls: searches } : undefined;
  const wanted = wantedOf(turn, left);
  if (!wanted) return undefined;
  const made = calls.filter(({ tool }) => FIGURES.some(({ name }) => name === tool));
  if (made.length > 0) return told(turn, left, wanted, made);
  const asked = wanted.flatMap(({ whole, minus, plus }) => [whole, ...minus, ...plus]);
  return asked.length <= MOST_CALLS && asked.every(({ tool }) => offered.includes(tool))
    ? { calls: asked }
    : undefined;
};

function isOfOthers(kept: OfflineMessage): boolean {
  return (
    speaksOf(kept.text, 'ranking') ||
    speaksOf(kept.text, 'rental') ||
    isBuying(kept) ||
    namesAmount(kept.text)
  );
}

function told(
  turn: RoutineTurn,
  left: LeftOut,
  wanted: readonly Wanted[],
  made: readonly RoutineCall[],
): RoutineStep | undefined {
  const { message, lastCalls } = turn;
  const remaining = wanted.map((one) => remainingOf(one, made, left));
  if (!remaining.every((call) => call !== undefined)) return undefined;
  const language = languageOf(message);
  const sample = SAMPLE[language];
  const kept = keptMessage(message);
  const isYearSaid = namesYear(message.text) || (lastCalls.length > 0 && goesOnFrom(kept));
  const lines = isByYear(remaining)
    ? [
        byYear(
          remaining.map(({ result }) => result?.data as Figures),
          kept,
        ),
      ]
    : remaining.map((call) => {
        const tool = FIGURES.find(({ name }) => name === call.tool);
        // That the stock counts no land is said in its own words.
        return tool && callInWords(tool, call, isStock(call) ? ofStock(message, left) : kept, isYearSaid);
      });
  if (lines.some((line) => line === undefined)) return undefined;
  const isSample = lines.some((line) => line?.endsWith(sample));
  const heading = {
    places: left.places.filter((place) => !isPart(place)),
    types: left.types.filter((type) => type !== 'Land' || !remaining.every(isStock)),
  };
  const parts = left.places.filter(isPart);
  const isWithout =
    wanted.some(({ minus }) => minus.length > 0) ||
    (heading.types.length > 0 && remaining.some((call) => isStock(call) && !call.arguments['property_type']));
  return {
    reply: [
      ...(isWithout ? [withoutLine(heading, language)] : []),
      ...lines.map((line) => line?.replace(`\n${sample}`, '')),
      ...(parts.length > 0 ? [notLeftOut({ places: parts, types: [] }, language)] : []),
      ...(isSample ? [sample] : []),
    ].join('\n'),
  };
}

function isStock({ tool }: Asked): boolean {
  return tool === getCurrentSupply.name;
}

function ofStock(message: OfflineMessage, { types }: LeftOut): OfflineMessage {
  return types.length === 1 && types[0] === 'Land' ? message : keptMessage(message);
}

/** Each year of one place is told beside the others. */
function isByYear(calls: readonly RoutineCall[]): boolean {
  const isOfSums = calls.every(
    ({ tool }) =>
      tool !== getTransactionCount.name && tool !== comparison.name && tool !== getCurrentSupply.name,
  );
  const places = new Set(
    calls.map(({ arguments: { district, municipality } }) => JSON.stringify([district, municipality])),
  );
  return calls.length > 1 && isOfSums && places.size === 1;
}

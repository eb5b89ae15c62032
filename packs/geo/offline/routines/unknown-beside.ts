import type { OfflineRoutine, RoutineCall, RoutineStep, RoutineTurn } from '#pack-kit';
import { findPlaces } from '../../schema/places/find-places.ts';
import { unknownPlacesBeside } from '../unknown-beside.ts';
import { compareSalesBetweenDistricts as comparison } from '../../tools/compare-sales-between-districts.tool.ts';
import { SEARCH } from '../../tools/fills.ts';
import { findUnitsByBudget } from '../../tools/find-units-by-budget.tool.ts';
import { geoTools } from '../../tools/index.ts';
import { asksSupply, isBuying, speaksOf } from '../../tools/requests.ts';
import type { SearchResult } from '../../schema/results.ts';
import { searchReply } from '../../tools/search-geospatial-metadata.reply.ts';
import { languageOf, SAMPLE } from '../../tools/wording.ts';
import { salesOf } from './compare-municipalities-and-districts.ts';
import { searchesFor } from './earlier-places.ts';
import { callInWords } from './call-in-words.ts';

/**
 * A routine whose reply also says what became of names that nobody knows beside places that are known: they are searched
 * for before it is given, so that none is dropped without a word.
 */
export function tellingUnknown(routine: OfflineRoutine): OfflineRoutine {
  return (turn) => {
    const step = routine(turn);
    if (!step || !('reply' in step) || figuresOf(turn).length === 0 || seeksHome(turn)) return step;
    const told = unknownTold(turn);
    if (told === undefined) return step;
    return 'calls' in told ? told : { ...step, reply: [step.reply, ...told.lines].join('\n') };
  };
}

/** One place held against a name that nobody knows is answered by its own sales: the tool that compares takes two. */
export const comparedWithUnknown: OfflineRoutine = (turn) => {
  const { message, calls, offered } = turn;
  const { text } = message;
  const [known, ...others] = findPlaces(text);
  if (!known || others.length > 0 || figuresOf(turn).length > 0) return undefined;
  if (!speaksOf(text, 'compare') || speaksOf(text, 'rental') || asksSupply(message)) return undefined;
  const names = unknownPlacesBeside(text);
  if (names.length === 0 || !offered.includes(SEARCH)) return undefined;
  if (!calls.some(({ tool }) => tool === SEARCH))
    return {
      calls: [...searchesFor(text), ...names.map((query) => ({ tool: SEARCH, arguments: { query } }))],
    };
  const [first, ...rest] = calls.map(({ result }) => result?.data as SearchResult | undefined);
  const districts = [first, ...rest].flatMap((found) => found?.best?.district_en ?? []);
  const sales = salesOf(first, message);
  if (!sales) return undefined;
  const { year, property_type: type } = sales.arguments;
  const both = { districts, year, ...(type !== undefined && { property_type: type }) };
  return { calls: [districts.length > 1 ? { tool: comparison.name, arguments: both } : sales] };
};

/** The same for what a tool by itself answers. */
export const answeredBesideUnknown: OfflineRoutine = (turn) => {
  const { calls, message } = turn;
  const figures = figuresOf(turn);
  const searched = calls.filter(({ tool }) => tool === SEARCH).length;
  // As long as a place was not searched for, the tools go on.
  if (figures.length === 0 || searched < findPlaces(message.text).length || seeksHome(turn)) return undefined;
  const told = unknownTold(turn);
  if (told === undefined || 'calls' in told) return told;
  const sample = SAMPLE[languageOf(message)];
  const said = figures.map((call) => {
    const tool = geoTools.find(({ name }) => name === call.tool);
    return tool && callInWords(tool, call, message)?.replace(`\n${sample}`, '');
  });
  if (said.some((line) => line === undefined)) return undefined;
  const isSample = figures.some(({ result }) => (result?.data as { sample?: boolean } | undefined)?.sample);
  return { reply: [...said, ...told.lines, ...(isSample ? [sample] : [])].join('\n') };
};

/** What was answered of the places that are known. */
function figuresOf({ calls }: RoutineTurn): readonly RoutineCall[] {
  return calls.filter(({ tool, result }) => tool !== SEARCH && result?.success);
}

/** In a wish for a home what stands beside the place says what the home is to be like, and is no other place. */
function seeksHome({ message, calls }: RoutineTurn): boolean {
  return isBuying(message) || calls.some(({ tool }) => tool === findUnitsByBudget.name);
}

/** The searches that are still to be made, or a sentence for each name; undefined where there is none, or none may be made. */
function unknownTold({
  message,
  calls,
  offered,
}: RoutineTurn): Extract<RoutineStep, { calls: unknown }> | { lines: string[] } | undefined {
  const names = unknownPlacesBeside(message.text);
  if (names.length === 0) return undefined;
  const searchOf = (name: string) =>
    calls.find(({ tool, arguments: { query } }) => tool === SEARCH && query === name);
  const left = names.filter((name) => !searchOf(name));
  if (left.length > 0)
    return offered.includes(SEARCH)
      ? { calls: left.map((query) => ({ tool: SEARCH, arguments: { query } })) }
      : undefined;
  const language = languageOf(message);
  const lines = names.flatMap((query) => {
    const result = searchOf(query)?.result;
    return result?.success ? [searchReply[language](result.data as SearchResult, { query })] : [];
  });
  return { lines };
}

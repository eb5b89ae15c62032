import { hasPhrase, readDatetimeFill, readMoneyFill, readPlainAmount, type NumberSlots } from '#text';
import { type Dataset, type Fill, type Gazetteer, wordList } from '#pack-kit';
import type { ModelTool, TurnFacts } from '#models';
import type { MadeCall } from '../conversation/conversation.ts';
import type { OfflineTool } from '../hints.ts';
import type { ReadMessage } from '../conversation/message.ts';
import { findChoices } from './choice.ts';
import { readIntFill, readNumFill } from './counts.ts';
import { readDataQuestion, type DataQuestionRead } from './data-question.ts';
import { findAllOfTurn, findEarlier } from './earlier-result.ts';
import { findList, findQuoted, headlineOf, restOf } from './free-text.ts';
import { findEmail, findIds, findUrl, findYear } from './patterns.ts';
import { codesOf } from './fill-codes.ts';
import { alternativePlaces, findPlaces, readsPlaces } from './place.ts';
import { guessNumbers } from './guess-numbers.ts';
import { fitToSchema, guessFill, type ParameterSchema } from './schema.ts';

/** Sources of arguments. */
export interface FillSources {
  message: ReadMessage;
  facts: TurnFacts;
  places: (set: string) => Gazetteer;
  /** Datasets that can be queried. */
  datasets: readonly Dataset[];
  /** Calls of this turn so far. */
  turn: readonly MadeCall[];
  /** Calls of the conversation before this turn. */
  earlier: readonly MadeCall[];
}

export interface FilledArguments {
  arguments: Record<string, unknown>;
  /** Required parameters for which nothing was found. */
  missing: string[];
  /** Parameters with a value in the message, except free text: places, amounts, numbers, values, dates, ids. */
  named: string[];
  /** Parameters filled from calls of this turn, which looked up a value in the message. */
  resolved: string[];
  /** True if an argument is from the message, not from its context and not fixed. */
  usesMessage: boolean;
}

/** Fills the parameters of a tool from the message and its context, by the codes of its hints ({@link Fill}). */
export function fillArguments(
  tool: ModelTool,
  spec: OfflineTool | undefined,
  sources: FillSources,
): FilledArguments {
  const properties = (tool.parameters['properties'] ?? {}) as Record<string, ParameterSchema>;
  const required = (tool.parameters['required'] ?? []) as string[];
  const filled: FilledArguments = {
    arguments: {},
    missing: [],
    named: [],
    resolved: [],
    usesMessage: false,
  };
  const guessed = spec?.hints ? {} : guessNumbers(properties, required, sources.message.text);
  const slots = slotsOf(spec?.hints?.fill ?? {});
  for (const [name, schema] of Object.entries(properties)) {
    const isRequired = required.includes(name);
    const fill = spec?.hints
      ? spec.hints.fill[name]
      : name in guessed
        ? ({ from: 'rule', read: () => guessed[name] } as const)
        : guessFill(name, schema, isRequired);
    const found = fill && valueOf(fill, { schema, required: isRequired, slots }, sources);
    const value = found === undefined ? undefined : fitToSchema(found.value, schema);
    if (value !== undefined) {
      if (found && found.fill.from !== 'context' && found.fill.from !== 'const') filled.usesMessage = true;
      filled.arguments[name] = value;
      if (found && isNamed(found.fill)) filled.named.push(name);
      if (found && isOfTurn(found.fill, sources)) filled.resolved.push(name);
    } else if (isRequired && schema.default === undefined) {
      filled.missing.push(name);
    }
  }
  return filled;
}

/** The parameter to fill. */
interface Parameter {
  schema: ParameterSchema;
  required: boolean;
  slots: Slots;
}

/** The distinct word lists of the tool's parameters next to which numbers are read. */
interface Slots {
  int: NumberSlots;
  percent: NumberSlots;
}

function slotsOf(fills: Record<string, Fill>): Slots {
  const all = Object.values(fills).flatMap(codesOf);
  const distinct = (lists: readonly string[][]) => [
    ...new Map(lists.map((words) => [words.join('|'), words])).values(),
  ];
  return {
    int: distinct(all.flatMap((fill) => (fill.from === 'int' ? [fill.words] : []))),
    percent: distinct(
      all.flatMap((fill) => (fill.from === 'num' && fill.unit === 'percent' && fill.near ? [fill.near] : [])),
    ),
  };
}

function others(slots: NumberSlots, own: readonly string[] = []): NumberSlots {
  return slots.filter((words) => words.join('|') !== own.join('|'));
}

interface Found {
  value: unknown;
  /** The code that produced the value. For `first`, the matching alternative. */
  fill: Fill;
}

const NAMED: readonly Fill['from'][] = wordList(
  'place money int num year enum datetime url email id list data',
);

function isNamed(fill: Fill): boolean {
  return NAMED.includes(fill.from);
}

function isOfTurn(fill: Fill, { turn }: FillSources): boolean {
  return fill.from === 'prev' && findEarlier(turn, [], fill.tool, fill.path) !== undefined;
}

function valueOf(fill: Fill, parameter: Parameter, sources: FillSources): Found | undefined {
  if (fill.from === 'first') {
    for (const option of fill.of) {
      const found = valueOf(option, parameter, sources);
      if (found) return found;
    }
    return undefined;
  }
  const value = readFill(fill, parameter, sources);
  return value === undefined || value === null ? undefined : { value, fill };
}

function readFill(
  fill: Exclude<Fill, { from: 'first' }>,
  { schema, required, slots }: Parameter,
  sources: FillSources,
): unknown {
  const { message, facts } = sources;
  const { text, words } = message;
  const oneOrAll = (values: string[], many = schema.type === 'array') =>
    values.length === 0 ? undefined : many ? values : values[0];
  switch (fill.from) {
    case 'context':
      return (fill.when?.(message) ?? true) ? facts[fill.key] : undefined;
    case 'place': {
      const places = sources.places(fill.set);
      if (readsPlaces(places)) {
        const named = places.find(text).map((place) => (fill.as === 'written' ? place.written : place.name));
        return oneOrAll(named) ?? places.unknown?.(text);
      }
      const found = findPlaces(text, places);
      const taken = fill.alternatives ? alternativePlaces(text, places) : found;
      const joined = (fill.many || fill.alternatives) && schema.type !== 'array';
      return joined ? taken.join(', ') || undefined : oneOrAll(taken);
    }
    case 'money':
      return (
        readMultiplied(text, fill, words) ??
        (required && fill.bound === 'any' && fill.lone ? readPlainAmount(text, slots.int) : undefined)
      );
    case 'int':
      return readIntFill(text, fill, others(slots.int, fill.words));
    case 'num':
      return readNumFill(text, fill, others(slots.percent, fill.near));
    case 'year':
      return findYear(text, facts.now, facts.timezone);
    case 'enum':
      return oneOrAll(findChoices(words, fill.values));
    case 'datetime':
      return readDatetimeFill(text, {
        now: facts.now,
        timezone: facts.timezone,
        format: schema.format === 'date' ? 'date' : 'date-time',
        needsTime: required,
        after: fill.after,
        past: fill.past,
      });
    case 'url':
      return findUrl(text);
    case 'email':
      return findEmail(text);
    case 'id':
      return oneOrAll(findIds(text, fill.prefix));
    case 'quoted':
      return findQuoted(text);
    case 'rest':
      return fill.headline === undefined ? restOf(text, fill.without) : headlineOf(text, fill.headline, fill);
    case 'list':
      return findList(text, fill.after);
    case 'data':
      return dataPartOf(fill.part, sources);
    case 'prev':
      if (fill.when?.(message) === false) return undefined;
      if (fill.unlessId !== undefined && findIds(text, fill.unlessId).length > 0) return undefined;
      if (fill.soleOf !== undefined && !isSole(fill.tool, fill.soleOf, sources)) return undefined;
      return fill.many
        ? findAllOfTurn(sources.turn, fill.tool, fill.path)
        : findEarlier(sources.turn, sources.earlier, fill.tool, fill.path);
    case 'known':
      return facts.known && Object.hasOwn(facts.known, fill.key) ? facts.known[fill.key] : undefined;
    case 'const':
      return fill.value;
    case 'rule':
      return fill.read({ text, normalized: message.normalized, language: message.language });
  }
}

function isSole(tool: string, path: string, { turn, earlier }: FillSources): boolean {
  const list = findEarlier(turn, earlier, tool, path);
  return Array.isArray(list) && list.length === 1;
}

function readMultiplied(
  text: string,
  fill: Extract<Fill, { from: 'money' }>,
  words: readonly string[],
): number | undefined {
  const amount = readMoneyFill(text, fill);
  if (amount === undefined || !fill.times) return amount;
  const { factor, when } = fill.times;
  return hasPhrase(words, when) ? amount * factor : amount;
}

function dataPartOf(part: Extract<Fill, { from: 'data' }>['part'], sources: FillSources): unknown {
  return dataQuestionOf(sources)?.[part];
}

/** The query on datasets in the message. */
export function dataQuestionOf({ message, datasets, facts }: FillSources): DataQuestionRead | undefined {
  return readDataQuestion(message, { datasets, now: facts.now, timezone: facts.timezone });
}

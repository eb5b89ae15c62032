import { TOOL_SEARCH, wantsPerson, type ProgramTemplate } from '#tools';
import { fitToSchema, type ParameterSchema } from './fill/schema.ts';
import { toldLast } from './fill/told-last.ts';
import { fillArguments, type FilledArguments, type FillSources } from './fill/fill-arguments.ts';
import type { ModelTool, TurnFacts } from '../language-model.ts';
import { bareAnswer } from './bare-answer.ts';
import type { Exchange, MadeCall } from './conversation.ts';
import type { OfflineHints, OfflineTool } from './hints.ts';
import { isQuestion, isWish } from './manner.ts';
import { lastMessage, readMessage, type ReadMessage } from './message.ts';
import { askFor } from './questions.ts';
import { keptArguments, repeats, takesFacts } from './repetition.ts';
import { leadingTemplate, type Programs } from './programs.ts';
import { MIN_SCORE, rankTools, type Candidate } from './select-tool.ts';
import { splitRequest } from './split-request.ts';
import { placeSetsOf } from './vocabulary.ts';
import { withoutTypingErrors } from './typing-errors.ts';

/** What there is to work with. */
export interface Situation {
  /** The conversation; the last exchange is the turn that is running. */
  exchanges: readonly Exchange[];
  tools: readonly ModelTool[];
  hints: OfflineHints;
  facts: TurnFacts;
  programs?: Programs;
}

/** A request of the message. Without a tool none fits it. */
export interface Part {
  message: ReadMessage;
  tool?: ModelTool;
  spec?: OfflineTool;
  /** Arguments of an earlier call that is repeated. */
  base?: Record<string, unknown>;
  /** The program that stands in place of the call. */
  template?: ProgramTemplate;
  /** Somebody asks for a human being, and no tool of the pack takes that up. */
  forPerson?: true;
  /** What the message gives as the answer to a question, and nothing else of it counts. */
  given?: Record<string, unknown>;
  /** A tool of the chain whose result asked back: what its call is replaced by, now that the question is answered. */
  answered?: { tool: string; before: Record<string, unknown>; now: Record<string, unknown> };
  /** An earlier request that this message completes, and the parameter that it answers. */
  completes?: { part: Part; parameter: string };
}

/** How far back a chain of question and answer is followed. */
const MAX_QUESTIONS = 5;
/** A message must fit another tool by this much more than needed to be no answer to the question asked before. */
const CHANGE_OF_SUBJECT = 0.15;

/** The requests of the last message, each with the tool that fits. */
export function understand(situation: Situation, depth = 0): Part[] {
  const current = situation.exchanges.at(-1);
  if (!current) return [];
  const message = lastMessage(situation.exchanges);
  if (situation.tools.length === 0) return [{ message }];
  const answer = depth < MAX_QUESTIONS ? answerTo(situation, message, depth) : undefined;
  if (answer) return [answer];
  const bare = bareAnswer(situation, message, sourcesFor(situation, message));
  if (bare) return [(depth < MAX_QUESTIONS && resumed(situation, bare, depth)) || bare];
  const program = programPart(situation, message);
  if (program) return [program];
  const personal = forPerson(situation, message);
  if (personal) return [personal];
  const repeated = repetition(situation, message);
  if (repeated) return [repeated];
  const found = foundTools(current);
  // A wish may be for what is not there: what was found must fit it by its own words.
  const best = (piece: ReadMessage) => bestFor(situation, piece, isWish(piece) ? [] : found);
  return splitRequest(message, (piece) => best(piece) !== undefined).map((piece) => {
    const candidate = best(piece);
    if (candidate)
      return {
        message: piece,
        tool: candidate.tool,
        spec: candidate.spec,
        ...leaningOn(situation, piece, candidate),
      };
    return wantsPerson(piece.words) && !isWish(piece)
      ? { message: piece, forPerson: true }
      : { message: piece };
  });
}

/** A program of the pack that serves the message whatever tool its words fit. */
export function programPart(situation: Situation, message: ReadMessage): Part | undefined {
  const { programs, facts, tools, hints } = situation;
  if (!programs) return undefined;
  const told = (prefix: string) => toldLast(situation.exchanges.slice(0, -1), prefix);
  const led = leadingTemplate(programs, message, { ...facts, told }, lastMainCall(situation)?.template);
  const tool = led && tools.find(({ name }) => name === led.template.tool);
  if (!led || !tool) return undefined;
  return { message, tool, spec: hints.tool(tool.name), given: led.wish, template: led.template };
}

/** The tool that takes it up when somebody asks for a human being, where the pack has one. */
function forPerson({ tools, hints }: Situation, message: ReadMessage): Part | undefined {
  if (!wantsPerson(message.words) || isWish(message)) return undefined;
  const tool = tools.find(({ name }) => hints.tool(name)?.hints?.forPerson);
  return tool && { message, tool, spec: hints.tool(tool.name) };
}

/** What arguments of a message are filled from. */
export function sourcesFor({ exchanges, hints, facts }: Situation, message: ReadMessage): FillSources {
  return {
    message,
    facts,
    places: (set) => hints.places(facts.pack, set),
    datasets: hints.datasets(facts.pack),
    turn: exchanges.at(-1)?.calls ?? [],
    earlier: exchanges.slice(0, -1).flatMap(({ calls }) => calls),
    before: exchanges.slice(0, -1),
  };
}

/** What stands around a message, without the message. */
const SAYS_NOTHING = readMessage('');

/** The arguments of a part, and the required ones for which nothing was found. */
export function argumentsOf(
  situation: Situation,
  part: Part,
  tool: ModelTool,
  spec: OfflineTool | undefined,
): { arguments: Record<string, unknown>; missing: string[] } {
  const own = fillArguments(tool, spec, sourcesFor(situation, part.message));
  if (part.given && tool.name === part.tool?.name)
    return givenArguments(part, fillArguments(tool, spec, sourcesFor(situation, SAYS_NOTHING)), tool, spec);
  if (!part.completes && !part.base) return own;
  const earlier = part.completes ? argumentsOf(situation, part.completes.part, tool, spec).arguments : {};
  const named = Object.fromEntries(
    [...own.named, ...own.resolved].map((name) => [name, own.arguments[name]]),
  );
  const base = keptArguments(part.base ?? {}, named, spec);
  const merged: Record<string, unknown> = { ...base, ...earlier, ...named };
  if (part.completes) {
    const { parameter } = part.completes;
    merged[parameter] =
      own.arguments[parameter] ?? wholeMessage(part.message, tool, parameter) ?? merged[parameter];
  }
  for (const name of (tool.parameters['required'] ?? []) as string[]) merged[name] ??= own.arguments[name];
  const all = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
  return { arguments: all, missing: own.missing.filter((name) => !(name in all)) };
}

/**
 * The arguments of a tool that only helps another one of the chain: from the message, else from the earlier request that
 * the message completes. What a repeated call was made with is not its own.
 */
export function helperArguments(
  situation: Situation,
  part: Part,
  tool: ModelTool,
  spec: OfflineTool | undefined,
): { arguments: Record<string, unknown>; missing: string[] } {
  const own = fillArguments(tool, spec, sourcesFor(situation, part.message));
  if (own.missing.length === 0 || !part.completes) return own;
  return helperArguments(situation, part.completes.part, tool, spec);
}

/** What was given, with what stands around the message and what stays of the call before. */
function givenArguments(
  { base, given = {} }: Part,
  own: FilledArguments,
  tool: ModelTool,
  spec: OfflineTool | undefined,
): { arguments: Record<string, unknown>; missing: string[] } {
  const fills = spec?.hints?.fill ?? {};
  const required = (tool.parameters['required'] ?? []) as string[];
  const around = Object.entries(own.arguments).filter(
    ([name]) => fills[name]?.from === 'context' || required.includes(name),
  );
  const all = { ...Object.fromEntries(around), ...keptArguments(base ?? {}, given, spec), ...given };
  return { arguments: all, missing: own.missing.filter((name) => !(name in all)) };
}

function bestFor(
  situation: Situation,
  message: ReadMessage,
  found: readonly string[],
): Candidate | undefined {
  const { tools, hints, facts } = situation;
  const sources = sourcesFor(situation, message);
  // Tools are looked for where none fits, not because words of the message are those of the search.
  const usable = tools.filter(({ name }) => name !== TOOL_SEARCH);
  const rank = (read: ReadMessage) => {
    const [best] = rankTools({ message: read, tools: usable, hints, facts, sources, found });
    return best && best.score >= MIN_SCORE ? best : undefined;
  };
  const best = rank(message);
  const corrected = best ? undefined : withoutTypingErrors(message, usable, hints);
  return best ?? (corrected && rank(corrected));
}

/** Names that tool_search has found in this turn. */
function foundTools({ calls }: Exchange): string[] {
  return calls
    .filter(({ call, result }) => call.name === TOOL_SEARCH && result?.success)
    .flatMap(({ result }) => {
      const { tools } = (result?.data ?? {}) as { tools?: { name?: string }[] };
      return (Array.isArray(tools) ? tools : [])
        .map(({ name }) => name)
        .filter((name) => typeof name === 'string');
    });
}

/** The message answers the question that was asked for a missing argument. */
function answerTo(situation: Situation, message: ReadMessage, depth: number): Part | undefined {
  const previous = situation.exchanges.at(-2);
  if (!previous?.reply) return undefined;
  const before = { ...situation, exchanges: situation.exchanges.slice(0, -1) };
  for (const part of understand(before, depth + 1)) {
    if (!part.tool) continue;
    // What was asked for may be known by now: the pack reads it from the answer too.
    for (const parameter of (part.tool.parameters['required'] ?? []) as string[]) {
      if (!previous.reply.includes(askFor(part.tool, part.spec, parameter, part.message.language))) continue;
      if (changesSubject(situation, message, part.tool, parameter)) return undefined;
      return { message, tool: part.tool, spec: part.spec, completes: { part, parameter } };
    }
  }
  return undefined;
}

function changesSubject(
  situation: Situation,
  message: ReadMessage,
  asked: ModelTool,
  parameter: string,
): boolean {
  const own = fillArguments(asked, situation.hints.tool(asked.name), sourcesFor(situation, message));
  if (own.named.includes(parameter)) return false;
  const accepts = situation.hints.tool(asked.name)?.hints?.ask?.[parameter]?.accepts;
  if (accepts && own.arguments[parameter] === undefined && !accepts(message)) return true;
  // A question of its own answers none, unless it gives what was asked for.
  if (message.words.length > 1 && isQuestion(message) && own.arguments[parameter] === undefined) return true;
  const best = bestFor(situation, message, []);
  return best !== undefined && best.tool.name !== asked.name && best.score >= MIN_SCORE + CHANGE_OF_SUBJECT;
}

/** The earlier request whose chain has stopped at the question that the message answers. */
function resumed(
  situation: Situation,
  { tool, base = {}, given = {} }: Part,
  depth: number,
): Part | undefined {
  const asking = tool?.name ?? '';
  const before = { ...situation, exchanges: situation.exchanges.slice(0, -1) };
  const part = understand(before, depth + 1).find(({ spec }) => spec?.hints?.chain?.before?.includes(asking));
  return part && { ...part, answered: { tool: asking, before: base, now: { ...base, ...given } } };
}

/** "The same for …", "and under 300k", "show me more": the last call of the conversation with what is named anew. */
function repetition(situation: Situation, message: ReadMessage): Part | undefined {
  const last = lastMainCall(situation);
  const tool = last && situation.tools.find(({ name }) => name === last.call.name);
  if (!last || !tool) return undefined;
  const spec = situation.hints.tool(tool.name);
  const fitsOther = (other: 'any' | 'reading') => {
    const best = bestFor(situation, message, []);
    if (!best || best.tool.name === tool.name || best.score < MIN_SCORE + CHANGE_OF_SUBJECT) return false;
    // What only narrows a search also looks like a wish to be kept; the search was there first.
    return other === 'any' || !(takesFacts(best.spec) && best.spec?.sideEffect === 'write');
  };
  const own = fillArguments(tool, spec, sourcesFor(situation, message));
  const filled = withHelpers(situation, message, own, spec);
  // What only resolves a name for other tools is no request that a place alone repeats.
  const resolves = situation.tools.some((other) =>
    situation.hints.tool(other.name)?.hints?.chain?.before?.includes(tool.name),
  );
  const readers = resolves
    ? []
    : [spec, ...helpersOf(situation, spec).map(({ name }) => situation.hints.tool(name))];
  const places = readers.flatMap(placeSetsOf).map((set) => situation.hints.places(situation.facts.pack, set));
  if (!repeats(message, { last, tool, spec, filled, places, fitsOther })) return undefined;
  // What was done is not done once more because something was looked up for it: that is looked up anew.
  if (spec?.sideEffect !== 'none' && own.named.length === 0) {
    const helper = lastHelpingCall(situation, spec);
    if (helper) return helper(message);
  }
  return { message, tool, spec, base: last.call.arguments, template: last.template };
}

/**
 * "2 bedrooms would be better", "how many villas?": a request to the tool that was asked last which leaves out what that
 * needs goes on from the call before. One that names a place of its own, and lacks nothing, stands for itself.
 */
function leaningOn(
  situation: Situation,
  message: ReadMessage,
  { tool, spec }: Candidate,
): Pick<Part, 'base' | 'template'> | undefined {
  const last = lastMainCall(situation);
  if (last?.call.name !== tool.name || spec?.sideEffect !== 'none' || !last.result?.success) return undefined;
  const helpers = helpersOf(situation, spec).map(({ name }) => situation.hints.tool(name));
  if (![spec, ...helpers].some(takesFacts)) return undefined;
  const given = last.call.arguments;
  const own = fillArguments(tool, spec, sourcesFor(situation, message));
  const isTold = (name: string) => [...own.named, ...own.resolved].includes(name);
  const namesPlace = withHelpers(situation, message, { ...own, named: [] }, spec).named.length > 0;
  const required = (tool.parameters['required'] ?? []) as string[];
  const lacks = own.missing.some((name) => name in given);
  const takesUp = !namesPlace && required.some((name) => !isTold(name) && name in given);
  return lacks || takesUp ? { base: given, template: last.template } : undefined;
}

/** The last call of a tool that runs first in the chain of one, to be made again for a message. */
function lastHelpingCall(
  situation: Situation,
  spec: OfflineTool | undefined,
): ((message: ReadMessage) => Part) | undefined {
  const helpers = helpersOf(situation, spec);
  const last = situation.exchanges
    .flatMap(({ calls }) => calls)
    .findLast(({ call }) => helpers.some(({ name }) => name === call.name));
  const tool = helpers.find(({ name }) => name === last?.call.name);
  if (!last || !tool) return undefined;
  const { arguments: base } = last.call;
  return (message) => ({
    message,
    tool,
    spec: situation.hints.tool(tool.name),
    base,
    template: last.template,
  });
}

/** What the message names for the tools that run first is named for the one that they help. */
function withHelpers(
  situation: Situation,
  message: ReadMessage,
  filled: FilledArguments,
  spec: OfflineTool | undefined,
): FilledArguments {
  const helped = helpersOf(situation, spec).flatMap(
    (tool) => fillArguments(tool, situation.hints.tool(tool.name), sourcesFor(situation, message)).named,
  );
  return { ...filled, named: [...filled.named, ...helped] };
}

/** The tools that run before one in its chain. */
function helpersOf({ tools }: Situation, spec: OfflineTool | undefined): ModelTool[] {
  return tools.filter(({ name }) => spec?.hints?.chain?.before?.includes(name));
}

/** The last call that was asked for, not one that the chain of another added. */
function lastMainCall({ exchanges, hints }: Situation): MadeCall | undefined {
  for (const { calls } of exchanges.slice(0, -1).reverse()) {
    const added = new Set(
      calls.flatMap(({ call }) => {
        const chain = hints.tool(call.name)?.hints?.chain;
        return [...(chain?.before ?? []), ...(chain?.after ?? [])];
      }),
    );
    const main = calls.filter(({ call }) => !added.has(call.name) && call.name !== TOOL_SEARCH).at(-1);
    if (main) return main;
  }
  return undefined;
}

/** The whole message as the value, for parameters that take any text. */
function wholeMessage(message: ReadMessage, tool: ModelTool, parameter: string): unknown {
  const properties = (tool.parameters['properties'] ?? {}) as Record<string, ParameterSchema>;
  const schema = properties[parameter];
  if (schema?.type !== 'string' || schema.enum || schema.format) return undefined;
  return fitToSchema(message.text.trim(), schema);
}

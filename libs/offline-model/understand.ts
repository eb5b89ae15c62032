import { TOOL_SEARCH } from '#tools';
import { wantsPerson } from '#text';
import { type Fill } from '#pack-kit';
import { toldLast } from './fill/told-last.ts';
import { fillArguments, type FilledArguments } from './fill/fill-arguments.ts';
import type { ModelTool } from '#models';
import { bareAnswer } from './bare-answer.ts';
import type { Exchange } from './conversation.ts';
import { holdsBack } from './deed-asked.ts';
import type { OfflineTool } from './hints.ts';
import { isQuestion, isWish } from './manner.ts';
import { lastMessage, readMessage, type ReadMessage } from './message.ts';
import { askFor } from './questions.ts';
import { leaningOn, repetition } from './repeated-request.ts';
import { keptArguments } from './repetition.ts';
import { leadingTemplate } from './programs.ts';
import { MIN_SCORE } from './select-tool.ts';
import {
  bestFor,
  CHANGE_OF_SUBJECT,
  lastMainCall,
  sourcesFor,
  type Part,
  type Situation,
} from './situation.ts';
import { severalQuestions } from './several-questions.ts';
import { splitRequest } from './split-request.ts';
import { wholeMessage } from './whole-message.ts';

/** How far back a chain of question and answer is followed. */
const MAX_QUESTIONS = 5;
/** "400k?" is the value that was asked for, however it is marked. */
const MAX_WORDS_OF_A_VALUE = 3;

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
  const requests = splitRequest(message, (piece) => best(piece) !== undefined);
  const questions = requests.length === 1 ? severalQuestions(situation, message) : undefined;
  if (questions) return questions;
  return requests.map((piece) => {
    const candidate = best(piece);
    if (candidate)
      return {
        message: piece,
        tool: candidate.tool,
        spec: candidate.spec,
        ...(candidate.held && { held: candidate.held }),
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
  const kept = keptArguments(part.base ?? {}, named, spec);
  const base = withoutOutdated(situation, own.lowered ? withoutLowest(kept, spec) : kept, named, spec);
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

/** Who wants it cheaper asks for no lowest price any more. */
function withoutLowest(
  base: Record<string, unknown>,
  spec: OfflineTool | undefined,
): Record<string, unknown> {
  const isLowest = (fill: Fill | undefined) => fill?.from === 'money' && fill.bound === 'min';
  return Object.fromEntries(Object.entries(base).filter(([name]) => !isLowest(spec?.hints?.fill[name])));
}

/**
 * What a tool of the chain has looked up anew in this turn takes the place of all that it gave before: with another
 * municipality the district of before is none of it.
 */
function withoutOutdated(
  { exchanges }: Situation,
  base: Record<string, unknown>,
  named: Record<string, unknown>,
  spec: OfflineTool | undefined,
): Record<string, unknown> {
  const lookedUp = new Set(
    (exchanges.at(-1)?.calls ?? []).filter(({ result }) => result?.success).map(({ call }) => call.name),
  );
  const isOf = (fill: Fill | undefined): boolean =>
    fill?.from === 'first' ? fill.of.some(isOf) : fill?.from === 'prev' && lookedUp.has(fill.tool);
  const fills = spec?.hints?.fill ?? {};
  const helpers = new Set(spec?.hints?.chain?.before);
  if (![...helpers].some((name) => lookedUp.has(name))) return base;
  return Object.fromEntries(Object.entries(base).filter(([name]) => name in named || !isOf(fills[name])));
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
      // "What would the owner say to 400k?" tells no sum that is to be offered.
      const held = message.words.length > MAX_WORDS_OF_A_VALUE ? holdsBack(message, part.spec) : undefined;
      return {
        message,
        tool: part.tool,
        spec: part.spec,
        completes: { part, parameter },
        ...(held && { held }),
      };
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

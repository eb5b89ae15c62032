import { TOOL_SEARCH } from '#tools';
import type { ModelTool } from '#models';
import type { Exchange } from '../conversation/conversation.ts';
import { lastMessage, readMessage, type ReadMessage } from '../conversation/message.ts';
import { dataQuestionOf, fillArguments } from '../fill/fill-arguments.ts';
import { codesOf } from '../fill/fill-codes.ts';
import { fitToSchema, type ParameterSchema } from '../fill/schema.ts';
import { unreadWords, type PlannedCall } from '../guard/unread-words.ts';
import type { OfflineTool } from '../hints.ts';
import { questionFor } from '../reply/questions.ts';
import { endsChain, lastMainCall, sourcesFor, type Situation } from '../situation.ts';
import { isQuestion, isFeatureRequest } from './manner.ts';
import { backReferenceOf } from './back-reference.ts';
import { MIN_SCORE, rankTools } from './select-tool.ts';
import { splitRequest } from './split-request.ts';

/** One request of a message, with the tool that serves it. */
export interface Request {
  message: ReadMessage;
  tool?: ModelTool | undefined;
  spec?: OfflineTool | undefined;
  /**
   * Arguments of an earlier call, or of the request that this message completes. Arguments in the message override them.
   */
  base?: Readonly<Record<string, unknown>> | undefined;
  /** Unread words of the message. A request with unread words makes no call. */
  unread?: readonly string[] | undefined;
}

/** Codes without a fixed form of value. The whole answer to their question is the value. */
const TEXT_FILLS: ReadonlySet<string> = new Set(['rest', 'quoted', 'rule', 'known', 'prev', 'const']);

/** Maximum number of consecutive questions for missing arguments that are traced back. */
const MAX_QUESTIONS = 3;

/** The requests of the last message, in order. */
export function requestsOf(situation: Situation, depth = 0): Request[] {
  const current = situation.exchanges.at(-1);
  if (!current) return [];
  const message = lastMessage(situation.exchanges);
  if (situation.tools.length === 0) return [{ message }];
  const answer = depth < MAX_QUESTIONS ? answerTo(situation, message, depth) : undefined;
  if (answer) return [answer];
  const completed = completionOf(situation, message);
  if (completed) return [completed];
  const repeated = repetitionOf(situation, message);
  if (repeated) return [repeated];
  const found = foundTools(current);
  const requestOf = (piece: ReadMessage) => bestFor(situation, piece, isFeatureRequest(piece) ? [] : found);
  const whole = requestOf(message);
  if (whole.spec?.hints?.wholeMessage && whole.unread === undefined) return [whole];
  return splitRequest(message, (piece) => requestOf(piece).tool !== undefined).map(requestOf);
}

/**
 * The best tool that reads the whole message. If no tool reads all of it, the best tool with the unread words. Without a
 * tool if none fits.
 */
function bestFor(situation: Situation, message: ReadMessage, found: readonly string[]): Request {
  const { tools, hints, facts } = situation;
  const sources = sourcesFor(situation, message);
  const usable = tools.filter(({ name }) => name !== TOOL_SEARCH);
  const ranked = rankTools({ message, tools: usable, hints, facts, sources, found }).filter(
    ({ score }) => score >= MIN_SCORE,
  );
  const requests = ranked.map(({ tool, spec }) => guarded(situation, { message, tool, spec }));
  return requests.find(({ unread }) => unread === undefined) ?? requests[0] ?? { message };
}

/** True if one tool reads all words of the message. */
function readsWhole(situation: Situation, message: ReadMessage): boolean {
  const { tool, unread } = bestFor(situation, message, []);
  return tool !== undefined && unread === undefined;
}

/** Adds to a request the words that no call of its chain reads. */
export function guarded(situation: Situation, request: Request, phrases: readonly string[] = []): Request {
  const { message, tool, spec } = request;
  if (!tool) return request;
  const helpers = situation.tools.filter(({ name }) => spec?.hints?.chain?.before?.includes(name));
  const calls = [tool, ...helpers].flatMap((one) => plannedCalls(situation, request, one));
  const asksRecords = Object.values(spec?.hints?.fill ?? {}).some(({ from }) => from === 'data');
  const ofRecords = asksRecords ? dataQuestionOf(sourcesFor(situation, message))?.phrases : undefined;
  const unread = unreadWords(message, calls, {
    places: (set) => situation.hints.places(situation.facts.pack, set),
    phrases: [...phrases, ...(ofRecords ?? [])],
    currency: situation.hints.currency?.(situation.facts.pack),
  });
  // A question never calls a tool with side effects, because its subject may be something that the user does not want.
  const asks =
    spec !== undefined && spec.sideEffect !== 'none' && !spec.hints?.servesQuestions && isQuestion(message);
  if (unread.length === 0 && !asks) return request;
  return { ...request, unread: asks && unread.length === 0 ? [message.text.trim()] : unread };
}

function plannedCalls(situation: Situation, request: Request, tool: ModelTool): PlannedCall[] {
  const spec = situation.hints.tool(tool.name);
  const { arguments: own } = argumentsOf(situation, request, tool, spec);
  const each = spec?.hints?.each;
  const values = each?.values(request.message) ?? [];
  if (!each || values.length === 0) return [{ tool, spec, arguments: own }];
  return values.map((value) => ({ tool, spec, arguments: { ...own, [each.parameter]: value } }));
}

/** The arguments of a call for a request, and the required ones for which nothing was found. */
export function argumentsOf(
  situation: Situation,
  { message, tool: main, base = {} }: Request,
  tool: ModelTool,
  spec: OfflineTool | undefined,
): { arguments: Record<string, unknown>; missing: string[] } {
  const own = fillArguments(tool, spec, sourcesFor(situation, message));
  if (tool.name !== main?.name || Object.keys(base).length === 0) return own;
  const named = Object.fromEntries(
    [...own.named, ...own.resolved].map((name) => [name, own.arguments[name]]),
  );
  const all: Record<string, unknown> = { ...own.arguments, ...base, ...named };
  return { arguments: all, missing: own.missing.filter((name) => !(name in all)) };
}

/** Repeats the last call with the new values of the message, for "the same for …" and "and for …". */
function repetitionOf(situation: Situation, message: ReadMessage): Request | undefined {
  const last = lastMainCall(situation);
  const tool = situation.tools.find(({ name }) => name === last?.call.name);
  if (!last || !tool) return undefined;
  const pointer = backReferenceOf(message);
  if (!pointer) return undefined;
  const spec = situation.hints.tool(tool.name);
  const { named } = fillArguments(tool, spec, sourcesFor(situation, message));
  const helpers = situation.tools.filter(({ name }) => spec?.hints?.chain?.before?.includes(name));
  const helped = helpers.some(
    (helper) =>
      fillArguments(helper, situation.hints.tool(helper.name), sourcesFor(situation, message)).named.length >
        0 || (situation.hints.tool(helper.name)?.hints?.each?.values(message).length ?? 0) > 0,
  );
  if (named.length === 0 && !helped && !pointer.alone) return undefined;
  const request = guarded(situation, { message, tool, spec, base: last.call.arguments }, [pointer.phrase]);
  // A message that another tool reads whole is a new request, not a repetition.
  return request.unread && readsWhole(situation, message) ? undefined : request;
}

/**
 * Joins the previous message and its answer to one request, if the last turn ended with a question because its first call
 * gave no result to continue with ("which of the two?").
 */
function completionOf(situation: Situation, message: ReadMessage): Request | undefined {
  const previous = situation.exchanges.at(-2);
  const last = previous?.calls.at(-1);
  if (!previous || !last || !endsChain(last, situation.hints)) return undefined;
  const alone = bestFor(situation, message, []);
  if (alone.tool && alone.tool.name !== last.call.name && !alone.unread) return undefined;
  const both = bestFor(situation, readMessage(`${previous.text} ${message.text}`, message.language), []);
  return both.tool && both.tool.name !== last.call.name && !both.unread ? both : undefined;
}

/** Completes a request if the message answers the question for a missing argument at the end of the last reply. */
function answerTo(situation: Situation, message: ReadMessage, depth: number): Request | undefined {
  const previous = situation.exchanges.at(-2);
  if (!previous?.reply) return undefined;
  const before = { ...situation, exchanges: situation.exchanges.slice(0, -1) };
  for (const open of requestsOf(before, depth + 1)) {
    const { tool, spec } = open;
    if (!tool || open.unread) continue;
    const parameter = ((tool.parameters['required'] ?? []) as string[]).find((name) =>
      previous.reply.includes(questionFor(tool, spec, name, open.message.language)),
    );
    if (parameter === undefined) continue;
    const { arguments: base } = argumentsOf(before, open, tool, spec);
    const own = fillArguments(tool, spec, sourcesFor(situation, message));
    const fill = spec?.hints?.fill[parameter] ?? { from: 'rest' as const };
    const isFreeText = codesOf(fill).every(({ from }) => TEXT_FILLS.has(from));
    const value = own.named.includes(parameter)
      ? own.arguments[parameter]
      : isFreeText && !readsWhole(situation, message)
        ? wholeMessage(message, tool, parameter)
        : undefined;
    if (value === undefined) return undefined;
    const request = { message, tool, spec, base: { ...base, [parameter]: value } };
    const { unread } = guarded(situation, request);
    // An independent request is not an answer.
    if (unread && readsWhole(situation, message)) return undefined;
    return unread ? { ...request, unread } : request;
  }
  return undefined;
}

/** The whole message as value, for parameters of any text. */
function wholeMessage(message: ReadMessage, tool: ModelTool, parameter: string): unknown {
  const properties = (tool.parameters['properties'] ?? {}) as Record<string, ParameterSchema>;
  const schema = properties[parameter];
  if (schema?.type !== 'string' || schema.enum || schema.format) return undefined;
  return fitToSchema(message.text.trim(), schema);
}

/** Names of the tools that tool_search has found in this turn. */
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

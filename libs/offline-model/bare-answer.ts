import { TOOL_SEARCH } from '#tools';
import { type QuestionBack } from '#pack-kit';
import type { Exchange, MadeCall } from './conversation.ts';
import { holdsBack } from './deed-asked.ts';
import { fillOne, type FillSources } from './fill/fill-arguments.ts';
import { readMessage, type ReadMessage } from './message.ts';
import { smallTalkOf } from './small-talk.ts';
import type { Part, Situation } from './situation.ts';
import { placeSetsOf, requestStems } from './vocabulary.ts';

/** An answer says little besides itself; what is longer is a request of its own. */
const MAX_WORDS = 8;
const MAX_OTHER_STEMS = 1;
/** Of tool_search, in characters. */
const MAX_QUERY = 400;

/**
 * A message that does no more than answer the question with which the last reply went on ("What is the most it may
 * cost?" — "250k"): the call that follows from it. What a tool requires and no message says is asked for so.
 */
export function bareAnswer(
  situation: Situation,
  message: ReadMessage,
  sources: FillSources,
): Part | undefined {
  const previous = lastAsking(situation.exchanges.slice(0, -1));
  if (!previous || message.words.length > MAX_WORDS) return undefined;
  // "How about 10:30?" asks whether it is free, and takes nothing yet; what names nothing asks something else.
  const asks = /[?؟]/.test(message.text);
  if (asks && !/\d/.test(message.normalized)) return undefined;
  for (const made of asks ? [] : previous.calls.toReversed()) {
    const questions = situation.hints.tool(made.call.name)?.hints?.asksBack ?? [];
    for (const asked of questions.filter(({ question }) => isAsked(previous.reply, question))) {
      const part = partOf(situation, message, { ...sources, asking: previous.reply }, made, asked);
      if (part) return part;
    }
  }
  return previous.calls
    .toReversed()
    .map((made) => askedAnew(situation, message, made, { ...sources, asking: previous.reply }))
    .find((part) => part !== undefined);
}

/**
 * A word that asks for nothing ("ok", "thanks") leaves the question before it open; a reply without calls that asks a
 * question once more asks it for the calls before.
 */
function lastAsking(before: readonly Exchange[]): Exchange | undefined {
  const last = before.at(-1);
  if (!last || last.calls.length > 0) return last;
  if (smallTalkOf(readMessage(last.text))) return before.at(-2);
  const made = before.findLast(({ calls }) => calls.length > 0);
  return made && { ...made, reply: last.reply };
}

/**
 * The call whose question the message answers without a value that it could take: it is made again. "How about Thursday at
 * 3pm?" has it made for that day.
 */
function askedAnew(
  situation: Situation,
  message: ReadMessage,
  made: MadeCall,
  sources: FillSources & { asking: string },
): Part | undefined {
  const { hints, tools } = situation;
  const { call } = made;
  const spec = hints.tool(call.name);
  const tool = tools.find(({ name }) => name === call.name);
  if (!tool || spec?.sideEffect !== 'none') return undefined;
  const questions = (spec.hints?.asksBack ?? []).filter(({ question }) => isAsked(sources.asking, question));
  if (!questions.some(({ asksAnew, answeredBy }) => asksAnew && answeredBy?.(message, sources.asking)))
    return undefined;
  const [changed] = questions
    .filter((asked) => (asked.tool ?? call.name) === call.name)
    .flatMap((asked) => partOf(situation, message, sources, made, asked) ?? []);
  return changed ?? { message, tool, spec, base: call.arguments, given: {} };
}

function isAsked(reply: string, { en, ar }: QuestionBack['question']): boolean {
  return reply.includes(en) || (ar !== undefined && reply.includes(ar));
}

function partOf(
  situation: Situation,
  message: ReadMessage,
  sources: FillSources,
  { call }: MadeCall,
  { tool: next = call.name, gives, drops = [], keeps = [], answeredBy }: QuestionBack,
): Part | undefined {
  const tool = situation.tools.find(({ name }) => name === next);
  if (!tool)
    return answeredBy?.(message, sources.asking) ? lookedFor(situation, message, next, sources) : undefined;
  const spec = situation.hints.tool(next);
  const answers = answeredBy
    ? answeredBy(message, sources.asking)
    : saysLittleElse(situation, message, call.name);
  if (!answers || holdsBack(message, spec)) return undefined;
  // What this turn finds is not what the question was about.
  const asked = { ...sources, turn: [] };
  const given = Object.fromEntries(
    Object.entries(gives).map(([name, fill]) => [name, fillOne(tool, name, fill, asked)]),
  );
  if (Object.values(given).includes(undefined)) return undefined;
  const goesOn = next === call.name && spec?.sideEffect === 'none';
  const kept = Object.entries(call.arguments).filter(([name]) =>
    goesOn ? !drops.includes(name) : keeps.includes(name),
  );
  return { message, tool, spec, base: Object.fromEntries(kept), given };
}

/** The tool that the answer leads to is not offered yet: it is looked for, once. */
function lookedFor(
  { tools, hints }: Situation,
  message: ReadMessage,
  wanted: string,
  { turn }: FillSources,
): Part | undefined {
  const tool = tools.find(({ name }) => name === TOOL_SEARCH);
  const description = hints.tool(wanted)?.description;
  if (!tool || description === undefined || turn.some(({ call }) => call.name === TOOL_SEARCH))
    return undefined;
  return {
    message,
    tool,
    spec: hints.tool(TOOL_SEARCH),
    base: {},
    given: { query: description.slice(0, MAX_QUERY) },
  };
}

function saysLittleElse({ hints, facts }: Situation, { text }: ReadMessage, asking: string): boolean {
  const places = placeSetsOf(hints.tool(asking)).map((set) => hints.places(facts.pack, set));
  return requestStems(text, places).length <= MAX_OTHER_STEMS;
}

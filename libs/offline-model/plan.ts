import { RUN_PROGRAM, TOOL_SEARCH } from '#tools';
import { type SmallTalk } from '#pack-kit';
import { bareAnswer } from './bare-answer.ts';
import { fillArguments } from './fill/fill-arguments.ts';
import type { ModelTool } from '#models';
import type { MadeCall } from './conversation.ts';
import type { NotAskedFor } from './deed-asked.ts';
import type { OfflineTool } from './hints.ts';
import { earlierItem, type EarlierItem } from './earlier-item.ts';
import { asksForAction, isWish } from './manner.ts';
import { lastMessage, type ReadMessage } from './message.ts';
import { templateFor, writeProgram } from './programs.ts';
import { askFor } from './questions.ts';
import { smallTalkOf } from './small-talk.ts';
import { sourcesFor, type Part, type Situation } from './situation.ts';
import { argumentsOf, helperArguments, programPart, understand } from './understand.ts';

/** What the offline model does next. */
export type Decision =
  { kind: 'call'; name: string; arguments: Record<string, unknown> } | { kind: 'reply'; outcomes: Outcome[] };

/** What became of one request of the message. */
export type Outcome =
  | { kind: 'done'; calls: MadeCall[]; message: ReadMessage }
  | { kind: 'ask'; question: string; language: string }
  /** The message asks for nothing. */
  | { kind: 'small talk'; talk: SmallTalk; language: string }
  /** The message asks about one thing that was found before, or that was not. */
  | { kind: 'earlier item'; item: EarlierItem; language: string }
  /** The message asks for a human being. */
  | { kind: 'person'; language: string }
  /** What would be done is spoken of and not asked for. */
  | { kind: 'held'; manner: NotAskedFor; spec: OfflineTool | undefined; language: string }
  /** A question beside others that are answered. */
  | { kind: 'left'; question: string; language: string }
  /** No tool fits, and what the message names was looked up. */
  | { kind: 'only named'; calls: MadeCall[]; message: ReadMessage }
  /** No tool fits; `searched` tells that tool_search found none either. */
  | { kind: 'no tool'; searched: boolean; language: string };

interface Step {
  tool: ModelTool;
  spec: OfflineTool | undefined;
  main: boolean;
  /** Its arguments, where they are not filled from the message. Nothing is said of what it gave. */
  given?: Record<string, unknown>;
  /** What its call is made with besides what is filled, where there is a call for each of several values. */
  besides?: Record<string, unknown>;
}

/**
 * The next call of the turn, or the reply when all is done. It is worked out anew at each round from the conversation
 * alone, so that a turn that goes on after a crash goes on with the same steps. No call is made twice in a turn.
 */
export function decide(situation: Situation): Decision {
  const message = lastMessage(situation.exchanges);
  const aside = bareAnswer(situation, message, sourcesFor(situation, message))
    ? undefined
    : asideOf(situation, message);
  if (aside) return { kind: 'reply', outcomes: [aside] };
  const made = [...(situation.exchanges.at(-1)?.calls ?? [])];
  const outcomes: Outcome[] = [];
  for (const part of understand(situation)) {
    if (part.isLeft) {
      outcomes.push({ kind: 'left', question: part.message.text, language: part.message.language });
      continue;
    }
    if (part.held) {
      outcomes.push({ kind: 'held', manner: part.held, spec: part.spec, language: part.message.language });
      continue;
    }
    const next = part.forPerson
      ? ({ kind: 'person', language: part.message.language } as const)
      : part.tool
        ? followChain(situation, part, made)
        : withoutTool(situation, part, made);
    if (next.kind === 'call') {
      if (!isRepeated(situation, next)) return next;
      continue;
    }
    outcomes.push(next);
    // An open question comes before what is to happen after it.
    if (next.kind === 'ask') break;
  }
  return { kind: 'reply', outcomes };
}

/** What is answered without any tool. */
function asideOf(situation: Situation, message: ReadMessage): Outcome | undefined {
  const { exchanges } = situation;
  const { language } = message;
  const talk = smallTalkOf(message);
  if (talk) return { kind: 'small talk', talk, language };
  if (programPart(situation, message)) return undefined;
  const item = earlierItem(message, exchanges.slice(0, -1));
  return item && { kind: 'earlier item', item, language };
}

type Call = Extract<Decision, { kind: 'call' }>;

/** Runs what resolves an argument, the tool itself, and what follows it: the `chain` of its hints. */
function followChain(situation: Situation, part: Part, made: MadeCall[]): Call | Outcome {
  const { language } = part.message;
  const done: MadeCall[] = [];
  const steps = stepsOf(situation, part);
  for (const [index, step] of steps.entries()) {
    const earlier = take(made, step.tool.name);
    if (earlier && step.given) continue;
    if (earlier) {
      done.push(earlier);
      if (earlier.result && !earlier.result.success) break;
      // What one of several calls says does not keep the others from being made.
      if (ended(done, situation) && !isSameTool(step, steps[index + 1])) break;
      continue;
    }
    if (step.given) return { kind: 'call', name: step.tool.name, arguments: step.given };
    const filled = stepArguments(situation, part, step);
    const missing = filled.missing.find((name) => !(name in (step.besides ?? {})));
    if (missing === undefined) {
      const all = { ...filled.arguments, ...step.besides };
      const program = step.main ? asProgram(situation, part, all) : undefined;
      return program ?? { kind: 'call', name: step.tool.name, arguments: all };
    }
    // What ran before offers that very thing: its reply asks better.
    if (step.main && asksFor(missing, step, done, situation)) break;
    // A step that only helps is left out when it cannot be taken.
    if (step.main)
      return { kind: 'ask', question: askFor(step.tool, step.spec, missing, language), language };
  }
  return { kind: 'done', calls: done, message: part.message };
}

function asksFor(missing: string, { tool }: Step, done: readonly MadeCall[], { hints }: Situation): boolean {
  return done.some(
    ({ call, result }) =>
      result?.success &&
      hints
        .tool(call.name)
        ?.hints?.asksBack?.some(({ tool: next, gives }) => next === tool.name && missing in gives),
  );
}

/** The program that stands in place of the part's own call, where there is one. */
function asProgram(
  { programs, facts, exchanges }: Situation,
  { tool, message, template: repeated }: Part,
  wish: Record<string, unknown>,
): Call | undefined {
  if (!tool || programs?.state !== 'offered') return undefined;
  const template = templateFor(programs, tool.name, message, facts) ?? repeated;
  if (!template?.agents.includes(facts.agent)) return undefined;
  const earlier = exchanges.slice(0, -1).flatMap(({ calls }) => calls);
  const before: unknown = earlier.findLast((made) => made.template === template)?.result?.data;
  return {
    kind: 'call',
    name: RUN_PROGRAM,
    arguments: { code: writeProgram(template, wish, { ...facts, before }, message) },
  };
}

/** Without programs, what the program would call besides. */
function singleCalls({ programs, facts, tools, hints }: Situation, { tool, message }: Part): Step[] {
  if (!tool || programs?.state !== 'not offered') return [];
  const calls = templateFor(programs, tool.name, message, facts)?.singleCalls?.(facts) ?? [];
  return calls.flatMap(({ tool: name, arguments: given }): Step[] => {
    const offered = tools.find((known) => known.name === name);
    return offered ? [{ tool: offered, spec: hints.tool(name), main: false, given }] : [];
  });
}

function stepArguments(situation: Situation, part: Part, { tool, spec, main }: Step) {
  return (main ? argumentsOf : helperArguments)(situation, part, tool, spec);
}

/** Some result says that there is nothing to go on with. */
function ended(done: readonly MadeCall[], { hints }: Situation): boolean {
  return done.some(
    ({ call, result }) =>
      result?.success && hints.tool(call.name)?.hints?.endsChain?.(result.data as never) === true,
  );
}

function isSameTool(step: Step, next: Step | undefined): boolean {
  return next?.tool.name === step.tool.name;
}

/** A step for each value that the message gives its tool, with what an answer to a question says instead. */
function severally(step: Step, { message, answered, base }: Part): Step[] {
  const { each } = step.spec?.hints ?? {};
  if (!each || step.given || (step.main && base)) return [step];
  const values = each.values(message);
  const own = values.map((value): Step => ({ ...step, besides: { [each.parameter]: value } }));
  if (answered?.tool !== step.tool.name) return own.length > 0 ? own : [step];
  const replaces = ({ besides }: Step) => besides?.[each.parameter] === answered.before[each.parameter];
  const steps = own.map((one) => (replaces(one) ? { ...one, besides: answered.now } : one));
  return steps.length > 0 ? steps : [{ ...step, besides: answered.now }];
}

function stepsOf(situation: Situation, part: Part): Step[] {
  return plainSteps(situation, part).flatMap((step) => severally(step, part));
}

function plainSteps(situation: Situation, part: Part): Step[] {
  const { tools, hints } = situation;
  const chained = (names: string[] = []) =>
    names.flatMap((name): Step[] => {
      const tool = tools.find((offered) => offered.name === name);
      return tool ? [{ tool, spec: hints.tool(name), main: false }] : [];
    });
  const chain = part.spec?.hints?.chain;
  // What an answer picks out of a list has been looked up with the list.
  const before = part.given && part.base ? [] : chain?.before;
  const own = part.tool ? [{ tool: part.tool, spec: part.spec, main: true }] : [];
  return [...chained(before), ...own, ...singleCalls(situation, part), ...chained(chain?.after)];
}

/** Below the minimum score: search for a tool, else record a wish, else say that none fits. */
function withoutTool(situation: Situation, part: Part, made: MadeCall[]): Call | Outcome {
  const { message } = part;
  const searched = take(made, TOOL_SEARCH);
  // A word or two, such as "mortgage", name what is wanted.
  if (!searched && (asksForAction(message) || message.words.length <= 2 || /\d/.test(message.normalized))) {
    const search = callOf(situation, part, TOOL_SEARCH);
    if (search) return search;
  }
  const resolved = placeNamed(situation, message, made);
  if (resolved) return resolved;
  const requested = take(made, 'request_feature');
  if (requested) return { kind: 'done', calls: [requested], message };
  if (isWish(message)) {
    const request = callOf(situation, part, 'request_feature');
    if (request) return request;
  }
  return { kind: 'no tool', searched: searched !== undefined, language: message.language };
}

/** What a message is about that nothing fits is looked up all the same, where a tool finds names for others. */
function placeNamed(
  { tools, hints, ...situation }: Situation,
  message: ReadMessage,
  made: MadeCall[],
): Call | Outcome | undefined {
  if (isWish(message)) return undefined;
  const resolving = new Set(tools.flatMap(({ name }) => hints.tool(name)?.hints?.chain?.before ?? []));
  for (const tool of tools.filter(({ name }) => resolving.has(name))) {
    const spec = hints.tool(tool.name);
    if (!spec?.hints?.each || !(spec.hints.applies?.(message) ?? true)) continue;
    const { each } = spec.hints;
    const found = take(made, tool.name);
    if (found) return { kind: 'only named', calls: [found], message };
    const [value] = each.values(message);
    if (value === undefined) continue;
    const sources = sourcesFor({ hints, ...situation }, message);
    const filled = fillArguments(tool, spec, sources);
    return { kind: 'call', name: tool.name, arguments: { ...filled.arguments, [each.parameter]: value } };
  }
  return undefined;
}

function callOf(situation: Situation, part: Part, name: string): Call | undefined {
  const tool = situation.tools.find((offered) => offered.name === name);
  if (!tool) return undefined;
  const filled = argumentsOf(situation, part, tool, situation.hints.tool(name));
  return filled.missing.length === 0 ? { kind: 'call', name, arguments: filled.arguments } : undefined;
}

/** Takes the first call of the tool that no earlier step has claimed. */
function take(made: MadeCall[], name: string): MadeCall | undefined {
  const index = made.findIndex(({ call }) => call.name === name);
  return index < 0 ? undefined : made.splice(index, 1)[0];
}

function isRepeated({ exchanges }: Situation, next: Call): boolean {
  const wanted = canonical(next.arguments);
  return (exchanges.at(-1)?.calls ?? []).some(
    ({ call }) => call.name === next.name && canonical(call.arguments) === wanted,
  );
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => a.localeCompare(b)))
      : inner,
  );
}

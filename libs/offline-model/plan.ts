import { canonicalJson, RUN_PROGRAM, TOOL_SEARCH } from '#tools';
import type { ModelTool } from '#models';
import { asksForAction, isFeatureRequest } from './choose/manner.ts';
import { argumentsOf, requestsOf, type Request } from './choose/requests.ts';
import type { MadeCall } from './conversation/conversation.ts';
import type { ReadMessage } from './conversation/message.ts';
import type { OfflineTool } from './hints.ts';
import { templateFor, writeProgram } from './programs.ts';
import { questionFor } from './reply/questions.ts';
import { endsChain, type Situation } from './situation.ts';

/** The next step of the offline model. */
export type Decision =
  { kind: 'call'; name: string; arguments: Record<string, unknown> } | { kind: 'reply'; outcomes: Outcome[] };

/** The end of one request of the message. */
export type Outcome =
  | { kind: 'done'; calls: MadeCall[]; message: ReadMessage }
  | { kind: 'ask'; question: string }
  /** The offline model cannot read the message, or a part of it, with certainty. */
  | { kind: 'unread'; words: readonly string[]; message: ReadMessage }
  /** No tool fits. `searched`: tool_search has found none either. */
  | { kind: 'no tool'; searched: boolean; message: ReadMessage };

type Call = Extract<Decision, { kind: 'call' }>;

interface Step {
  tool: ModelTool;
  spec: OfflineTool | undefined;
  main: boolean;
  /** Arguments of a call that is not filled from the message. Its result is not part of the reply. */
  given?: Record<string, unknown>;
  /** Additional arguments, if there is one call for each of several values. */
  besides?: Record<string, unknown>;
}

/**
 * The next call of the turn, or its reply after the last call. Each round derives it from the conversation alone, so that
 * a turn resumed after a crash takes the same steps. No call is made twice in a turn.
 */
export function decide(situation: Situation): Decision {
  const made = [...(situation.exchanges.at(-1)?.calls ?? [])];
  const outcomes: Outcome[] = [];
  for (const request of requestsOf(situation)) {
    const next = nextFor(situation, request, made);
    if (next.kind === 'call') {
      if (!isRepeated(situation, next)) return next;
      continue;
    }
    outcomes.push(next);
    // An open question has precedence over later requests.
    if (next.kind === 'ask') break;
  }
  return { kind: 'reply', outcomes };
}

function nextFor(situation: Situation, request: Request, made: MadeCall[]): Call | Outcome {
  const { message, tool, unread } = request;
  if (!tool) return withoutTool(situation, request, made);
  if (unread) return { kind: 'unread', words: unread, message };
  return followChain(situation, request, made);
}

/** Runs the `chain` of a tool's hints: the tools that resolve an argument, the tool itself, and those that follow it. */
function followChain(situation: Situation, request: Request, made: MadeCall[]): Call | Outcome {
  const done: MadeCall[] = [];
  const steps = stepsOf(situation, request);
  for (const [index, step] of steps.entries()) {
    const earlier = take(made, step.tool.name);
    if (earlier && step.given) continue;
    if (earlier) {
      done.push(earlier);
      if (earlier.result && !earlier.result.success) break;
      // A failed call does not prevent the other calls of the same tool.
      const isOver = done.some((call) => endsChain(call, situation.hints));
      if (isOver && steps[index + 1]?.tool.name !== step.tool.name) break;
      continue;
    }
    if (step.given) return { kind: 'call', name: step.tool.name, arguments: step.given };
    const filled = argumentsOf(situation, request, step.tool, step.spec);
    const missing = filled.missing.find((name) => !(name in (step.besides ?? {})));
    if (missing === undefined) {
      const all = { ...filled.arguments, ...step.besides };
      const program = step.main ? asProgram(situation, request, all) : undefined;
      return program ?? { kind: 'call', name: step.tool.name, arguments: all };
    }
    // An auxiliary step is skipped if its arguments are missing.
    if (step.main)
      return { kind: 'ask', question: questionFor(step.tool, step.spec, missing, request.message.language) };
  }
  return { kind: 'done', calls: done, message: request.message };
}

/** The program that replaces the request's own call, if there is one. */
function asProgram(
  { programs, facts }: Situation,
  { tool, message }: Request,
  wish: Record<string, unknown>,
): Call | undefined {
  if (!tool || programs?.state !== 'offered') return undefined;
  const template = templateFor(programs, tool.name, message, facts);
  if (!template) return undefined;
  return {
    kind: 'call',
    name: RUN_PROGRAM,
    arguments: { code: writeProgram(template, wish, facts) },
  };
}

/** The additional calls of a program, made singly if programs are not offered. */
function singleCalls({ programs, facts, tools, hints }: Situation, { tool, message }: Request): Step[] {
  if (!tool || programs?.state !== 'not offered') return [];
  const calls = templateFor(programs, tool.name, message, facts)?.singleCalls?.(facts) ?? [];
  return calls.flatMap(({ tool: name, arguments: given }): Step[] => {
    const offered = tools.find((known) => known.name === name);
    return offered ? [{ tool: offered, spec: hints.tool(name), main: false, given }] : [];
  });
}

function stepsOf(situation: Situation, request: Request): Step[] {
  const { tools, hints } = situation;
  const chained = (names: string[] = []) =>
    names.flatMap((name): Step[] => {
      const tool = tools.find((offered) => offered.name === name);
      return tool ? [{ tool, spec: hints.tool(name), main: false }] : [];
    });
  const { tool, spec, message } = request;
  const chain = spec?.hints?.chain;
  const own = tool ? [{ tool, spec, main: true }] : [];
  return [
    ...chained(chain?.before),
    ...own,
    ...singleCalls(situation, request),
    ...chained(chain?.after),
  ].flatMap((step: Step): Step[] => {
    const each = step.spec?.hints?.each;
    const values = step.given ? [] : (each?.values(message) ?? []);
    return each && values.length > 0
      ? values.map((value) => ({ ...step, besides: { [each.parameter]: value } }))
      : [step];
  });
}

/** The next step if no tool reaches the minimum score: searches for a tool, else records a feature request, else replies that none fits. */
function withoutTool(situation: Situation, request: Request, made: MadeCall[]): Call | Outcome {
  const { message } = request;
  const searched = take(made, TOOL_SEARCH);
  if (!searched && asksForAction(message)) {
    const search = callOf(situation, request, TOOL_SEARCH);
    if (search) return search;
  }
  const recorded = take(made, 'request_feature');
  if (recorded) return { kind: 'done', calls: [recorded], message };
  if (isFeatureRequest(message)) {
    const wish = callOf(situation, request, 'request_feature');
    if (wish) return wish;
  }
  return { kind: 'no tool', searched: searched !== undefined, message };
}

function callOf(situation: Situation, request: Request, name: string): Call | undefined {
  const tool = situation.tools.find((offered) => offered.name === name);
  if (!tool) return undefined;
  const filled = argumentsOf(situation, request, tool, situation.hints.tool(name));
  return filled.missing.length === 0 ? { kind: 'call', name, arguments: filled.arguments } : undefined;
}

/** Takes the first call of the tool that no earlier step has claimed. */
function take(made: MadeCall[], name: string): MadeCall | undefined {
  const index = made.findIndex(({ call }) => call.name === name);
  return index < 0 ? undefined : made.splice(index, 1)[0];
}

function isRepeated({ exchanges }: Situation, next: Call): boolean {
  const wanted = canonicalJson(next.arguments);
  return (exchanges.at(-1)?.calls ?? []).some(
    ({ call }) => call.name === next.name && canonicalJson(call.arguments) === wanted,
  );
}

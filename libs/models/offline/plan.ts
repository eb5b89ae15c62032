import { TOOL_SEARCH } from '#tools';
import { bareAnswer } from './bare-answer.ts';
import type { ModelTool } from '../language-model.ts';
import type { MadeCall } from './conversation.ts';
import type { OfflineTool } from './hints.ts';
import { earlierItem, type EarlierItem } from './earlier-item.ts';
import { asksForAction, isWish } from './manner.ts';
import { readMessage, type ReadMessage } from './message.ts';
import { askFor } from './questions.ts';
import { smallTalkOf, type SmallTalk } from './small-talk.ts';
import { argumentsOf, sourcesFor, understand, type Part, type Situation } from './understand.ts';

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
  /** No tool fits; `searched` tells that tool_search found none either. */
  | { kind: 'no tool'; searched: boolean; language: string };

interface Step {
  tool: ModelTool;
  spec: OfflineTool | undefined;
  main: boolean;
}

/**
 * The next call of the turn, or the reply when all is done. It is worked out anew at each round from the conversation
 * alone, so that a turn that goes on after a crash goes on with the same steps. No call is made twice in a turn.
 */
export function decide(situation: Situation): Decision {
  const message = readMessage(situation.exchanges.at(-1)?.text ?? '');
  const aside = bareAnswer(situation, message, sourcesFor(situation, message))
    ? undefined
    : asideOf(situation, message);
  if (aside) return { kind: 'reply', outcomes: [aside] };
  const made = [...(situation.exchanges.at(-1)?.calls ?? [])];
  const outcomes: Outcome[] = [];
  for (const part of understand(situation)) {
    const next = part.tool ? followChain(situation, part, made) : withoutTool(situation, part, made);
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
function asideOf({ exchanges }: Situation, message: ReadMessage): Outcome | undefined {
  const { language } = message;
  const talk = smallTalkOf(message);
  if (talk) return { kind: 'small talk', talk, language };
  const item = earlierItem(message, exchanges.slice(0, -1));
  return item && { kind: 'earlier item', item, language };
}

type Call = Extract<Decision, { kind: 'call' }>;

/** Runs what resolves an argument, the tool itself, and what follows it (`platform-tools` 8.3, rule 3). */
function followChain(situation: Situation, part: Part, made: MadeCall[]): Call | Outcome {
  const { language } = part.message;
  const done: MadeCall[] = [];
  for (const step of stepsOf(situation, part)) {
    const earlier = take(made, step.tool.name);
    if (earlier) {
      done.push(earlier);
      if (earlier.result && !earlier.result.success) break;
      continue;
    }
    const filled = argumentsOf(situation, part, step.tool, step.spec);
    const [missing] = filled.missing;
    if (missing === undefined) return { kind: 'call', name: step.tool.name, arguments: filled.arguments };
    // A step that only helps is left out when it cannot be taken.
    if (step.main)
      return { kind: 'ask', question: askFor(step.tool, step.spec, missing, language), language };
  }
  return { kind: 'done', calls: done, message: part.message };
}

function stepsOf({ tools, hints }: Situation, part: Part): Step[] {
  const chained = (names: string[] = []) =>
    names.flatMap((name): Step[] => {
      const tool = tools.find((offered) => offered.name === name);
      return tool ? [{ tool, spec: hints.tool(name), main: false }] : [];
    });
  const chain = part.spec?.hints?.chain;
  const own = part.tool ? [{ tool: part.tool, spec: part.spec, main: true }] : [];
  return [...chained(chain?.before), ...own, ...chained(chain?.after)];
}

/** Below the minimum score: search for a tool, else record a wish, else say that none fits (8.3, rule 2). */
function withoutTool(situation: Situation, part: Part, made: MadeCall[]): Call | Outcome {
  const { message } = part;
  const searched = take(made, TOOL_SEARCH);
  if (!searched && asksForAction(message)) {
    const search = callOf(situation, part, TOOL_SEARCH);
    if (search) return search;
  }
  const requested = take(made, 'request_feature');
  if (requested) return { kind: 'done', calls: [requested], message };
  if (isWish(message)) {
    const request = callOf(situation, part, 'request_feature');
    if (request) return request;
  }
  return { kind: 'no tool', searched: searched !== undefined, language: message.language };
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

import { TOOL_SEARCH } from '#tools';
import { type ProgramTemplate } from '#pack-kit';
import type { ModelTool, TurnFacts } from '#models';
import type { Exchange, MadeCall } from './conversation.ts';
import type { NotAskedFor } from './deed-asked.ts';
import type { FillSources } from './fill/fill-arguments.ts';
import type { OfflineHints, OfflineTool } from './hints.ts';
import type { ReadMessage } from './message.ts';
import type { Programs } from './programs.ts';
import { MIN_SCORE, rankTools, type Candidate } from './select-tool.ts';
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
  /** The deed of its tool is spoken of and not asked for. */
  held?: NotAskedFor;
  /** A question beside others that no tool serves. */
  isLeft?: true;
  /** What the message gives as the answer to a question, and nothing else of it counts. */
  given?: Record<string, unknown>;
  /** A tool of the chain whose result asked back: what its call is replaced by, now that the question is answered. */
  answered?: { tool: string; before: Record<string, unknown>; now: Record<string, unknown> };
  /** An earlier request that this message completes, and the parameter that it answers. */
  completes?: { part: Part; parameter: string };
}

/** A message must fit another tool by this much more than needed to be no answer to the question asked before. */
export const CHANGE_OF_SUBJECT = 0.15;

/** What arguments of a message are filled from. */
export function sourcesFor(
  { exchanges, hints, facts }: Pick<Situation, 'exchanges' | 'hints' | 'facts'>,
  message: ReadMessage,
): FillSources {
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

/** The tool that fits a message best, typing errors aside; undefined where none fits. */
export function bestFor(
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

/** The last call that was asked for, not one that the chain of another added. */
export function lastMainCall(situation: Situation): MadeCall | undefined {
  return mainCalls(situation)[0];
}

/** The last such call of each earlier turn that has one, the latest first. */
export function mainCalls({ exchanges, hints }: Situation): MadeCall[] {
  return exchanges
    .slice(0, -1)
    .toReversed()
    .flatMap(({ calls }) => {
      const added = new Set(
        calls.flatMap(({ call }) => {
          const chain = hints.tool(call.name)?.hints?.chain;
          return [...(chain?.before ?? []), ...(chain?.after ?? [])];
        }),
      );
      const main = calls.filter(({ call }) => !added.has(call.name) && call.name !== TOOL_SEARCH).at(-1);
      return main ? [main] : [];
    });
}

/** The tools that run before one in its chain. */
export function helpersOf({ tools }: Situation, spec: OfflineTool | undefined): ModelTool[] {
  return tools.filter(({ name }) => spec?.hints?.chain?.before?.includes(name));
}

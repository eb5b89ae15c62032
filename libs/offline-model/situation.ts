import type { ModelTool, TurnFacts } from '#models';
import type { Exchange, MadeCall } from './conversation/conversation.ts';
import type { ReadMessage } from './conversation/message.ts';
import type { FillSources } from './fill/fill-arguments.ts';
import type { OfflineHints } from './hints.ts';
import type { Programs } from './programs.ts';

/** State of the turn: the conversation, the offered tools, and the data of packs. */
export interface Situation {
  /** The last exchange is the turn that is running. */
  exchanges: readonly Exchange[];
  tools: readonly ModelTool[];
  hints: OfflineHints;
  facts: TurnFacts;
  programs?: Programs;
}

/** The sources from which the arguments of a message's calls are filled. */
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
  };
}

/** True for a success that ends its chain (`endsChain`), because the next call would lack its arguments. */
export function endsChain({ call, result }: MadeCall, hints: OfflineHints): boolean {
  return result?.success === true && hints.tool(call.name)?.hints?.endsChain?.(result.data as never) === true;
}

/** The last requested call before this turn, excluding calls added by the chain of another. */
export function lastMainCall({ exchanges, hints }: Situation): MadeCall | undefined {
  const last = exchanges.slice(0, -1).findLast(({ calls }) => calls.length > 0);
  if (!last) return undefined;
  const added = new Set(
    last.calls.flatMap(({ call }) => {
      const chain = hints.tool(call.name)?.hints?.chain;
      return [...(chain?.before ?? []), ...(chain?.after ?? [])];
    }),
  );
  return last.calls.findLast(({ call }) => !added.has(call.name) && call.name !== 'tool_search');
}

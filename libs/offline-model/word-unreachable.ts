import { TOOL_SEARCH } from '#tools';
import { lastMessage } from './message.ts';
import { phrasesIn } from './phrases.ts';
import type { Situation } from './situation.ts';

/** A message of so few words, behind a question that could not be answered, goes on with that question. */
const MAX_FOLLOW_UP_WORDS = 6;

/**
 * What is said instead of "none fits" where that is not known: no tool of a server has been told of yet, or the message goes
 * on with what a server that is away did not answer.
 */
export function wordUnreachable(
  { exchanges, facts, hints }: Pick<Situation, 'exchanges' | 'facts' | 'hints'>,
  language: string,
): string | undefined {
  const { notReachable } = phrasesIn(language);
  if (facts.toolsUnknown) return notReachable;
  const away = new Set(facts.away?.map(({ name }) => name));
  const unanswered = exchanges
    .slice(0, -1)
    .findLast(({ calls }) => calls.some(({ call }) => call.name !== TOOL_SEARCH))
    ?.calls.find(({ call, result }) => away.has(call.name) && result?.success === false);
  const message = lastMessage(exchanges);
  if (!unanswered?.result || message.words.length > MAX_FOLLOW_UP_WORDS) return undefined;
  const { call, result } = unanswered;
  return hints.tool(call.name)?.hints?.failure?.(result, call.arguments as never, message) ?? notReachable;
}

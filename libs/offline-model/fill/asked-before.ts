import type { Fill } from '#pack-kit';
import type { MadeCall } from '../conversation.ts';
import type { ReadMessage } from '../message.ts';

/** What a call of the conversation was made with last. */
export function askedBefore(
  { tool, argument, until = [], when }: Extract<Fill, { from: 'asked' }>,
  { earlier, message }: { earlier: readonly MadeCall[]; message: ReadMessage },
): unknown {
  if (when?.(message) === false) return undefined;
  const last = earlier.findLast(({ call }) => call.name === tool || until.includes(call.name));
  return last?.call.name === tool ? last.call.arguments[argument] : undefined;
}

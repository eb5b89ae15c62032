import type { Exchange } from '../conversation.ts';
import { findIds } from './patterns.ts';

/**
 * The id that the conversation spoke of last, by what the person said, else by what tools were handed, else by the reply.
 * Messages that name none leave it as it was; where the last that do name several, nobody knows which is meant.
 */
export function toldLast(before: readonly Exchange[], prefix: string): string | undefined {
  for (const { text, calls, reply } of before.toReversed()) {
    const handed = calls.map(({ call }) => JSON.stringify(call.arguments)).join(' ');
    const told = [text, handed, reply].map((said) => findIds(said, prefix)).find((ids) => ids.length > 0);
    if (told) return told.length === 1 ? told[0] : undefined;
  }
  return undefined;
}

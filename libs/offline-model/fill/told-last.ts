import type { Exchange } from '../conversation.ts';
import { findIds } from './patterns.ts';

/**
 * The id that the conversation spoke of last, by what the person said, else by what tools were handed, else by the reply.
 * Messages that name none leave it as it was; where the last that do name several, nobody knows which is meant.
 */
export function toldLast(before: readonly Exchange[], prefix: string): string | undefined {
  for (const { text, calls, reply } of before.toReversed()) {
    const handed = calls.map(({ call }) => JSON.stringify(call.arguments)).join(' ');
    const told = [text, handed, withoutExamples(reply)]
      .map((said) => findIds(said, prefix))
      .find((ids) => ids.length > 0);
    if (told) return told.length === 1 ? told[0] : undefined;
  }
  return undefined;
}

/** "The id of a property such as prop-0043": what a reply gives as an example was never spoken of. */
const EXAMPLES = /\b(?:such as|for example|for instance)\b[^.?!\n]*|(?<!\p{L})مثلا?(?!\p{L})[^.؟!\n]*/giu;

function withoutExamples(reply: string): string {
  return reply.replace(EXAMPLES, ' ');
}

import { z } from 'zod';
import { readable } from '#contracts/console';

/** The stored input of a model call. Its messages follow those of the call that it continues. */
const storedInput = z.object({
  continues: z.string().optional(),
  system: z.string().optional(),
  messages: z.array(z.unknown()),
});

/**
 * Returns what a model call read: the whole system prompt and all messages. A text that cannot be completed, because an
 * earlier one was cut, is returned as it is stored, beside the prompt.
 *
 * @param inputs the stored inputs of the calls of its trace, by span.
 */
export function wholeInput(
  { prompt, input }: { prompt: string | null; input: string | null },
  inputs: ReadonlyMap<string, string | null>,
): unknown {
  const own = readable(input);
  const messages: unknown[] = [];
  const left = new Map(inputs);
  let next = storedInput.safeParse(own).data;
  while (next) {
    messages.unshift(...next.messages);
    if (next.continues === undefined) return { system: [prompt, next.system].join('\n\n'), messages };
    const before = left.get(next.continues) ?? null;
    left.delete(next.continues);
    next = storedInput.safeParse(readable(before)).data;
  }
  return { prompt, input: own };
}

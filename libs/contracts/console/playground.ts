import { z } from 'zod';
import { storableText, uuid, channels } from '../ids.ts';
import { agentName, MAX_MESSAGE_CHARACTERS } from '../messages.ts';

/** A message that somebody tries out in the console. It is a turn like any other. */
export const playgroundMessage = z.strictObject({
  text: storableText(MAX_MESSAGE_CHARACTERS).refine(
    (text) => text.trim() !== '',
    'expected a message that is not empty',
  ),
  agent: agentName.optional(),
  channel: z.enum(channels).default('chat'),
  /** Goes on in it; a new one is begun when absent. */
  conversationId: uuid.optional(),
});
export type PlaygroundMessage = z.infer<typeof playgroundMessage>;

export const playgroundTurn = z.object({ turnId: uuid, conversationId: uuid, traceId: z.string() });
export type PlaygroundTurn = z.infer<typeof playgroundTurn>;

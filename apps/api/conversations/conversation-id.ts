import { z } from 'zod';
import { uuid } from '#contracts';
import { ProblemError } from '#http';

export const conversationIdParam = z.object({ conversationId: uuid });
export type ConversationIdParam = z.infer<typeof conversationIdParam>;

/** @throws ProblemError 404. */
export function noConversation(conversationId: string): never {
  throw new ProblemError(404, 'not-found', `There is no conversation ${conversationId}.`);
}

import { createHash } from 'node:crypto';
import type { AcceptMessage } from '#contracts';
import { canonicalJson } from '#tools';
import { MessageRefusedError } from '../turn.errors.ts';
import type { AcceptedTurnRow, AcceptRepository, MessageContent } from './accept.repository.ts';
import { storedAttachments } from './message-attachments.ts';
import { unknownConversation } from './message-conversations.ts';

/** The turn to create if the message has none yet. */
interface NextTurn {
  id: string;
  at: Date;
}

/**
 * Finds the turn that the message already has, by the `Idempotency-Key` of the request or by `externalId`. Returns undefined for a new
 * message; its key is then bound to the new turn.
 *
 * @throws MessageRefusedError for a key that was used with another body, and for an unknown conversation.
 */
export async function earlierTurn(
  repository: AcceptRepository,
  message: AcceptMessage,
  idempotencyKey: string | undefined,
  next: NextTurn,
): Promise<AcceptedTurnRow | undefined> {
  const content = contentOf(message);
  if (idempotencyKey !== undefined) {
    // The order of properties in the body does not matter.
    const bodyHash = createHash('sha256').update(canonicalJson(message)).digest('base64url');
    const taken = await repository.takeIdempotencyKey(idempotencyKey, bodyHash, next.id, next.at);
    if (taken && taken.bodyHash !== bodyHash) {
      throw new MessageRefusedError(
        'invalid',
        'IDEMPOTENCY_KEY_REUSED',
        `This Idempotency-Key was used with another body, for turn ${taken.turnId}. Send a new message with a new key.`,
        { pointer: '/idempotency-key' },
      );
    }
    const earlier = taken && (await repository.findById(taken.turnId, content));
    if (earlier) return earlier;
    // The turn of this key was erased, so the key is bound to the new turn.
    if (taken) await repository.repointIdempotencyKey(idempotencyKey, next.id);
  }
  if (message.externalId === undefined) return undefined;
  const channel = await channelOf(repository, message);
  const earlier = await repository.findByExternalId(channel, message.externalId, content);
  // The key was taken for a turn that will not exist. Without this update, the next use of the key would find nothing.
  if (earlier && idempotencyKey !== undefined)
    await repository.repointIdempotencyKey(idempotencyKey, earlier.turnId);
  return earlier;
}

/** The part of a message that decides whether a repeated message is identical. */
export function contentOf({ text, attachments }: AcceptMessage): MessageContent {
  return { text, attachments: storedAttachments(attachments) };
}

async function channelOf(repository: AcceptRepository, message: AcceptMessage): Promise<string> {
  const id = message.conversationId ?? '';
  return message.channel ?? (await repository.channelOf(id)) ?? unknownConversation(id);
}

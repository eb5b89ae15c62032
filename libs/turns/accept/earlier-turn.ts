import { createHash } from 'node:crypto';
import type { AcceptMessage } from '#contracts';
import { canonicalJson } from '#tools';
import { MessageRefusedError } from '../turn.errors.ts';
import type { AcceptedTurnRow, AcceptRepository, MessageContent } from './accept.repository.ts';
import { storedAttachments } from './message-attachments.ts';
import { unknownConversation } from './message-conversations.ts';

interface NewTurn {
  /** Of the request. */
  idempotencyKey: string | undefined;
  /** The id that the message's turn gets where there is none yet. */
  turnId: string;
  at: Date;
}

/**
 * The turn that the message has already, by the key of its request or by its `externalId`; undefined for one that is new.
 * The key then stands for the new turn.
 *
 * @throws MessageRefusedError for a key that was used with another body, and for a conversation that is not there.
 */
export async function earlierTurn(
  repository: AcceptRepository,
  message: AcceptMessage,
  { idempotencyKey, turnId, at }: NewTurn,
): Promise<AcceptedTurnRow | undefined> {
  const content = contentOf(message);
  if (idempotencyKey !== undefined) {
    // The same body in another order of its keys is the same body.
    const bodyHash = createHash('sha256').update(canonicalJson(message)).digest('base64url');
    const taken = await repository.takeIdempotencyKey(idempotencyKey, bodyHash, turnId, at);
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
    // Its turn was erased: the key stands for the one that is made now.
    if (taken) await repository.repointIdempotencyKey(idempotencyKey, turnId);
  }
  if (message.externalId === undefined) return undefined;
  const channel = await channelOf(repository, message);
  const earlier = await repository.findByExternalId(channel, message.externalId, content);
  // The key was taken for a turn that will not exist; without this, the next use of it would find nothing.
  if (earlier && idempotencyKey !== undefined)
    await repository.repointIdempotencyKey(idempotencyKey, earlier.turnId);
  return earlier;
}

/** What tells whether a message that came again says the same. */
export function contentOf({ text, attachments }: AcceptMessage): MessageContent {
  return { text, attachments: storedAttachments(attachments) };
}

async function channelOf(repository: AcceptRepository, message: AcceptMessage): Promise<string> {
  const id = message.conversationId ?? '';
  return message.channel ?? (await repository.channelOf(id)) ?? unknownConversation(id);
}

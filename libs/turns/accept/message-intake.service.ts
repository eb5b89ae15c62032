import { createHash } from 'node:crypto';
import type { Clock } from '#config';
import type { AcceptMessage, TurnOverride } from '#contracts';
import { DatabaseUnavailableError, type Database, type OrgTransaction } from '#database';
import {
  newId,
  wholeNumber,
  type AuditActor,
  type AuditLog,
  type ContactService,
  type Org,
  type SettingReader,
  type UserService,
} from '#identity';
import { OutboundRefusedError, type AddressGuard } from '#outbound';
import type { TurnNews } from '#queue';
import { currentTraceparent, newTraceparent, recordTurn, traceIdOf } from '#telemetry';
import type { ToolRegistry } from '#tools';
import { laneOf, runningTurnsLimit } from '../admission.repository.ts';
import type { TurnQueue } from '../turn-queue.ts';
import { MessageRefusedError } from '../turn.errors.ts';
import {
  AcceptRepository,
  type AcceptedTurnRow,
  type ConversationRef,
  type MessageContent,
} from './accept.repository.ts';
import { acceptedAfterAll } from './accepted-after-all.ts';
import { ReadyTurns } from './ready-turns.ts';
import { MessageAttachments, storedAttachments } from './message-attachments.ts';
import { resolveAgent } from './resolve-agent.ts';
import { resolveAuthor, type SpeaksAs } from './resolve-author.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** What an acceptance asks of the org. */
export type SenderOrg = Pick<Org, 'id' | 'packs' | 'defaultPack'>;

/** Who sends a message: an API key of the org, or a console session. */
export interface Sender extends SpeaksAs {
  org: SenderOrg;
  settings: SettingReader;
  /** Who tries the message out in the console, where somebody does: it stands in the audit log. */
  tries?: {
    actor: AuditActor;
    /** What the turn does otherwise than its org's settings say. */
    override?: TurnOverride;
  };
}

/** Two requests with the same `externalId` arrived at the same moment, and the other was first. */
class ExternalIdTaken extends Error {}

/** Takes messages in: after this returns, the turn is stored and nothing that dies can lose it. */
export class MessageIntake {
  private readonly readyTurns: ReadyTurns;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly registry: ToolRegistry,
    private readonly contacts: ContactService,
    private readonly users: UserService,
    private readonly queue: TurnQueue,
    private readonly news: Pick<TurnNews, 'announce'>,
    private readonly callbacks: Pick<AddressGuard, 'checkUrl'>,
    private readonly audit: Pick<AuditLog, 'record'>,
  ) {
    this.readyTurns = new ReadyTurns(database, queue);
  }

  /**
   * Stores message and turn in one transaction, then enqueues the turn if it is its conversation's oldest and
   * its org has room for it.
   *
   * A message whose `externalId` is known gives the turn that it has, whatever it says now: channels deliver again, with
   * other bytes too, and can do nothing about a refusal. What it says otherwise is told.
   *
   * @param idempotencyKey of the request; the same key with the same body gives the same turn for 24 hours.
   * @throws MessageRefusedError that names the field; ContactBeingErasedError; DatabaseUnavailableError, and then nothing was
   *   accepted; AcceptanceUnknownError.
   */
  async accept(sender: Sender, message: AcceptMessage, idempotencyKey?: string): Promise<AcceptedTurnRow> {
    const turnId = newId(this.clock);
    try {
      return await this.store(sender, message, turnId, idempotencyKey);
    } catch (error) {
      if (error instanceof ExternalIdTaken) return this.store(sender, message, turnId, idempotencyKey);
      if (!(error instanceof DatabaseUnavailableError && error.mayHaveCommitted)) throw error;
      const turn = { orgId: sender.org.id, turnId, content: contentOf(message) };
      const accepted = await acceptedAfterAll(this.database, turn);
      if (!accepted) throw error;
      return accepted;
    }
  }

  private recordTry(
    tx: OrgTransaction,
    turnId: string,
    { actor, override }: NonNullable<Sender['tries']>,
  ): Promise<void> {
    const action = override ? 'turn.override' : 'turn.try';
    return this.audit.record(tx, { actor, action, target: `turn:${turnId}`, after: override });
  }

  /** A name is looked up at the delivery; what an address says can be told the sender now. */
  private checkCallback(url: string): void {
    try {
      this.callbacks.checkUrl(url);
    } catch (error) {
      if (!(error instanceof OutboundRefusedError)) throw error;
      throw new MessageRefusedError('invalid', 'CALLBACK_REFUSED', error.message, {
        pointer: '/callbackUrl',
      });
    }
  }

  private async store(
    sender: Sender,
    message: AcceptMessage,
    turnId: string,
    idempotencyKey: string | undefined,
  ): Promise<AcceptedTurnRow> {
    if (message.callbackUrl !== undefined) this.checkCallback(message.callbackUrl);
    const at = this.clock.now();
    const accepted = await this.database.forOrg(sender.org.id, async (tx) => {
      const repository = new AcceptRepository(tx);
      const earlier = await this.findEarlier(repository, message, idempotencyKey, turnId, at);
      if (earlier) return { row: earlier, isNew: false, channel: '' };
      const author = await resolveAuthor(tx, this.users, sender, message.author);
      const attachments = storedAttachments(message.attachments);
      const attached = new MessageAttachments(tx, attachments);
      await attached.check();
      const { conversation, agent } = await this.findConversation(tx, repository, sender, message, at);
      await Promise.all([
        this.contacts.requireNotErasing(tx, conversation.contactId),
        // Last, since it makes the org's other acceptances wait for this one to commit; and always after the conversation.
        this.checkRate(repository, sender, at),
      ]);
      const traceparent = currentTraceparent() ?? newTraceparent();
      const row = {
        turnId,
        conversationId: conversation.id,
        traceId: traceIdOf(traceparent),
        state: 'queued',
        repeated: false,
        differs: [],
      };
      const limit = runningTurnsLimit(sender.settings);
      const newTurn = {
        ...row,
        ...author,
        orgId: sender.org.id,
        messageId: newId(this.clock),
        conversation,
        requestedAgent: agent,
        text: message.text,
        attachments,
        externalId: message.externalId ?? null,
        callbackUrl: message.callbackUrl ?? null,
        metadata: message.metadata ?? {},
        override: sender.tries?.override ?? null,
        traceparent,
        at,
      };
      const placed = await repository.insertTurn(newTurn, limit);
      if (!placed) throw new ExternalIdTaken();
      if (sender.tries) await this.recordTry(tx, turnId, sender.tries);
      await attached.use(newTurn.messageId, conversation.contactId, at);
      await this.news.announce(tx, conversation.id);
      const { channel } = conversation;
      if (placed.admission === 'admitted')
        tx.afterCommit(() => this.queue.enqueue({ orgId: sender.org.id, turnId, run: 0, channel }));
      if (placed.admission === 'ready')
        tx.afterCommit(() => this.readyTurns.lookSoon(sender.org.id, laneOf(channel), limit));
      return { row, isNew: true, channel: conversation.channel };
    });
    if (accepted.isNew) recordTurn({ state: 'queued', channel: accepted.channel });
    return accepted.row;
  }

  private async findEarlier(
    repository: AcceptRepository,
    message: AcceptMessage,
    idempotencyKey: string | undefined,
    turnId: string,
    at: Date,
  ): Promise<AcceptedTurnRow | undefined> {
    const content = contentOf(message);
    if (idempotencyKey !== undefined) {
      const bodyHash = createHash('sha256')
        .update(JSON.stringify(canonical(message)))
        .digest('base64url');
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
    const channel = await this.channelOf(repository, message);
    const earlier = await repository.findByExternalId(channel, message.externalId, content);
    // The key was taken for a turn that will not exist; without this, the next use of it would find nothing.
    if (earlier && idempotencyKey !== undefined)
      await repository.repointIdempotencyKey(idempotencyKey, earlier.turnId);
    return earlier;
  }

  private async channelOf(repository: AcceptRepository, message: AcceptMessage): Promise<string> {
    const id = message.conversationId ?? '';
    return message.channel ?? (await repository.channelOf(id)) ?? unknownConversation(id);
  }

  private async existingConversation(repository: AcceptRepository, id: string): Promise<ConversationRef> {
    const conversation = await repository.findConversation(id);
    return conversation ?? unknownConversation(id);
  }

  private async checkRate(repository: AcceptRepository, sender: Sender, at: Date): Promise<void> {
    const limit = wholeNumber(sender.settings, 'MESSAGES_PER_MINUTE');
    if (limit === 0) return;
    const minute = new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);
    if ((await repository.countMessage(minute)) <= limit) return;
    const retryAfterMs = minute.getTime() + MINUTE_MS - at.getTime();
    throw new MessageRefusedError(
      'too_many',
      'RATE_LIMITED',
      `The org sends more than ${limit} messages a minute.`,
      { retryAfterMs },
    );
  }

  private async findConversation(
    tx: OrgTransaction,
    repository: AcceptRepository,
    { org, settings }: Sender,
    message: AcceptMessage,
    at: Date,
  ): Promise<{ conversation: ConversationRef; agent: string | null }> {
    if (message.conversationId) {
      const conversation = await this.existingConversation(repository, message.conversationId);
      return { conversation, agent: resolveAgent(this.registry, org, message, conversation.pack).agent };
    }
    const contactId = message.contact ?? '';
    const channel = message.channel ?? '';
    const wished = resolveAgent(this.registry, org, message, null);
    const continuesMs = wholeNumber(settings, 'CONVERSATION_CONTINUES_H') * HOUR_MS;
    const youngerThan = new Date(at.getTime() - continuesMs);
    // Sent together: a statement sees what was committed before it begins, and that is when it has the lock.
    const [, latest] = await Promise.all([
      repository.lockContact(contactId, channel),
      message.newConversation
        ? undefined
        : repository.findLatestConversation(contactId, channel, wished.pack, youngerThan),
    ]);
    if (latest) return { conversation: latest, agent: wished.agent };
    const pack = wished.pack ?? org.defaultPack ?? org.packs[0];
    if (!pack || !this.registry.pack(pack)) {
      throw new MessageRefusedError(
        'invalid',
        'UNKNOWN_PACK',
        'The org has no default pack; name a pack or an agent.',
        {
          pointer: '/pack',
        },
      );
    }
    await this.ensureContact(tx, contactId, pack, at);
    const conversation = { id: newId(this.clock), contactId, channel, pack };
    await repository.insertConversation(conversation, at);
    return { conversation, agent: wished.agent };
  }

  private async ensureContact(tx: OrgTransaction, contactId: string, pack: string, at: Date): Promise<void> {
    const { contact } = await this.contacts.ensure(tx, contactId);
    await this.registry.pack(pack)?.onNewContact?.(tx, { id: contact.id, name: contact.name }, at);
  }
}

function unknownConversation(id: string): never {
  throw new MessageRefusedError('not_found', 'UNKNOWN_CONVERSATION', `There is no conversation ${id}.`, {
    pointer: '/conversationId',
  });
}

/** The same body in another order of its keys is the same body. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, entry]) => [key, canonical(entry)]),
  );
}

/** What tells whether a message that came again says the same. */
function contentOf({ text, attachments }: AcceptMessage): MessageContent {
  return { text, attachments: storedAttachments(attachments) };
}

import type { Clock } from '#config';
import type { AcceptMessage, TurnOverride } from '#contracts';
import { DatabaseUnavailableError, type Database, type OrgTransaction } from '#database';
import {
  newId,
  wholeNumberSetting,
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
import { laneOf, runningTurnsLimit } from '../admission/admission.repository.ts';
import type { TurnQueue } from '../admission/turn-queue.ts';
import { MessageRefusedError } from '../turn.errors.ts';
import { AcceptRepository, type AcceptedTurnRow } from './accept.repository.ts';
import { acceptedAfterAll } from './find-after-outage.ts';
import { contentOf, earlierTurn } from './earlier-turn.ts';
import { MessageAttachments, storedAttachments } from './message-attachments.ts';
import { MessageConversations } from './message-conversations.ts';
import { ReadyTurns } from '../admission/ready-turns.ts';
import { refuseOtherContact, resolveAuthor, type SpeaksAs } from './resolve-author.ts';

const MINUTE_MS = 60_000;

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
  private readonly conversations: MessageConversations;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    registry: ToolRegistry,
    private readonly contacts: ContactService,
    private readonly users: UserService,
    private readonly queue: TurnQueue,
    private readonly news: Pick<TurnNews, 'announce'>,
    private readonly callbacks: Pick<AddressGuard, 'checkUrl'>,
    private readonly audit: Pick<AuditLog, 'record'>,
  ) {
    this.readyTurns = new ReadyTurns(database, queue);
    this.conversations = new MessageConversations(clock, registry, contacts);
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
      const earlier = await earlierTurn(repository, message, { idempotencyKey, turnId, at });
      if (earlier) return { row: earlier, isNew: false, channel: '' };
      const author = await resolveAuthor(tx, this.users, sender, message.author);
      const attachments = storedAttachments(message.attachments);
      const attached = new MessageAttachments(tx, attachments);
      await attached.check();
      const { conversation, agent } = await this.conversations.of(tx, sender, message, at);
      refuseOtherContact(sender, message.author, conversation.contactId);
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

  private async checkRate(repository: AcceptRepository, sender: Sender, at: Date): Promise<void> {
    const limit = wholeNumberSetting(sender.settings, 'MESSAGES_PER_MINUTE');
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
}

import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import type { AcceptMessage, TurnOverride } from '#contracts';
import { Database, DatabaseUnavailableError, type OrgTransaction } from '#database';
import {
  AuditLog,
  ContactService,
  newId,
  UserService,
  wholeNumberSetting,
  type AuditActor,
  type Org,
  type SettingReader,
} from '#identity';
import { OutboundHttp, OutboundRefusedError, type AddressGuard } from '#outbound';
import { TURN_NOTIFICATIONS, type TurnNotifications } from '#queue';
import { currentRequest, currentTraceparent, newTraceparent, recordTurn, traceIdOf } from '#telemetry';
import { ToolRegistry } from '#tools';
import { Admission } from '../admission/admission.service.ts';
import { priorityClassOf } from '../admission/turn-job.ts';
import { lookLive } from '../live/conversation-reader.repository.ts';
import { MessageRefusedError } from '../turn.errors.ts';
import {
  AcceptRepository,
  ExternalIdTaken,
  type AcceptedTurnRow,
  type NewTurn,
} from './accept.repository.ts';
import { contentOf, earlierTurn } from './earlier-turn.ts';
import { findAfterOutage } from './find-after-outage.ts';
import { MessageAttachments, storedAttachments } from './message-attachments.ts';
import { MessageConversations } from './message-conversations.ts';
import { refuseOtherContact, resolveAuthor, type SpeaksAs } from './resolve-author.ts';

/** The columns of the org that accepting a message needs. */
export type SenderOrg = Pick<Org, 'id' | 'packs' | 'defaultPack'>;

/** The sender of a message: an API key of the org, or a console session. */
export interface Sender extends SpeaksAs {
  org: SenderOrg;
  settings: SettingReader;
  /** Set for a trial message from the console. Trials are recorded in the audit log. */
  tries?: {
    actor: AuditActor;
    /** Settings of the org that are overridden for this turn. */
    override?: TurnOverride;
  };
}

/** Accepts messages. When `accept` returns, the turn is stored and survives any crash. */
@Injectable()
export class MessageIntake {
  private readonly conversations: MessageConversations;

  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    registry: ToolRegistry,
    private readonly contacts: ContactService,
    private readonly users: UserService,
    private readonly admission: Admission,
    @Inject(TURN_NOTIFICATIONS) private readonly notifications: Pick<TurnNotifications, 'announce'>,
    @Inject(OutboundHttp) private readonly http: { guard: Pick<AddressGuard, 'checkUrl'> },
    @Inject(AuditLog) private readonly audit: Pick<AuditLog, 'record'>,
  ) {
    this.conversations = new MessageConversations(clock, registry, contacts);
  }

  /**
   * Stores message and turn in one transaction. Then enqueues the turn if it is the oldest of its conversation and its org has a free slot.
   *
   * A message with a known `externalId` returns the existing turn, even if its content differs: channels redeliver messages, sometimes with
   * changed content, and cannot handle an error. The answer names the fields that differ.
   *
   * @param idempotencyKey the key of the request. The same key with the same body returns the same turn for 24 hours.
   * @throws MessageRefusedError with the name of the field; CONTACT_BEING_ERASED; DatabaseUnavailableError if nothing was accepted;
   * AcceptanceUnknownError.
   */
  async accept(sender: Sender, message: AcceptMessage, idempotencyKey?: string): Promise<AcceptedTurnRow> {
    const turnId = newId(this.clock);
    try {
      return await this.store(sender, message, turnId, idempotencyKey);
    } catch (error) {
      if (error instanceof ExternalIdTaken) return this.store(sender, message, turnId, idempotencyKey);
      if (!(error instanceof DatabaseUnavailableError && error.mayHaveCommitted)) throw error;
      const accepted = await findAfterOutage(this.database, sender.org.id, turnId, contentOf(message));
      if (!accepted) throw error;
      return accepted;
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
    const orgId = sender.org.id;
    return this.database.forOrg(orgId, async (tx) => {
      const repository = new AcceptRepository(tx);
      const earlier = await earlierTurn(repository, message, idempotencyKey, { id: turnId, at });
      if (earlier) return earlier;
      const author = await resolveAuthor(tx, this.users, sender, message.author);
      const attachments = storedAttachments(message.attachments);
      const attached = new MessageAttachments(tx, attachments);
      await attached.check();
      const { conversation, agent } = await this.conversations.of(tx, sender, message, at);
      const { contactId, channel } = conversation;
      refuseOtherContact(sender, message.author, contactId);
      const traceparent = currentTraceparent() ?? newTraceparent();
      const turn: NewTurn = {
        ...author,
        id: turnId,
        messageId: newId(this.clock),
        conversation,
        requestedAgent: agent,
        text: message.text,
        attachments,
        externalId: message.externalId ?? null,
        callbackUrl: message.callbackUrl ?? null,
        metadata: message.metadata ?? {},
        override: sender.tries?.override ?? null,
        traceId: traceIdOf(traceparent),
        traceparent,
        request: currentRequest(),
        createdAt: at,
      };
      const running = this.admission.limitOf(sender.settings, priorityClassOf(channel));
      const perMinute = wholeNumberSetting(sender.settings, 'MESSAGES_PER_MINUTE');
      const beside = [
        this.contacts.requireNotErasing(tx, contactId),
        // The sender is about to open an event stream. A speech front end speaks the reply while it is written.
        ...((message.stream ?? channel === 'voice') ? [lookLive(tx, conversation.id)] : []),
        ...(sender.tries ? [this.recordTrial(tx, turnId, sender.tries)] : []),
        attached.use(turn.messageId, contactId, at),
        this.notifications.announce(tx, conversation.id),
      ];
      // Last, because other acceptances of the org then wait for this commit; and always after the lock on the conversation.
      const inserted = repository.insertTurn(turn, { running, perMinute });
      tx.commitBehind();
      const [admission] = await Promise.all([inserted, ...beside]);
      this.admission.accepted(tx, { orgId, turnId, run: 0, channel }, admission, sender.settings);
      tx.afterCommit(() => recordTurn({ state: 'queued', channel }));
      return {
        turnId,
        conversationId: conversation.id,
        traceId: turn.traceId,
        state: 'queued',
        repeated: false,
        differs: [],
      };
    });
  }

  private recordTrial(
    tx: OrgTransaction,
    turnId: string,
    { actor, override: after }: NonNullable<Sender['tries']>,
  ): Promise<void> {
    const action = after ? 'turn.override' : 'turn.try';
    return this.audit.record(tx, { actor, action, target: `turn:${turnId}`, after });
  }

  /** Checks only the address. The host name is resolved when the callback is delivered. */
  private checkCallback(url: string): void {
    try {
      this.http.guard.checkUrl(url);
    } catch (error) {
      if (!(error instanceof OutboundRefusedError)) throw error;
      throw new MessageRefusedError('invalid', 'CALLBACK_REFUSED', error.message, {
        pointer: '/callbackUrl',
      });
    }
  }
}

import type { ContentField } from '#contracts';
import { NamedSql, type OrgTransaction } from '#database';
import { jsonbText } from '#text';
import type { AdmissionState } from '../admission/admission.repository.ts';
import { priorityClassOf } from '../admission/turn-job.ts';
import type { StoredAttachment } from '../message.entity.ts';
import type { Turn } from '../turn.entity.ts';

/** An `Idempotency-Key` is kept for this long. */
export const IDEMPOTENCY_KEY_TTL_MS = 24 * 3_600_000;

export interface ConversationRef {
  id: string;
  contactId: string;
  channel: string;
  pack: string;
}

export interface AcceptedTurnRow {
  turnId: string;
  conversationId: string;
  traceId: string;
  state: string;
  /** True if the message was already accepted; nothing was stored now. */
  repeated: boolean;
  /** The fields in which this message differs from the stored one. */
  differs: ContentField[];
}

/** The part of a message that is compared with the stored one. */
export interface MessageContent {
  text: string;
  attachments: StoredAttachment[];
}

/** A turn to be stored, with its message. */
export interface NewTurn
  extends
    MessageContent,
    Pick<
      Turn,
      | 'id'
      | 'messageId'
      | 'requestedAgent'
      | 'callerKind'
      | 'callerUserId'
      | 'externalId'
      | 'callbackUrl'
      | 'metadata'
      | 'override'
      | 'traceId'
      | 'traceparent'
      | 'request'
      | 'createdAt'
    > {
  conversation: ConversationRef;
}

/** The attachments of `stored` as the sender sent them. After a fetch, an attachment by URL also has a `fileId`. */
const SENT_ATTACHMENTS = `(
  SELECT coalesce(jsonb_agg(CASE WHEN sent ? 'url' THEN sent - 'fileId' ELSE sent END ORDER BY place), '[]')
    FROM jsonb_array_elements(stored.attachments) WITH ORDINALITY AS attachment(sent, place))`;

const CONVERSATION_COLUMNS = `id, contact_id AS "contactId", channel, pack`;

const INSERT_TURN = new NamedSql(`
  WITH place AS (
    UPDATE conversations SET turn_count = turn_count + 1, message_count = message_count + 1, last_message_at = :createdAt
     WHERE org_id = $1 AND id = :conversationId RETURNING turn_count AS seq
  ), turn AS (
    INSERT INTO turns (org_id, id, conversation_id, seq, message_id, channel, pack, requested_agent, contact_id,
      caller_kind, caller_user_id, external_id, metadata, trace_id, traceparent, request, created_at, priority_class, callback_url,
      override, admission)
    SELECT $1, :id, :conversationId, seq, :messageId, :channel, :pack, :requestedAgent, :contactId,
      :callerKind, :callerUserId, :externalId, :metadata, :traceId, :traceparent, :request, :createdAt, :priorityClass, :callbackUrl,
      :override, CASE
      WHEN EXISTS (
        SELECT 1 FROM turns AS older
         WHERE older.org_id = $1 AND older.conversation_id = :conversationId AND older.state IN ('queued', 'running')) THEN 'behind'
      WHEN :limit = 0 OR :limit > (
        SELECT count(*)::int FROM turns
         WHERE org_id = $1 AND priority_class = :priorityClass AND admission = 'admitted' AND state IN ('queued', 'running')) THEN 'admitted'
      ELSE 'ready' END
      FROM place
    ON CONFLICT (org_id, channel, external_id) WHERE external_id IS NOT NULL DO NOTHING
    RETURNING seq, admission
  ), message AS (
    INSERT INTO messages (org_id, id, conversation_id, turn_id, turn_seq, seq, role, author_kind, author_user_id, text,
      created_at, attachments)
    SELECT $1, :messageId, :conversationId, :id, seq, 0, 'user',
      CASE WHEN :callerKind = 'contact' THEN 'contact' ELSE 'staff' END, :callerUserId, :text, :createdAt, :attachments
      FROM turn
  ), event AS (
    INSERT INTO turn_events (org_id, turn_id, seq, type, payload, at)
    SELECT $1, :id, 1, 'turn.queued', '{}', :createdAt FROM turn
  )
  SELECT admission FROM turn`);

const TAKE_KEY = new NamedSql(`
  INSERT INTO idempotency_keys AS known (org_id, key, body_hash, turn_id, created_at)
  VALUES ($1, :key, :bodyHash, :turnId, :at)
  ON CONFLICT (org_id, key) DO UPDATE SET body_hash = excluded.body_hash, turn_id = excluded.turn_id,
    created_at = excluded.created_at WHERE known.created_at < :oldest`);

const INSERT_CONVERSATION = new NamedSql(`
  INSERT INTO conversations (org_id, id, contact_id, channel, pack, created_at, last_message_at)
  VALUES ($1, :id, :contactId, :channel, :pack, :at, :at)`);

/** The statements that accept a message, all in one transaction. */
export class AcceptRepository {
  constructor(private readonly tx: OrgTransaction) {}

  /** Adds the message to the count of its minute. @returns the org's count, with this message. */
  async countMessage(minute: Date): Promise<number> {
    const rows = await this.tx.query<{ count: number }>(
      `INSERT INTO message_minutes (org_id, minute, count) VALUES ($1, $2, 1)
       ON CONFLICT (org_id, minute) DO UPDATE SET count = message_minutes.count + 1 RETURNING count`,
      [minute],
    );
    return rows[0]?.count ?? 1;
  }

  /** Takes the key. Waits for another transaction that is taking the same key. @returns the earlier use of the key, if any. */
  async takeIdempotencyKey(
    key: string,
    bodyHash: string,
    turnId: string,
    at: Date,
  ): Promise<{ bodyHash: string; turnId: string } | undefined> {
    const oldest = new Date(at.getTime() - IDEMPOTENCY_KEY_TTL_MS);
    const taken = await this.tx.execute(...TAKE_KEY.with({ key, bodyHash, turnId, at, oldest }));
    if (taken > 0) return undefined;
    return this.tx.first<{ bodyHash: string; turnId: string }>(
      `SELECT body_hash AS "bodyHash", turn_id AS "turnId" FROM idempotency_keys WHERE org_id = $1 AND key = $2`,
      [key],
    );
  }

  async repointIdempotencyKey(key: string, turnId: string): Promise<void> {
    await this.tx.execute('UPDATE idempotency_keys SET turn_id = $3 WHERE org_id = $1 AND key = $2', [
      key,
      turnId,
    ]);
  }

  async findByExternalId(
    channel: string,
    externalId: string,
    now: MessageContent,
  ): Promise<AcceptedTurnRow | undefined> {
    return this.findTurn('turns.channel = $4 AND turns.external_id = $5', now, [channel, externalId]);
  }

  async findById(turnId: string, now: MessageContent): Promise<AcceptedTurnRow | undefined> {
    return this.findTurn('turns.id = $4', now, [turnId]);
  }

  async channelOf(conversationId: string): Promise<string | undefined> {
    const rows = await this.tx.query<{ channel: string }>(
      'SELECT channel FROM conversations WHERE org_id = $1 AND id = $2',
      [conversationId],
    );
    return rows[0]?.channel;
  }

  /**
   * Finds and locks the conversation. The lock is taken before the turn gets its place. The transaction that ends the previous turn has
   * therefore either committed and is visible here, or it sees this turn.
   */
  findConversation(id: string): Promise<ConversationRef | undefined> {
    return this.tx.first<ConversationRef>(
      `SELECT ${CONVERSATION_COLUMNS} FROM conversations WHERE org_id = $1 AND id = $2 FOR NO KEY UPDATE`,
      [id],
    );
  }

  /** Serializes first messages of one contact, so that two at the same moment create one conversation. */
  async serializeFirstMessages(contactId: string, channel: string): Promise<void> {
    await this.tx.query(
      'SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(chr(10), $1::text, $2::text, $3::text), 0))',
      [contactId, channel],
    );
  }

  findLatestConversation(
    contactId: string,
    channel: string,
    pack: string | null,
    youngerThan: Date,
  ): Promise<ConversationRef | undefined> {
    return this.tx.first<ConversationRef>(
      `SELECT ${CONVERSATION_COLUMNS} FROM conversations
        WHERE org_id = $1 AND contact_id = $2 AND channel = $3 AND last_message_at > $4 AND ($5::text IS NULL OR pack = $5)
        ORDER BY last_message_at DESC LIMIT 1 FOR NO KEY UPDATE`,
      [contactId, channel, youngerThan, pack],
    );
  }

  async insertConversation(conversation: ConversationRef, at: Date): Promise<void> {
    await this.tx.execute(...INSERT_CONVERSATION.with({ ...conversation, at }));
  }

  /**
   * Gives the turn its place in the conversation and stores it with its message.
   *
   * @param limit maximum number of running turns of the org in this priority class; 0 for no limit.
   * @returns undefined if another turn has the same `externalId`.
   */
  async insertTurn(
    { conversation, metadata, attachments, override, ...turn }: NewTurn,
    limit: number,
  ): Promise<AdmissionState | undefined> {
    const { id: conversationId, ...ofConversation } = conversation;
    const [inserted] = await this.tx.query<{ admission: AdmissionState }>(
      ...INSERT_TURN.with({
        ...turn,
        conversationId,
        ...ofConversation,
        priorityClass: priorityClassOf(conversation.channel),
        metadata: jsonbText(metadata),
        attachments: jsonbText(attachments),
        override: override && jsonbText(override),
        limit,
      }),
    );
    return inserted?.admission;
  }

  /** @param now content of the message for which the turn is looked up. */
  private findTurn(
    condition: string,
    now: MessageContent,
    values: unknown[],
  ): Promise<AcceptedTurnRow | undefined> {
    return this.tx.first<AcceptedTurnRow>(
      `SELECT turns.id AS "turnId", turns.conversation_id AS "conversationId", turns.trace_id AS "traceId", turns.state,
          true AS repeated, array_remove(ARRAY[
            CASE WHEN stored.text <> $2 THEN 'text' END,
            CASE WHEN ${SENT_ATTACHMENTS} <> $3::jsonb THEN 'attachments' END], NULL) AS differs
         FROM turns LEFT JOIN messages AS stored ON stored.org_id = turns.org_id AND stored.id = turns.message_id
        WHERE turns.org_id = $1 AND ${condition}`,
      [now.text, jsonbText(now.attachments), ...values],
    );
  }
}

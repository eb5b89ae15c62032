import type { ContentField } from '#contracts';
import { NamedSql, sqlStateOf, type OrgTransaction } from '#database';
import { jsonbText } from '#text';
import type { AdmissionState } from '../admission/admission.repository.ts';
import { priorityClassOf } from '../admission/turn-job.ts';
import type { Conversation } from '../conversation.entity.ts';
import type { StoredAttachment } from '../message.entity.ts';
import type { Turn } from '../turn.entity.ts';
import { MessageRefusedError } from '../turn.errors.ts';

/** An `Idempotency-Key` is kept for this long. */
export const IDEMPOTENCY_KEY_TTL_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;

export type ConversationRef = Pick<Conversation, 'id' | 'contactId' | 'channel' | 'pack'>;

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

const EXTERNAL_ID_TAKEN = 'TP004';
const TOO_MANY = 'TP005';

/** Two requests with the same `externalId` arrived at once and the other one committed first. */
export class ExternalIdTaken extends Error {}

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
      WHEN :running = 0 OR :running > (
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
  ), counted AS (
    INSERT INTO message_minutes (org_id, minute, count)
    SELECT $1, date_trunc('minute', :createdAt::timestamptz), 1 FROM turn WHERE :perMinute::int > 0
    ON CONFLICT (org_id, minute) DO UPDATE SET count = message_minutes.count + 1
    RETURNING count
  )
  SELECT admission FROM turn
   UNION ALL SELECT refuse('${EXTERNAL_ID_TAKEN}', 'another turn has this external id')::text
    WHERE NOT EXISTS (SELECT 1 FROM turn)
   UNION ALL SELECT refuse('${TOO_MANY}', 'too many messages')::text FROM counted WHERE count > :perMinute`);

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
   * Gives the turn its place in the conversation, stores it with its message, and adds the message to the count of its minute. The
   * statement is sent at once.
   *
   * @param limits `running`: maximum number of running turns of the org in this priority class; `perMinute`: messages of the org. 0 for
   * no limit.
   * @throws ExternalIdTaken, MessageRefusedError; the transaction must then be rolled back.
   */
  async insertTurn(
    { conversation, metadata, attachments, override, ...turn }: NewTurn,
    limits: { running: number; perMinute: number },
  ): Promise<AdmissionState> {
    const { id: conversationId, ...ofConversation } = conversation;
    const statement = INSERT_TURN.with({
      ...turn,
      conversationId,
      ...ofConversation,
      priorityClass: priorityClassOf(conversation.channel),
      metadata: jsonbText(metadata),
      attachments: jsonbText(attachments),
      override: override && jsonbText(override),
      ...limits,
    });
    try {
      const [inserted] = await this.tx.query<{ admission: AdmissionState }>(...statement);
      return inserted!.admission;
    } catch (error) {
      const state = sqlStateOf(error);
      if (state === EXTERNAL_ID_TAKEN) throw new ExternalIdTaken();
      throw state === TOO_MANY ? tooMany(limits.perMinute, turn.createdAt) : error;
    }
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

function tooMany(perMinute: number, at: Date): MessageRefusedError {
  return new MessageRefusedError(
    'too_many',
    'RATE_LIMITED',
    `The org sends more than ${perMinute} messages a minute.`,
    { retryAfterMs: MINUTE_MS - (at.getTime() % MINUTE_MS) },
  );
}

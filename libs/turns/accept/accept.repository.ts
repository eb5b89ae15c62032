import type { CallerKind, ContentField, TurnOverride } from '#contracts';
import { jsonbText, type OrgTransaction } from '#database';
import type { StoredAttachment } from '../message.entity.ts';
import { laneOf, type Admission } from '../admission/admission.repository.ts';

/** An `Idempotency-Key` is remembered this long. */
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
  /** The message had been accepted before, and nothing was stored now. */
  repeated: boolean;
  /** What it says otherwise than the message that was stored then. */
  differs: ContentField[];
}

/** What of a message is compared with the one that was stored. */
export type MessageContent = Pick<NewTurn, 'text' | 'attachments'>;

export interface NewTurn {
  orgId: string;
  turnId: string;
  messageId: string;
  conversation: ConversationRef;
  requestedAgent: string | null;
  text: string;
  attachments: StoredAttachment[];
  callerKind: CallerKind;
  callerUserId: string | null;
  externalId: string | null;
  callbackUrl: string | null;
  metadata: Record<string, unknown>;
  override: TurnOverride | null;
  traceId: string;
  traceparent: string;
  at: Date;
}

/** The attachments of `stored` as they were sent: what was fetched by URL has got a file of its own since. */
const SENT_ATTACHMENTS = `(
  SELECT coalesce(jsonb_agg(CASE WHEN sent ? 'url' THEN sent - 'fileId' ELSE sent END ORDER BY place), '[]')
    FROM jsonb_array_elements(stored.attachments) WITH ORDINALITY AS attachment(sent, place))`;

const CONVERSATION_COLUMNS = `id, contact_id AS "contactId", channel, pack`;

const INSERT_TURN = `
  WITH place AS (
    UPDATE conversations SET turn_count = turn_count + 1, message_count = message_count + 1, last_message_at = $15
     WHERE org_id = $1 AND id = $4 RETURNING turn_count AS seq
  ), turn AS (
    INSERT INTO turns (org_id, id, conversation_id, seq, message_id, channel, pack, requested_agent, contact_id,
      caller_kind, caller_user_id, external_id, metadata, trace_id, traceparent, created_at, lane, callback_url,
      override, admission)
    SELECT $1, $2, $4, seq, $3, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $17, $19, $21, CASE
      WHEN EXISTS (
        SELECT 1 FROM turns AS older
         WHERE older.org_id = $1 AND older.conversation_id = $4 AND older.state IN ('queued', 'running')) THEN 'behind'
      WHEN $18 = 0 OR $18 > (
        SELECT count(*)::int FROM turns
         WHERE org_id = $1 AND lane = $17 AND admission = 'admitted' AND state IN ('queued', 'running')) THEN 'admitted'
      ELSE 'ready' END
      FROM place
    ON CONFLICT (org_id, channel, external_id) WHERE external_id IS NOT NULL DO NOTHING
    RETURNING seq, admission
  ), message AS (
    INSERT INTO messages (org_id, id, conversation_id, turn_id, turn_seq, seq, role, author_kind, author_user_id, text,
      created_at, attachments)
    SELECT $1, $3, $4, $2, seq, 0, 'user', CASE WHEN $9 = 'contact' THEN 'contact' ELSE 'staff' END, $10, $16, $15, $20
      FROM turn
  ), told AS (
    INSERT INTO turn_events (org_id, turn_id, seq, type, payload, at)
    SELECT $1, $2, 1, 'turn.queued', '{}', $15 FROM turn
  )
  SELECT seq, admission FROM turn`;

/** The statements of an acceptance, all in its one transaction. */
export class AcceptRepository {
  constructor(private readonly tx: OrgTransaction) {}

  /** Counts the message in its minute. @returns the org's count so far, this one included. */
  async countMessage(minute: Date): Promise<number> {
    const rows = await this.tx.query<{ count: number }>(
      `INSERT INTO message_minutes (org_id, minute, count) VALUES ($1, $2, 1)
       ON CONFLICT (org_id, minute) DO UPDATE SET count = message_minutes.count + 1 RETURNING count`,
      [minute],
    );
    return rows[0]?.count ?? 1;
  }

  /** Takes the key, or waits for whoever is taking it. @returns what the key was taken for, if it was. */
  async takeIdempotencyKey(
    key: string,
    bodyHash: string,
    turnId: string,
    at: Date,
  ): Promise<{ bodyHash: string; turnId: string } | undefined> {
    const oldest = new Date(at.getTime() - IDEMPOTENCY_KEY_TTL_MS);
    const taken = await this.tx.execute(
      `INSERT INTO idempotency_keys AS known (org_id, key, body_hash, turn_id, created_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (org_id, key) DO UPDATE SET body_hash = excluded.body_hash, turn_id = excluded.turn_id,
         created_at = excluded.created_at WHERE known.created_at < $6`,
      [key, bodyHash, turnId, at, oldest],
    );
    if (taken > 0) return undefined;
    const rows = await this.tx.query<{ bodyHash: string; turnId: string }>(
      `SELECT body_hash AS "bodyHash", turn_id AS "turnId" FROM idempotency_keys WHERE org_id = $1 AND key = $2`,
      [key],
    );
    return rows[0];
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
   * Finds and holds the conversation. Holding it before the turn gets its place means that the end of the turn before
   * either has happened and is seen, or sees this one.
   */
  async findConversation(id: string): Promise<ConversationRef | undefined> {
    const rows = await this.tx.query<ConversationRef>(
      `SELECT ${CONVERSATION_COLUMNS} FROM conversations WHERE org_id = $1 AND id = $2 FOR NO KEY UPDATE`,
      [id],
    );
    return rows[0];
  }

  /** Two first messages of one contact at the same moment begin one conversation, not two. */
  async lockContact(contactId: string, channel: string): Promise<void> {
    await this.tx.query(
      'SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(chr(10), $1::text, $2::text, $3::text), 0))',
      [contactId, channel],
    );
  }

  async findLatestConversation(
    contactId: string,
    channel: string,
    pack: string | null,
    youngerThan: Date,
  ): Promise<ConversationRef | undefined> {
    const rows = await this.tx.query<ConversationRef>(
      `SELECT ${CONVERSATION_COLUMNS} FROM conversations
        WHERE org_id = $1 AND contact_id = $2 AND channel = $3 AND last_message_at > $4 AND ($5::text IS NULL OR pack = $5)
        ORDER BY last_message_at DESC LIMIT 1 FOR NO KEY UPDATE`,
      [contactId, channel, youngerThan, pack],
    );
    return rows[0];
  }

  async insertConversation(conversation: ConversationRef, at: Date): Promise<void> {
    await this.tx.execute(
      `INSERT INTO conversations (org_id, id, contact_id, channel, pack, created_at, last_message_at)
       VALUES ($1, $2, $3, $4, $5, $6, $6)`,
      [conversation.id, conversation.contactId, conversation.channel, conversation.pack, at],
    );
  }

  /**
   * Gives the turn its place in the conversation and stores it with its message.
   *
   * @param limit of the org's turns in the queue, 0 for none.
   * @returns undefined when another turn has its `externalId`.
   */
  async insertTurn(turn: NewTurn, limit: number): Promise<{ seq: number; admission: Admission } | undefined> {
    const rows = await this.tx.query<{ seq: number; admission: Admission }>(INSERT_TURN, [
      turn.turnId,
      turn.messageId,
      turn.conversation.id,
      turn.conversation.channel,
      turn.conversation.pack,
      turn.requestedAgent,
      turn.conversation.contactId,
      turn.callerKind,
      turn.callerUserId,
      turn.externalId,
      jsonbText(turn.metadata),
      turn.traceId,
      turn.traceparent,
      turn.at,
      turn.text,
      laneOf(turn.conversation.channel),
      limit,
      turn.callbackUrl,
      jsonbText(turn.attachments),
      turn.override && jsonbText(turn.override),
    ]);
    return rows[0];
  }

  /** @param now what the message says that gets the turn again. */
  private async findTurn(
    condition: string,
    now: MessageContent,
    values: unknown[],
  ): Promise<AcceptedTurnRow | undefined> {
    const rows = await this.tx.query<AcceptedTurnRow>(
      `SELECT turns.id AS "turnId", turns.conversation_id AS "conversationId", turns.trace_id AS "traceId", turns.state,
          true AS repeated, array_remove(ARRAY[
            CASE WHEN stored.text <> $2 THEN 'text' END,
            CASE WHEN ${SENT_ATTACHMENTS} <> $3::jsonb THEN 'attachments' END], NULL) AS differs
         FROM turns LEFT JOIN messages AS stored ON stored.org_id = turns.org_id AND stored.id = turns.message_id
        WHERE turns.org_id = $1 AND ${condition}`,
      [now.text, jsonbText(now.attachments), ...values],
    );
    return rows[0];
  }
}

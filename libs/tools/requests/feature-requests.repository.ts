import type { FeatureRequestCategory, FeatureRequestStatus, FeatureRequestUrgency } from '#contracts';
import { vectorText } from '#database';
import type { OrgTransaction, EmbeddedText } from '#pack-kit';
import { contentStems, normalizedWords, normalizeText } from '#text';

export interface NewFeatureRequest {
  /** Id of the request, if no open request has the same meaning. */
  id: string;
  occurrenceId: string;
  title: string;
  description: string;
  category: FeatureRequestCategory;
  urgency: FeatureRequestUrgency;
  quote: string;
  conversationId?: string;
  turnId?: string;
  contactId?: string;
  /** Embedding of the title; undefined if only words can be compared. */
  embedded?: EmbeddedText;
  at: Date;
}

export interface RecordedFeatureRequest {
  id: string;
  status: FeatureRequestStatus;
  votes: number;
  createdAt: Date;
}

/** Minimum cosine similarity at which two titles mean the same, so that the later one is a vote for the earlier. */
const SAME_MEANING_COSINE = 0.88;

const OPEN = `status IN ('new', 'triaged', 'planned')`;
const RECORDED = 'RETURNING id, status, votes, created_at AS "createdAt"';

/** Inserts the request, or adds a vote to the open request with the same words. Safe for concurrent transactions. */
const VOTE = `
  INSERT INTO feature_requests (org_id, id, title, meaning, description, category, urgency, created_at, updated_at,
    embedding, embedding_model)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9::vector, $10)
  ON CONFLICT (org_id, meaning) WHERE ${OPEN}
  DO UPDATE SET votes = feature_requests.votes + 1, updated_at = excluded.updated_at,
    embedding = coalesce(excluded.embedding, feature_requests.embedding),
    embedding_model = coalesce(excluded.embedding_model, feature_requests.embedding_model)
  ${RECORDED}`;

/** Adds a vote to the open request whose title is closest in meaning, unless an open request has the same words. */
const VOTE_BY_MEANING = `
  UPDATE feature_requests SET votes = votes + 1, updated_at = $5
   WHERE org_id = $1 AND NOT EXISTS (SELECT 1 FROM feature_requests WHERE org_id = $1 AND meaning = $4 AND ${OPEN})
     AND id = (SELECT id FROM feature_requests
                WHERE org_id = $1 AND ${OPEN} AND embedding_model = $2
                  AND 1 - (embedding <=> $3::vector) >= ${SAME_MEANING_COSINE}
                ORDER BY embedding <=> $3::vector, id LIMIT 1)
  ${RECORDED}`;

/** Lock per org until the end of the transaction, so that concurrent requests of the same meaning become one. */
const HOLD_MEANINGS = `SELECT pg_advisory_xact_lock(hashtextextended('feature_requests ' || $1::text, 0))`;

const OUTDATED = `
  SELECT id, title FROM feature_requests
   WHERE org_id = $1 AND ${OPEN} AND embedding_model IS DISTINCT FROM $2 AND id <> ALL($4::uuid[])
   ORDER BY id LIMIT $3`;

const RENEW = `
  UPDATE feature_requests SET embedding = $4::vector, embedding_model = $5
   WHERE org_id = $1 AND id = $2 AND title = $3`;

const OCCURRENCE = `
  INSERT INTO feature_request_occurrences
    (org_id, id, request_id, conversation_id, turn_id, contact_id, quote, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

/** Lock per conversation until the end of the transaction, so that concurrent requests respect the daily limit. */
const HOLD = 'SELECT pg_advisory_xact_lock(hashtextextended($1::text || $2::text, 0))';

const COUNT = `
  SELECT count(*)::integer AS count FROM feature_request_occurrences
   WHERE org_id = $1 AND conversation_id = $2 AND created_at >= $3`;

const MOVE = `
  UPDATE feature_requests r SET status = $3, updated_at = $4
    FROM (SELECT id, status FROM feature_requests WHERE org_id = $1 AND id = $2 FOR UPDATE) before
   WHERE r.org_id = $1 AND r.id = before.id
  RETURNING before.status AS "from"`;

/** Adds a vote to the open request of the same meaning, or creates the request, and stores the contact and the quote. */
export async function recordFeatureRequest(
  tx: OrgTransaction,
  request: NewFeatureRequest,
): Promise<RecordedFeatureRequest> {
  const recorded = (await voteByMeaning(tx, request)) ?? (await voteByWords(tx, request));
  await tx.execute(OCCURRENCE, [
    request.occurrenceId,
    recorded.id,
    request.conversationId ?? null,
    request.turnId ?? null,
    request.contactId ?? null,
    request.quote,
    request.at,
  ]);
  return recorded;
}

async function voteByMeaning(
  tx: OrgTransaction,
  { title, embedded, at }: NewFeatureRequest,
): Promise<RecordedFeatureRequest | undefined> {
  if (!embedded) return undefined;
  await tx.query(HOLD_MEANINGS, []);
  const values = [embedded.model, vectorText(embedded.embedding), meaningOf(title), at];
  const [recorded] = await tx.query<RecordedFeatureRequest>(VOTE_BY_MEANING, values);
  return recorded;
}

async function voteByWords(
  tx: OrgTransaction,
  { id, title, description, category, urgency, at, embedded }: NewFeatureRequest,
): Promise<RecordedFeatureRequest> {
  const vector = embedded ? vectorText(embedded.embedding) : null;
  const values = [id, title, meaningOf(title), description, category, urgency, at, vector];
  const [recorded] = await tx.query<RecordedFeatureRequest>(VOTE, [...values, embedded?.model ?? null]);
  if (!recorded) throw new Error('The request was neither created nor found');
  return recorded;
}

/** Number of requests of the conversation since `since`. Locks the conversation's requests until the transaction ends. */
export async function countFeatureRequests(
  tx: OrgTransaction,
  conversationId: string,
  since: Date,
): Promise<number> {
  await tx.query(HOLD, [conversationId]);
  const [row] = await tx.query<{ count: number }>(COUNT, [conversationId, since]);
  return row?.count ?? 0;
}

/**
 * Changes the status of a request.
 *
 * @returns the previous status, or undefined if the org has no such request.
 * @throws the unique violation of `feature_requests_open` if the request is reopened while another one with the same
 *   meaning is open.
 */
export async function moveFeatureRequest(
  tx: OrgTransaction,
  id: string,
  status: FeatureRequestStatus,
  at: Date,
): Promise<FeatureRequestStatus | undefined> {
  const [row] = await tx.query<{ from: FeatureRequestStatus }>(MOVE, [id, status, at]);
  return row?.from;
}

/** A request without an embedding of the org's current model, so that it can be matched only by words. */
export interface OutdatedFeatureRequest {
  id: string;
  title: string;
}

/**
 * The open requests of the org whose title has no embedding of `model`, up to `limit`, except those in `steppedOver`.
 * Closed requests are not compared and need no embedding.
 */
export function outdatedFeatureRequests(
  tx: OrgTransaction,
  model: string,
  limit: number,
  steppedOver: readonly string[],
): Promise<OutdatedFeatureRequest[]> {
  return tx.query<OutdatedFeatureRequest>(OUTDATED, [model, limit, steppedOver]);
}

/** Stores the embedding of a title. @returns the number of updated requests: 0 if it was deleted or its title changed. */
export function renewFeatureRequest(
  tx: OrgTransaction,
  id: string,
  { text, model, embedding }: EmbeddedText,
): Promise<number> {
  return tx.execute(RENEW, [id, text, vectorText(embedding), model]);
}

/** The content words of a title, unique and sorted; the whole title if it has none. */
export function meaningOf(title: string): string {
  const stems = [...new Set(contentStems(normalizedWords(title)))].sort();
  return stems.length > 0 ? stems.join(' ') : normalizeText(title);
}

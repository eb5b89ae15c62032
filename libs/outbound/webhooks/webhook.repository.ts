import type { WebhookDeliveryState, WebhookEvent } from '#contracts';
import type { OrgTransaction } from '#database';

export interface NewDelivery {
  id: string;
  turnId: string;
  conversationId: string;
  event: WebhookEvent;
  url: string;
  at: Date;
}

/** A delivery as whoever sends it needs it. */
export interface PendingDelivery extends Omit<NewDelivery, 'at'> {
  attempts: number;
  round: number;
  roundAttempts: number;
  roundBeganAt: Date;
  createdAt: Date;
}

export interface AttemptRecord {
  status: number | null;
  error: string | null;
  durationMs: number;
  at: Date;
  /** Where the delivery stands after it. */
  state: WebhookDeliveryState;
  nextAttemptAt: Date | null;
}

const ADD = `
  INSERT INTO webhook_deliveries (org_id, id, turn_id, conversation_id, event, url, round_began_at, next_attempt_at, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $7)`;

const PENDING = `
  SELECT id, turn_id AS "turnId", conversation_id AS "conversationId", event, url, attempts, round,
         round_attempts AS "roundAttempts", round_began_at AS "roundBeganAt", created_at AS "createdAt"
    FROM webhook_deliveries WHERE org_id = $1 AND id = $2 AND state = 'pending'`;

const RECORD = `
  WITH counted AS (
    UPDATE webhook_deliveries
       SET attempts = attempts + 1, round_attempts = round_attempts + 1, last_status = $3, last_error = $4, state = $7,
           next_attempt_at = $8, finished_at = CASE WHEN $7 = 'pending' THEN NULL ELSE $6::timestamptz END
     WHERE org_id = $1 AND id = $2 RETURNING attempts
  )
  INSERT INTO webhook_attempts (org_id, delivery_id, seq, status, error, duration_ms, at)
  SELECT $1, $2, attempts, $3, $4, $5, $6 FROM counted`;

const AGAIN = `
  UPDATE webhook_deliveries
     SET state = 'pending', round = round + 1, round_attempts = 0, round_began_at = $3, next_attempt_at = $3,
         finished_at = NULL
   WHERE org_id = $1 AND id = $2 AND state <> 'pending'
  RETURNING turn_id AS "turnId", conversation_id AS "conversationId", round`;

export async function insertDelivery(tx: OrgTransaction, delivery: NewDelivery): Promise<void> {
  const { id, turnId, conversationId, event, url, at } = delivery;
  await tx.execute(ADD, [id, turnId, conversationId, event, url, at]);
}

/** @returns undefined when there is none of that id, or it has ended. */
export async function findPending(tx: OrgTransaction, id: string): Promise<PendingDelivery | undefined> {
  return (await tx.query<PendingDelivery>(PENDING, [id]))[0];
}

/** Writes an attempt and where it leaves the delivery. */
export async function recordAttempt(tx: OrgTransaction, id: string, attempt: AttemptRecord): Promise<void> {
  const { status, error, durationMs, at, state, nextAttemptAt } = attempt;
  await tx.execute(RECORD, [id, status, error, durationMs, at, state, nextAttemptAt]);
}

/** Begins a new round. @returns undefined when the delivery is on its way or there is none. */
export async function beginRound(
  tx: OrgTransaction,
  id: string,
  at: Date,
): Promise<{ turnId: string; conversationId: string; round: number } | undefined> {
  return (await tx.query<{ turnId: string; conversationId: string; round: number }>(AGAIN, [id, at]))[0];
}

export interface StoredSecrets {
  secret: string;
  previousSecret: string | null;
  previousUntil: Date | null;
}

export async function findSecrets(tx: OrgTransaction): Promise<StoredSecrets | undefined> {
  const rows = await tx.query<StoredSecrets>(
    `SELECT secret, previous_secret AS "previousSecret", previous_until AS "previousUntil"
       FROM webhook_secrets WHERE org_id = $1`,
  );
  return rows[0];
}

export async function insertSecretIfMissing(tx: OrgTransaction, sealed: string, at: Date): Promise<void> {
  await tx.execute(
    'INSERT INTO webhook_secrets (org_id, secret, created_at) VALUES ($1, $2, $3) ON CONFLICT (org_id) DO NOTHING',
    [sealed, at],
  );
}

export async function rotateSecret(
  tx: OrgTransaction,
  sealed: string,
  previousUntil: Date,
  at: Date,
): Promise<void> {
  await tx.execute(
    `UPDATE webhook_secrets SET previous_secret = secret, previous_until = $3, secret = $2, created_at = $4
      WHERE org_id = $1`,
    [sealed, previousUntil, at],
  );
}

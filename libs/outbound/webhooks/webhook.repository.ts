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

/** The fields of a delivery that the sender needs. */
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
  /** State of the delivery after the attempt. */
  state: WebhookDeliveryState;
  nextAttemptAt: Date | null;
}

const ADD = `
  INSERT INTO webhook_deliveries (org_id, id, turn_id, conversation_id, event, url, round_began_at, next_attempt_at, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $7)`;

const PENDING = `
  SELECT id, turn_id AS "turnId", conversation_id AS "conversationId", event, url, attempts, round,
         round_attempts AS "roundAttempts", round_began_at AS "roundBeganAt", created_at AS "createdAt"
    FROM webhook_deliveries
   WHERE org_id = $1 AND id = $2 AND state = 'pending' AND round = $3`;

/**
 * A worker that has lost its lease may write late. It never changes a later round. It changes an ended round only from
 * failed to delivered, because a successful delivery counts regardless of other attempts.
 */
const RECORD = `
  WITH counted AS (
    UPDATE webhook_deliveries
       SET attempts = attempts + 1, round_attempts = round_attempts + 1, last_status = $3, last_error = $4, state = $7,
           next_attempt_at = $8, finished_at = CASE WHEN $7 = 'pending' THEN NULL ELSE $6::timestamptz END
     WHERE org_id = $1 AND id = $2 AND round = $9 AND (state = 'pending' OR (state = 'failed' AND $7 = 'delivered'))
     RETURNING attempts
  )
  INSERT INTO webhook_attempts (org_id, delivery_id, seq, status, error, duration_ms, at)
  SELECT $1, $2, attempts, $3, $4, $5, $6 FROM counted`;

const MARK_DEAD = `
  UPDATE webhook_deliveries SET state = 'failed', last_error = $3, next_attempt_at = NULL, finished_at = $4
   WHERE org_id = $1 AND id = $2 AND state = 'pending' AND round = $5`;

const AGAIN = `
  UPDATE webhook_deliveries
     SET state = 'pending', round = round + 1, round_attempts = 0, round_began_at = $3, next_attempt_at = $3,
         finished_at = NULL
   WHERE org_id = $1 AND id = $2 AND (state = 'failed' OR (state = 'delivered' AND NOT $4))
  RETURNING turn_id AS "turnId", conversation_id AS "conversationId", round`;

export async function insertDelivery(tx: OrgTransaction, delivery: NewDelivery): Promise<void> {
  const { id, turnId, conversationId, event, url, at } = delivery;
  await tx.execute(ADD, [id, turnId, conversationId, event, url, at]);
}

export interface DeliveryRound {
  deliveryId: string;
  round: number;
}

/** @returns undefined if the delivery does not exist or the round has ended. */
export async function findPending(
  tx: OrgTransaction,
  { deliveryId, round }: DeliveryRound,
): Promise<PendingDelivery | undefined> {
  return (await tx.query<PendingDelivery>(PENDING, [deliveryId, round]))[0];
}

/** Records an attempt and the new state of the delivery. @returns false if the round has ended meanwhile. */
export async function recordAttempt(
  tx: OrgTransaction,
  { id, round }: Pick<PendingDelivery, 'id' | 'round'>,
  attempt: AttemptRecord,
): Promise<boolean> {
  const { status, error, durationMs, at, state, nextAttemptAt } = attempt;
  const recorded = await tx.execute(RECORD, [id, status, error, durationMs, at, state, nextAttemptAt, round]);
  return recorded > 0;
}

/** Ends an open round without an attempt. */
export async function markRoundDead(
  tx: OrgTransaction,
  { deliveryId, round }: DeliveryRound,
  error: string,
  at: Date,
): Promise<void> {
  await tx.execute(MARK_DEAD, [deliveryId, error, at, round]);
}

/**
 * Starts a new round.
 *
 * @returns undefined if there is no finished delivery with that id, or no failed one with `onlyFailed`.
 */
export async function beginRound(
  tx: OrgTransaction,
  { id, at, onlyFailed }: { id: string; at: Date; onlyFailed: boolean },
): Promise<{ turnId: string; conversationId: string; round: number } | undefined> {
  return (
    await tx.query<{ turnId: string; conversationId: string; round: number }>(AGAIN, [id, at, onlyFailed])
  )[0];
}

export interface StoredSecrets {
  secret: string;
  previousSecret: string | null;
  previousUntil: Date | null;
}

/** @param hold locks the rows until the end of the transaction. */
export async function findSecrets(tx: OrgTransaction, hold = false): Promise<StoredSecrets | undefined> {
  const rows = await tx.query<StoredSecrets>(
    `SELECT secret, previous_secret AS "previousSecret", previous_until AS "previousUntil"
       FROM webhook_secrets WHERE org_id = $1 ${hold ? 'FOR UPDATE' : ''}`,
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

/** Replaces the encrypted form of the same secrets. */
export async function replaceSeals(
  tx: OrgTransaction,
  { secret, previousSecret }: Pick<StoredSecrets, 'secret' | 'previousSecret'>,
): Promise<void> {
  await tx.execute('UPDATE webhook_secrets SET secret = $2, previous_secret = $3 WHERE org_id = $1', [
    secret,
    previousSecret,
  ]);
}

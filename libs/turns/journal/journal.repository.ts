import type { TurnEventType } from '#contracts';
import { sqlStateOf, type OrgTransaction } from '#database';
import { jsonbText } from '#text';
import { beginCalls, forgetCalls, type BegunCall } from '#models';
import { isRead } from '../live/conversation-reader.repository.ts';
import type { TurnRow } from '../run/claimed-turn.ts';
import { stateOf } from '../turn-state.ts';
import { LeaseLostError, TurnCancelledError } from '../turn.errors.ts';

export interface LoggedEvent {
  seq: number;
  type: TurnEventType;
  payload: Record<string, unknown>;
  at: Date;
}

export interface LoggedStep {
  key: string;
  requestHash: string;
  outcome: unknown;
}

/** The rows that a run writes at once. */
export interface LogRows {
  events: LoggedEvent[];
  steps: LoggedStep[];
  /** Model calls that started. */
  begun: BegunCall[];
  forgotten: string[];
}

const LEASE_LOST = 'TP001';
const CANCELLED = 'TP002';

/** The right to write a turn: its id and the lease token of the current run. */
export type Lease = Pick<TurnRow, 'id' | 'leaseToken' | 'conversationId'>;

/** A turn whose lease was valid when its log was written. */
export interface HeldTurn {
  id: string;
  cancelRequested: boolean;
  /** True if somebody reads the conversation live. */
  isRead: boolean;
}

/** Rows that already exist come from an earlier attempt whose response was lost, and are skipped. */
const insertRows = (calls: boolean) => `
  journal AS (
    INSERT INTO turn_steps (org_id, turn_id, key, request_hash, outcome)
    SELECT $1, held.id, step.key, step."requestHash", step.outcome
      FROM jsonb_to_recordset($4::jsonb) AS step("turnId" uuid, key text, "requestHash" text, outcome jsonb)
      JOIN held ON held.id = step."turnId"
    ON CONFLICT DO NOTHING
  ), events AS (
    INSERT INTO turn_events (org_id, turn_id, seq, type, payload, at)
    SELECT $1, held.id, event.seq, event.type, event.payload, event.at
      FROM jsonb_to_recordset($5::jsonb) AS event("turnId" uuid, seq int, type text, payload jsonb, at timestamptz)
      JOIN held ON held.id = event."turnId"
    ON CONFLICT DO NOTHING
  )${calls ? `, begun AS (${beginCalls('$6::jsonb', 'held')}), forgotten AS (${forgetCalls('$7::uuid[]')})` : ''}`;

/**
 * Locks the turn under its lease and writes its log in one statement. Fails if the lease is lost, and with `undo` also if cancellation was
 * requested.
 */
const writeLogStatement = (calls: boolean, undo: boolean) => `
  WITH held AS (
    SELECT id, cancel_requested, conversation_id FROM turns
     WHERE org_id = $1 AND id = $2 AND lease_token = $3 AND ${stateOf('turns')} = 'running' FOR NO KEY UPDATE
  ), ${insertRows(calls)}
  SELECT id, cancel_requested AS "cancelRequested", ${isRead('held')} AS "isRead" FROM held WHERE NOT (${undo} AND cancel_requested)
   UNION ALL SELECT id, refuse('${CANCELLED}', 'the turn is to be cancelled'), false FROM held WHERE ${undo} AND cancel_requested
   UNION ALL SELECT $2, refuse('${LEASE_LOST}', 'another worker has the turn'), false WHERE NOT EXISTS (SELECT 1 FROM held)`;

/** Like {@link writeLogStatement}, for many turns. Skips turns whose lease is lost, and turns whose rows another transaction has locked. */
const writeLogsStatement = (calls: boolean) => `
  WITH held AS (
    SELECT turns.id, turns.cancel_requested, turns.conversation_id
      FROM unnest($2::uuid[], $3::uuid[]) AS lease(turn_id, token)
      JOIN turns ON turns.id = lease.turn_id AND turns.lease_token = lease.token
     WHERE turns.org_id = $1 AND ${stateOf('turns')} = 'running' FOR NO KEY UPDATE OF turns SKIP LOCKED
  ), ${insertRows(calls)}
  SELECT id, cancel_requested AS "cancelRequested", ${isRead('held')} AS "isRead" FROM held`;

/**
 * Writes the log of a turn under its lease and locks the turn's row until `tx` ends. The statement is sent at once. {@link refusalOf}
 * interprets its errors.
 *
 * @param ifCancelled whether a requested cancellation rolls back `tx`.
 */
export async function writeLog(
  tx: OrgTransaction,
  lease: Lease,
  rows: LogRows,
  ifCancelled: 'keep' | 'undo',
): Promise<HeldTurn> {
  const logs = [{ ...lease, ...rows }];
  const sql = writeLogStatement(haveCalls(logs), ifCancelled === 'undo');
  const [held] = await tx.query<HeldTurn>(sql, [lease.id, lease.leaseToken, ...parametersOf(logs)]);
  if (!held) throw new TypeError('The statement returns a row or fails');
  return held;
}

/**
 * Like {@link writeLog}, for many turns. Writes nothing for a turn that another worker has taken over, or whose row another transaction has
 * locked; {@link writeLog} waits for the lock.
 *
 * @returns the turns whose logs were written.
 */
export function writeLogs(tx: OrgTransaction, logs: readonly (Lease & LogRows)[]): Promise<HeldTurn[]> {
  const ids = logs.map(({ id }) => id);
  const tokens = logs.map(({ leaseToken }) => leaseToken);
  return tx.query<HeldTurn>(writeLogsStatement(haveCalls(logs)), [ids, tokens, ...parametersOf(logs)]);
}

const HOLD = `
  WITH held AS (
    SELECT 1 FROM turns
     WHERE org_id = $1 AND id = $2 AND lease_token = $3 AND ${stateOf('turns')} = 'running' FOR NO KEY UPDATE
  )
  SELECT refuse('${LEASE_LOST}', 'another worker has the turn') WHERE NOT EXISTS (SELECT 1 FROM held)`;

/** Locks the turn's row under its lease until `tx` ends. {@link refusalOf} interprets its errors. */
export async function holdTurn(tx: OrgTransaction, { id, leaseToken }: Lease): Promise<void> {
  await tx.query(HOLD, [id, leaseToken]);
}

/** Most writes contain no model calls and use the shorter statement. */
function haveCalls(logs: readonly LogRows[]): boolean {
  return logs.some(({ begun, forgotten }) => begun.length + forgotten.length > 0);
}

/** The steps and events, and the model calls if there are any, each with the id of its turn. */
function parametersOf(logs: readonly (LogRows & Pick<Lease, 'id'>)[]): unknown[] {
  const withTurn = (rows: (log: LogRows) => readonly object[]) =>
    jsonbText(logs.flatMap((log) => rows(log).map((row) => ({ turnId: log.id, ...row }))));
  const written = [withTurn(({ steps }) => steps), withTurn(({ events }) => events)];
  if (!haveCalls(logs)) return written;
  return [...written, withTurn(({ begun }) => begun), logs.flatMap(({ forgotten }) => forgotten)];
}

/** Maps an error of {@link writeLog} to an error of the turn; undefined if the error does not concern the turn. */
export function refusalOf(error: unknown, turnId: string): Error | undefined {
  const state = sqlStateOf(error);
  if (state === LEASE_LOST) return new LeaseLostError(turnId);
  return state === CANCELLED ? new TurnCancelledError() : undefined;
}

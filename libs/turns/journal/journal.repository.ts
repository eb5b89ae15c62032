import type { TurnEventType } from '#contracts';
import { sqlStateOf, type OrgTransaction } from '#database';
import { jsonbText } from '#text';
import { beginCalls, forgetCalls, type BegunCall } from '#models';
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

/** The rows that a run writes at one time. */
export interface LogRows {
  events: LoggedEvent[];
  steps: LoggedStep[];
  /** Model calls under way, and the ids of calls that came to nothing. */
  begun: BegunCall[];
  forgotten: string[];
}

const LEASE_LOST = 'TP001';
const CANCELLED = 'TP002';

/** The right to write: the turn and the token of the run that has it. */
export type Lease = Pick<TurnRow, 'id' | 'leaseToken'>;

/** A turn that was held under its lease when its log was written. */
export interface HeldTurn {
  id: string;
  cancelRequested: boolean;
}

/** Rows that exist already were written by an attempt whose answer was lost. */
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
 * Holds the turn under the lease and then writes, in one statement. It fails without the lease, and with `undo` also when
 * the cancellation of the turn was requested.
 */
const writeLogStatement = (calls: boolean, undo: boolean) => `
  WITH held AS (
    SELECT id, cancel_requested FROM turns
     WHERE org_id = $1 AND id = $2 AND lease_token = $3 AND ${stateOf('turns')} = 'running' FOR NO KEY UPDATE
  ), ${insertRows(calls)}
  SELECT id, cancel_requested AS "cancelRequested" FROM held WHERE NOT (${undo} AND cancel_requested)
   UNION ALL SELECT id, refuse('${CANCELLED}', 'the turn is to be cancelled') FROM held WHERE ${undo} AND cancel_requested
   UNION ALL SELECT $2, refuse('${LEASE_LOST}', 'another worker has the turn') WHERE NOT EXISTS (SELECT 1 FROM held)`;

/** The same for many turns. Skips turns without the lease, and turns whose rows another transaction holds. */
const writeLogsStatement = (calls: boolean) => `
  WITH held AS (
    SELECT turns.id, turns.cancel_requested
      FROM unnest($2::uuid[], $3::uuid[]) AS lease(turn_id, token)
      JOIN turns ON turns.id = lease.turn_id AND turns.lease_token = lease.token
     WHERE turns.org_id = $1 AND ${stateOf('turns')} = 'running' FOR NO KEY UPDATE OF turns SKIP LOCKED
  ), ${insertRows(calls)}
  SELECT id, cancel_requested AS "cancelRequested" FROM held`;

/**
 * Writes under the lease, which holds the turn's row until `tx` ends. Sent at once. {@link refusalOf} reads its errors.
 *
 * @param ifCancelled whether a requested cancellation undoes `tx`.
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
 * Like {@link writeLog}, for many turns. Writes nothing for a turn that another worker has, or whose row another
 * transaction holds: {@link writeLog} waits for that.
 *
 * @returns the turns that were written.
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

/** Holds the turn's row under the lease until `tx` ends. {@link refusalOf} reads its errors. */
export async function holdTurn(tx: OrgTransaction, { id, leaseToken }: Lease): Promise<void> {
  await tx.query(HOLD, [id, leaseToken]);
}

/** Most writes have no model calls, and use the statement without that part. */
function haveCalls(logs: readonly LogRows[]): boolean {
  return logs.some(({ begun, forgotten }) => begun.length + forgotten.length > 0);
}

/** Steps and events, and model calls if there are any, each with its turn. */
function parametersOf(logs: readonly (LogRows & Pick<Lease, 'id'>)[]): unknown[] {
  const withTurn = (rows: (log: LogRows) => readonly object[]) =>
    jsonbText(logs.flatMap((log) => rows(log).map((row) => ({ turnId: log.id, ...row }))));
  const written = [withTurn(({ steps }) => steps), withTurn(({ events }) => events)];
  if (!haveCalls(logs)) return written;
  return [...written, withTurn(({ begun }) => begun), logs.flatMap(({ forgotten }) => forgotten)];
}

/** The meaning of an error of {@link writeLog}; undefined for an error that says nothing about the turn. */
export function refusalOf(error: unknown, turnId: string): Error | undefined {
  const state = sqlStateOf(error);
  if (state === LEASE_LOST) return new LeaseLostError(turnId);
  return state === CANCELLED ? new TurnCancelledError() : undefined;
}

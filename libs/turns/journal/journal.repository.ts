import type { TurnEventType } from '#contracts';
import { jsonbText, sqlStateOf, type OrgTransaction } from '#database';
import { beginCalls, forgetCalls, type BegunCall } from '#models';
import { stateOf } from '../run/state-of-turn.ts';
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

/** What a run writes at one time. */
export interface LogRows {
  events: LoggedEvent[];
  steps: LoggedStep[];
  /** Model calls that are under way, and ids of such that came to nothing. */
  begun: BegunCall[];
  forgotten: string[];
}

const LEASE_LOST = 'TP001';
const CANCELLED = 'TP002';

/** What a write needs to be allowed. */
export interface Lease {
  turnId: string;
  leaseToken: string;
}

/** A turn that was held under its lease when its log was written. */
export interface HeldTurn {
  turnId: string;
  /** Somebody has asked for it to stop. */
  cancelRequested: boolean;
}

/** What is there already was written by a try whose answer got lost. */
const keep = (calls: boolean) => `
  journal AS (
    INSERT INTO turn_steps (org_id, turn_id, key, request_hash, outcome)
    SELECT $1, held.id, step.key, step."requestHash", step.outcome
      FROM jsonb_to_recordset($4::jsonb) AS step("turnId" uuid, key text, "requestHash" text, outcome jsonb)
      JOIN held ON held.id = step."turnId"
    ON CONFLICT DO NOTHING
  ), told AS (
    INSERT INTO turn_events (org_id, turn_id, seq, type, payload, at)
    SELECT $1, held.id, event.seq, event.type, event.payload, event.at
      FROM jsonb_to_recordset($5::jsonb) AS event("turnId" uuid, seq int, type text, payload jsonb, at timestamptz)
      JOIN held ON held.id = event."turnId"
    ON CONFLICT DO NOTHING
  )${calls ? `, begun AS (${beginCalls('$6::jsonb', 'held')}), forgotten AS (${forgetCalls('$7::uuid[]')})` : ''}`;

/**
 * One statement: hold the turn under the lease, and only then write. Without the lease it fails, and where `undo` says so
 * also for a turn that is to be cancelled.
 */
const writeLogStatement = (calls: boolean, undo: boolean) => `
  WITH held AS (
    SELECT id, cancel_requested FROM turns
     WHERE org_id = $1 AND id = $2 AND lease_token = $3 AND ${stateOf('turns')} = 'running' FOR NO KEY UPDATE
  ), ${keep(calls)}
  SELECT id AS "turnId", cancel_requested AS "cancelRequested" FROM held WHERE NOT (${undo} AND cancel_requested)
   UNION ALL SELECT id, refuse('${CANCELLED}', 'the turn is to be cancelled') FROM held WHERE ${undo} AND cancel_requested
   UNION ALL SELECT $2, refuse('${LEASE_LOST}', 'another worker has the turn') WHERE NOT EXISTS (SELECT 1 FROM held)`;

/** Of many turns, those that are held under their lease and that no other transaction is busy with. */
const writeLogsStatement = (calls: boolean) => `
  WITH held AS (
    SELECT turns.id, turns.cancel_requested
      FROM unnest($2::uuid[], $3::uuid[]) AS lease(turn_id, token)
      JOIN turns ON turns.id = lease.turn_id AND turns.lease_token = lease.token
     WHERE turns.org_id = $1 AND ${stateOf('turns')} = 'running' FOR NO KEY UPDATE OF turns SKIP LOCKED
  ), ${keep(calls)}
  SELECT id AS "turnId", cancel_requested AS "cancelRequested" FROM held`;

/**
 * Writes under the lease, which holds the turn's row until `tx` ends. Sent at once. {@link refusalOf} reads its errors.
 *
 * @param ifCancelled whether a wish to cancel the turn undoes `tx`.
 */
export async function writeLog(
  tx: OrgTransaction,
  { turnId, leaseToken }: Lease,
  rows: LogRows,
  ifCancelled: 'keep' | 'undo',
): Promise<HeldTurn> {
  const logs = [{ turnId, ...rows }];
  const [held] = await tx.query<HeldTurn>(writeLogStatement(haveCalls(logs), ifCancelled === 'undo'), [
    turnId,
    leaseToken,
    ...parametersOf(logs),
  ]);
  if (!held) throw new TypeError('The statement answers with a row or fails');
  return held;
}

/**
 * As {@link writeLog}, for many turns. Nothing is written for a turn that another worker has, nor for one whose row another
 * transaction holds: {@link writeLog} waits for that.
 *
 * @returns the turns that were written.
 */
export function writeLogs(tx: OrgTransaction, logs: readonly (Lease & LogRows)[]): Promise<HeldTurn[]> {
  const turnIds = logs.map(({ turnId }) => turnId);
  const tokens = logs.map(({ leaseToken }) => leaseToken);
  return tx.query<HeldTurn>(writeLogsStatement(haveCalls(logs)), [turnIds, tokens, ...parametersOf(logs)]);
}

const HOLD = `
  WITH held AS (
    SELECT 1 FROM turns
     WHERE org_id = $1 AND id = $2 AND lease_token = $3 AND ${stateOf('turns')} = 'running' FOR NO KEY UPDATE
  )
  SELECT refuse('${LEASE_LOST}', 'another worker has the turn') WHERE NOT EXISTS (SELECT 1 FROM held)`;

/** Holds the turn's row under the lease until `tx` ends. {@link refusalOf} reads its errors. */
export async function holdTurn(tx: OrgTransaction, { turnId, leaseToken }: Lease): Promise<void> {
  await tx.query(HOLD, [turnId, leaseToken]);
}

/** Most writes have none, and do without that part of the statement. */
function haveCalls(logs: readonly LogRows[]): boolean {
  return logs.some(({ begun, forgotten }) => begun.length + forgotten.length > 0);
}

/** Steps and events, and calls where there are any, each with its turn. */
function parametersOf(logs: readonly (LogRows & { turnId: string })[]): unknown[] {
  const withTurn = (rows: (log: LogRows) => readonly object[]) =>
    jsonbText(logs.flatMap((log) => rows(log).map((row) => ({ turnId: log.turnId, ...row }))));
  const written = [withTurn(({ steps }) => steps), withTurn(({ events }) => events)];
  if (!haveCalls(logs)) return written;
  return [...written, withTurn(({ begun }) => begun), logs.flatMap(({ forgotten }) => forgotten)];
}

/** What {@link writeLog} says with an error of the database; undefined when it says nothing of the turn. */
export function refusalOf(error: unknown, turnId: string): Error | undefined {
  const state = sqlStateOf(error);
  if (state === LEASE_LOST) return new LeaseLostError(turnId);
  return state === CANCELLED ? new TurnCancelledError() : undefined;
}

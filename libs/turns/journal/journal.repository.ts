import { sqlStateOf, type OrgTransaction } from '#database';
import { jsonbText } from '#text';
import { beginCalls, forgetCalls, type BegunCall } from '#models';
import { isRead } from '../live/conversation-reader.repository.ts';
import type { TurnRow } from '../run/claimed-turn.ts';
import { stateOf } from '../turn-state.ts';
import type { TurnEventRow } from './turn-event.entity.ts';
import { LeaseLostError, TurnCancelledError } from '../turn.errors.ts';

export type LoggedEvent = Pick<TurnEventRow, 'seq' | 'type' | 'payload' | 'at'>;

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

/** How {@link writeLogs} treats a turn whose lease is lost or whose cancellation was requested. */
type WriteMode =
  /** Skips turns whose lease is lost, and turns whose rows another transaction has locked. */
  | 'skip'
  /** Waits for locks, and fails if a lease is lost. */
  | 'keep'
  /** Waits for locks, and fails if a lease is lost or a cancellation was requested. */
  | 'undo';

const refuseUnless = (condition: string, state: string, reason: string) =>
  `UNION ALL SELECT NULL, refuse('${state}', '${reason}'), false WHERE NOT (${condition})`;

/**
 * Locks the turns under their leases and writes their logs in one statement. Without `ANY`, PostgreSQL reads all turns of an org
 * that has a few hundred.
 */
const writeLogsStatement = (calls: boolean, mode: WriteMode) => `
  WITH held AS (
    SELECT turns.id, turns.cancel_requested, turns.conversation_id
      FROM unnest($2::uuid[], $3::uuid[]) AS lease(turn_id, token)
      JOIN turns ON turns.id = lease.turn_id AND turns.lease_token = lease.token
     WHERE turns.org_id = $1 AND turns.id = ANY ($2) AND ${stateOf('turns')} = 'running'
     FOR NO KEY UPDATE OF turns ${mode === 'skip' ? 'SKIP LOCKED' : ''}
  ), ${insertRows(calls)}
  SELECT id, cancel_requested AS "cancelRequested", ${isRead('held')} AS "isRead" FROM held
  ${mode === 'skip' ? '' : refuseUnless(`(SELECT count(*) FROM held) = cardinality($2::uuid[])`, LEASE_LOST, 'another worker has the turn')}
  ${mode === 'undo' ? refuseUnless('NOT EXISTS (SELECT 1 FROM held WHERE cancel_requested)', CANCELLED, 'the turn is to be cancelled') : ''}`;

/** Built once, because the sender finds the prepared statement by its text. */
const STATEMENTS = Object.fromEntries(
  (['skip', 'keep', 'undo'] as const).map((mode) => [
    mode,
    { plain: writeLogsStatement(false, mode), withCalls: writeLogsStatement(true, mode) },
  ]),
) as Record<WriteMode, { plain: string; withCalls: string }>;

/**
 * Writes the logs of turns under their leases and locks the rows of the turns until `tx` ends. The statement is sent at once.
 * {@link refusalOf} interprets its errors.
 *
 * @returns the turns whose logs were written.
 */
export function writeLogs(
  tx: OrgTransaction,
  logs: readonly (Lease & LogRows)[],
  mode: WriteMode,
): Promise<HeldTurn[]> {
  const ids = logs.map(({ id }) => id);
  const tokens = logs.map(({ leaseToken }) => leaseToken);
  // Most writes contain no model calls and use the shorter statement.
  const { plain, withCalls } = STATEMENTS[mode];
  return tx.query<HeldTurn>(haveCalls(logs) ? withCalls : plain, [ids, tokens, ...parametersOf(logs)]);
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

/** Maps an error of {@link writeLogs} to an error of the turn; undefined if the error does not concern the turn. */
export function refusalOf(error: unknown, turnId: string): Error | undefined {
  const state = sqlStateOf(error);
  if (state === LEASE_LOST) return new LeaseLostError(turnId);
  return state === CANCELLED ? new TurnCancelledError() : undefined;
}

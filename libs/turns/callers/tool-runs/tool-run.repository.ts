import { firstIdAt, type Clock } from '#config';
import type { ToolErrorClass } from '#contracts';
import { NamedSql, removeOldRows, type Database, type OrgTransaction } from '#database';
import { jsonbText } from '#text';
import { redact } from '#telemetry';
import type { ToolRun } from './tool-run.entity.ts';

export type NewToolRun = Pick<
  ToolRun,
  | 'id'
  | 'userId'
  | 'userRole'
  | 'key'
  | 'tool'
  | 'conversationId'
  | 'arguments'
  | 'argumentsHash'
  | 'traceId'
  | 'createdAt'
>;

export interface ToolRunEnd {
  result: unknown;
  errorClass: ToolErrorClass | null;
  error: string | null;
  attempts: number;
  cached: boolean;
  durationMs: number;
}

/** An ended run is kept for this long, like outbox tasks. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** Number of runs of one tool that the console shows. */
const SHOWN = 20;

/** SQLSTATE for a run that another worker has by now. */
const OVERTAKEN = 'TP003';

const COLUMNS = `org_id AS "orgId", id, user_id AS "userId", user_role AS "userRole", key, tool,
  conversation_id AS "conversationId", arguments, arguments_hash AS "argumentsHash", state, starts,
  approval_reason AS "approvalReason", approval_arguments AS "approvalArguments", approval_hash AS "approvalHash",
  approval_expires_at AS "approvalExpiresAt", decided_by AS "decidedBy",
  decided_at AS "decidedAt", result, error_class AS "errorClass", error, attempts, cached, duration_ms AS "durationMs",
  trace_id AS "traceId", created_at AS "createdAt", finished_at AS "finishedAt"`;

const ADD = new NamedSql(`
  INSERT INTO tool_runs (org_id, id, user_id, user_role, key, tool, conversation_id, arguments, arguments_hash, trace_id,
    created_at)
  VALUES ($1, :id, :userId, :userRole, :key, :tool, :conversationId, :arguments, :argumentsHash, :traceId, :createdAt)
  ON CONFLICT (org_id, user_id, key) DO NOTHING RETURNING ${COLUMNS}`);

const CLAIM = `
  UPDATE tool_runs SET state = 'running', starts = starts + 1
   WHERE org_id = $1 AND id = $2 AND state IN ('queued', 'running') RETURNING ${COLUMNS}`;

const END = `
  UPDATE tool_runs SET state = :state, result = :result, error_class = :errorClass, error = :error, attempts = :attempts,
         cached = :cached, duration_ms = :durationMs, finished_at = :at, arguments = coalesce(:given, arguments),
         approval_arguments = NULL
   WHERE org_id = $1 AND id = :id AND state IN ('queued', 'running')`;

const PARK = `
  UPDATE tool_runs SET state = 'awaiting_approval', approval_arguments = :given, approval_reason = :reason,
         approval_hash = :argumentsHash, approval_expires_at = :expiresAt, decided_by = NULL, decided_at = NULL
   WHERE org_id = $1 AND id = :id AND state = 'running'`;

/**
 * Restricts `change` to one start of the run, which `starts` and `decidedAt` identify. A worker that was overtaken fails,
 * together with everything that its transaction wrote.
 */
const ofStart = (change: string) =>
  new NamedSql(`
  WITH changed AS (
    ${change} AND starts = :starts AND decided_at IS NOT DISTINCT FROM :decidedAt::timestamptz RETURNING id
  )
  SELECT refuse('${OVERTAKEN}', 'another worker has the run') WHERE NOT EXISTS (SELECT 1 FROM changed)`);
const END_DEAD = new NamedSql(END);
const END_START = ofStart(END);
const PARK_START = ofStart(PARK);

/** Records a decision. It resets `starts`, because the call has not run yet and its next start is the first. */
const DECIDE = `
  UPDATE tool_runs SET state = $3, decided_by = $4, decided_at = $5, starts = 0,
         finished_at = CASE WHEN $3 = 'refused' THEN $5::timestamptz END
   WHERE org_id = $1 AND id = $2 AND state = 'awaiting_approval' AND approval_expires_at > $5 RETURNING ${COLUMNS}`;

const REMOVE = `
  DELETE FROM tool_runs WHERE org_id = $1 AND id IN (
    SELECT id FROM tool_runs WHERE org_id = $1 AND id < $2 ORDER BY id LIMIT $3)`;

export class ToolRunRepository {
  constructor(private readonly tx: OrgTransaction) {}

  /** @returns undefined if the user has sent the key before. */
  add(run: NewToolRun): Promise<ToolRun | undefined> {
    return this.tx.first<ToolRun>(...ADD.with({ ...run, arguments: jsonbText(run.arguments) }));
  }

  byKey(userId: string, key: string): Promise<ToolRun | undefined> {
    const sql = `SELECT ${COLUMNS} FROM tool_runs WHERE org_id = $1 AND user_id = $2 AND key = $3`;
    return this.tx.first<ToolRun>(sql, [userId, key]);
  }

  find(id: string): Promise<ToolRun | undefined> {
    const sql = `SELECT ${COLUMNS} FROM tool_runs WHERE org_id = $1 AND id = $2`;
    return this.tx.first<ToolRun>(sql, [id]);
  }

  /** The latest runs of one tool, newest first. */
  latest(tool: string): Promise<ToolRun[]> {
    return this.tx.query<ToolRun>(
      `SELECT ${COLUMNS} FROM tool_runs WHERE org_id = $1 AND tool = $2 ORDER BY id DESC LIMIT ${SHOWN}`,
      [tool],
    );
  }

  /** Starts a run that has not ended. @returns undefined if it has ended, or waits for a person. */
  claim(id: string): Promise<ToolRun | undefined> {
    return this.tx.first<ToolRun>(CLAIM, [id]);
  }

  /** Ends the start `run`. Fails if it was overtaken. Sent at once. */
  async end({ starts, decidedAt, ...run }: ToolRun, end: ToolRunEnd, at: Date): Promise<void> {
    const values = this.endValues(run.id, end, at, run.arguments);
    await this.tx.query(...END_START.with({ ...values, starts, decidedAt }));
  }

  /** Ends a run whose task is dead, whichever worker started it. */
  async endDead(id: string, end: ToolRunEnd, at: Date): Promise<void> {
    await this.tx.execute(...END_DEAD.with(this.endValues(id, end, at)));
  }

  private endValues(id: string, end: ToolRunEnd, at: Date, given?: Record<string, unknown>) {
    const { errorClass, error, attempts, cached, durationMs } = end;
    return {
      id,
      state: errorClass === null ? 'succeeded' : 'failed',
      result: jsonbText(redact(end.result)),
      errorClass,
      error,
      attempts,
      cached,
      durationMs,
      at,
      given: given === undefined ? null : jsonbText(redact(given)),
    };
  }

  /** Leaves the start `run` to a person. Fails if it was overtaken. */
  async park(
    { id, starts, decidedAt }: ToolRun,
    request: { arguments: Record<string, unknown>; reason: string; argumentsHash: string },
    expiresAt: Date,
  ): Promise<void> {
    const { reason, argumentsHash } = request;
    const given = jsonbText(request.arguments);
    await this.tx.query(
      ...PARK_START.with({ id, given, reason, argumentsHash, expiresAt, starts, decidedAt }),
    );
  }

  /** @returns undefined if the run waits for nobody, or no longer. */
  decide(
    id: string,
    state: 'queued' | 'refused',
    by: { userId: string; at: Date },
  ): Promise<ToolRun | undefined> {
    return this.tx.first<ToolRun>(DECIDE, [id, state, by.userId, by.at]);
  }
}

/** Removes runs of every org that were requested more than 30 days ago. @returns how many. */
export function removeOldToolRuns(database: Database, clock: Clock): Promise<number> {
  const before = firstIdAt(new Date(clock.now().getTime() - KEPT_MS));
  return removeOldRows(database, {
    table: 'tool_runs',
    condition: 't.id < $1',
    before,
    remove: (tx, limit) => tx.execute(REMOVE, [before, limit]),
  });
}

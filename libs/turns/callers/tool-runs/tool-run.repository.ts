import { firstIdAt, type Clock } from '#config';
import type { ToolErrorClass } from '#contracts';
import { jsonbText, removeOldRows, type Database, type OrgTransaction } from '#database';
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

/** How a run ended. */
export interface ToolRunEnd {
  result: unknown;
  errorClass: ToolErrorClass | null;
  error: string | null;
  attempts: number;
  cached: boolean;
  durationMs: number;
}

/** An ended run is kept for this long, as follow-ups are. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** Runs of one tool that are shown. */
const SHOWN = 20;

/** The error of the database where a run is another worker's by now. */
const OVERTAKEN = 'TP003';

const COLUMNS = `org_id AS "orgId", id, user_id AS "userId", user_role AS "userRole", key, tool,
  conversation_id AS "conversationId", arguments, arguments_hash AS "argumentsHash", state, starts,
  approval_reason AS "approvalReason", approval_arguments AS "approvalArguments", approval_hash AS "approvalHash",
  approval_expires_at AS "approvalExpiresAt", decided_by AS "decidedBy",
  decided_at AS "decidedAt", result, error_class AS "errorClass", error, attempts, cached, duration_ms AS "durationMs",
  trace_id AS "traceId", created_at AS "createdAt", finished_at AS "finishedAt"`;

const ADD = `
  INSERT INTO tool_runs (org_id, id, user_id, user_role, key, tool, conversation_id, arguments, arguments_hash, trace_id,
    created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (org_id, user_id, key) DO NOTHING RETURNING ${COLUMNS}`;

const CLAIM = `
  UPDATE tool_runs SET state = 'running', starts = starts + 1
   WHERE org_id = $1 AND id = $2 AND state IN ('queued', 'running') RETURNING ${COLUMNS}`;

const END = `
  UPDATE tool_runs SET state = $3, result = $4, error_class = $5, error = $6, attempts = $7, cached = $8, duration_ms = $9,
         finished_at = $10, arguments = coalesce($11, arguments), approval_arguments = NULL
   WHERE org_id = $1 AND id = $2 AND state IN ('queued', 'running')`;

const PARK = `
  UPDATE tool_runs SET state = 'awaiting_approval', approval_arguments = $3, approval_reason = $4, approval_hash = $5,
         approval_expires_at = $6, decided_by = NULL, decided_at = NULL
   WHERE org_id = $1 AND id = $2 AND state = 'running'`;

/**
 * `change` of nothing but the start with these `starts` and `decidedAt` (two parameters from `$first`), which tell each start
 * from the others: whoever was overtaken fails with all that its transaction has written.
 */
const ofStart = (change: string, first: number) => `
  WITH changed AS (
    ${change} AND starts = $${first} AND decided_at IS NOT DISTINCT FROM $${first + 1}::timestamptz RETURNING id
  )
  SELECT refuse('${OVERTAKEN}', 'another worker has the run') WHERE NOT EXISTS (SELECT 1 FROM changed)`;
const END_START = ofStart(END, 12);
const PARK_START = ofStart(PARK, 7);

/**
 * Nothing has run yet, so what follows is a first start. Runs that were parked before the column was there have no end of
 * their own; they are gone 30 days after it came.
 */
const DECIDE = `
  UPDATE tool_runs SET state = $3, decided_by = $4, decided_at = $5, starts = 0,
         finished_at = CASE WHEN $3 = 'refused' THEN $5::timestamptz END
   WHERE org_id = $1 AND id = $2 AND state = 'awaiting_approval' AND coalesce(approval_expires_at, created_at + interval '1 day') > $5 RETURNING ${COLUMNS}`;

const REMOVE = `
  DELETE FROM tool_runs WHERE org_id = $1 AND id IN (
    SELECT id FROM tool_runs WHERE org_id = $1 AND id < $2 ORDER BY id LIMIT $3)`;

/** The statements on runs of tools, within one transaction. */
export class ToolRunRepository {
  constructor(private readonly tx: OrgTransaction) {}

  /** @returns undefined when that user has sent that key before. */
  async add(run: NewToolRun): Promise<ToolRun | undefined> {
    const [added] = await this.tx.query<ToolRun>(ADD, [
      run.id,
      run.userId,
      run.userRole,
      run.key,
      run.tool,
      run.conversationId,
      jsonbText(run.arguments),
      run.argumentsHash,
      run.traceId,
      run.createdAt,
    ]);
    return added;
  }

  async byKey(userId: string, key: string): Promise<ToolRun | undefined> {
    const sql = `SELECT ${COLUMNS} FROM tool_runs WHERE org_id = $1 AND user_id = $2 AND key = $3`;
    const [run] = await this.tx.query<ToolRun>(sql, [userId, key]);
    return run;
  }

  async find(id: string): Promise<ToolRun | undefined> {
    const sql = `SELECT ${COLUMNS} FROM tool_runs WHERE org_id = $1 AND id = $2`;
    const [run] = await this.tx.query<ToolRun>(sql, [id]);
    return run;
  }

  /** The latest of one tool, the newest first. */
  latest(tool: string): Promise<ToolRun[]> {
    return this.tx.query<ToolRun>(
      `SELECT ${COLUMNS} FROM tool_runs WHERE org_id = $1 AND tool = $2 ORDER BY id DESC LIMIT ${SHOWN}`,
      [tool],
    );
  }

  /** Begins a run that has not ended. @returns undefined where it has, or waits for a person. */
  async claim(id: string): Promise<ToolRun | undefined> {
    const [run] = await this.tx.query<ToolRun>(CLAIM, [id]);
    return run;
  }

  /** Ends what `run` has begun; fails where it was overtaken. Sent at once, without waiting in between. */
  async end(run: ToolRun, end: ToolRunEnd, at: Date): Promise<void> {
    const values = this.endValues(run.id, end, at, run.arguments);
    await this.tx.query(END_START, [...values, run.starts, run.decidedAt]);
  }

  /** Ends it whoever has begun it. */
  async giveUp(id: string, end: ToolRunEnd, at: Date): Promise<void> {
    await this.tx.execute(END, this.endValues(id, end, at));
  }

  private endValues(id: string, end: ToolRunEnd, at: Date, given?: Record<string, unknown>): unknown[] {
    return [
      id,
      end.errorClass === null ? 'succeeded' : 'failed',
      jsonbText(redact(end.result)),
      end.errorClass,
      end.error,
      end.attempts,
      end.cached,
      end.durationMs,
      at,
      given === undefined ? null : jsonbText(redact(given)),
    ];
  }

  /** Leaves what `run` has begun to a person; fails where it was overtaken. */
  async park(
    { id, starts, decidedAt }: ToolRun,
    asked: { arguments: Record<string, unknown>; reason: string; argumentsHash: string },
    expiresAt: Date,
  ): Promise<void> {
    const { reason, argumentsHash } = asked;
    const values = [id, jsonbText(asked.arguments), reason, argumentsHash, expiresAt];
    await this.tx.query(PARK_START, [...values, starts, decidedAt]);
  }

  /** @returns undefined when it waits for nobody, or not any more. */
  async decide(
    id: string,
    state: 'queued' | 'refused',
    by: { userId: string; at: Date },
  ): Promise<ToolRun | undefined> {
    const [decided] = await this.tx.query<ToolRun>(DECIDE, [id, state, by.userId, by.at]);
    return decided;
  }
}

/** Removes runs of every org that were asked for 30 days ago. @returns how many. */
export function removeOldToolRuns(database: Database, clock: Clock): Promise<number> {
  const before = firstIdAt(new Date(clock.now().getTime() - KEPT_MS));
  return removeOldRows(database, {
    table: 'tool_runs',
    condition: 't.id < $1',
    before,
    remove: (tx, limit) => tx.execute(REMOVE, [before, limit]),
  });
}

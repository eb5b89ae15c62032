import { v4 as uuidv4 } from 'uuid';
import { type OrgTransaction, type PlatformTransaction } from '#database';
import { jsonbText } from '#text';
import type { OutboxTaskRow } from './outbox-task.entity.ts';

/** A worker that has not renewed its lease for this long loses the outbox task. The database's clock decides. */
export const OUTBOX_TASK_LEASE_MS = 15_000;

/**
 * A job runs when its outbox task is due. A job that runs too early, because the requesting process has a faster clock,
 * runs again after at most this long, possibly on a worker with a correct clock.
 */
const EARLY_LOOK_MS = 10_000;

export type QueuedOutboxTask = Pick<OutboxTaskRow, 'orgId' | 'id' | 'job' | 'run' | 'runAt'>;

/** The fields that are set when an outbox task is added, besides its org. */
export type NewOutboxTaskRow = Pick<
  OutboxTaskRow,
  'id' | 'job' | 'key' | 'turnId' | 'conversationId' | 'traceparent' | 'payload' | 'runAt' | 'createdAt'
>;

/** A claimed outbox task. `attempts` and `starts` include the current one. */
export interface ClaimedOutboxTask
  extends Omit<NewOutboxTaskRow, 'runAt'>, Pick<OutboxTaskRow, 'orgId' | 'attempts' | 'starts'> {
  leaseToken: string;
}

/** The reason why an outbox task cannot be claimed. `over`: the task has ended or does not exist. */
export type Unclaimable = { kind: 'over' } | { kind: 'later'; delayMs: number; reason: string };

const ADD = `
  INSERT INTO outbox_tasks (org_id, id, job, key, turn_id, conversation_id, traceparent, payload, run_at, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (org_id, job, key) DO NOTHING`;

const CLAIM = `
  UPDATE outbox_tasks
     SET state = 'running', attempts = attempts + CASE state WHEN 'pending' THEN 1 ELSE 0 END, starts = starts + 1,
         lease_token = $4,
         lease_until = clock_timestamp() + $5 * interval '1 millisecond'
   WHERE org_id = $1 AND id = $2 AND job = $3
     AND ((state = 'pending' AND run_at <= $6) OR (state = 'running' AND lease_until < clock_timestamp()))
  RETURNING org_id AS "orgId", id, job, key, turn_id AS "turnId", conversation_id AS "conversationId", traceparent,
    payload, attempts, starts, lease_token AS "leaseToken", created_at AS "createdAt"`;

const WHY_NOT = `
  SELECT state, run_at AS "runAt",
         GREATEST(0, EXTRACT(EPOCH FROM lease_until - clock_timestamp()) * 1000)::float8 AS "leaseMs"
    FROM outbox_tasks WHERE org_id = $1 AND id = $2 AND job = $3 AND state IN ('pending', 'running')`;

const RENEW = `
  UPDATE outbox_tasks SET lease_until = clock_timestamp() + $4 * interval '1 millisecond'
   WHERE org_id = $1 AND id = $2 AND lease_token = $3 AND state = 'running'`;

const END = `
  UPDATE outbox_tasks SET state = $4, error = $5, finished_at = $6, lease_token = NULL, lease_until = NULL
   WHERE org_id = $1 AND id = $2 AND lease_token = $3 AND state = 'running'`;

const PUT_OFF = `
  UPDATE outbox_tasks SET state = 'pending', run_at = $4, error = $5, attempts = CASE WHEN $6 THEN 0 ELSE attempts END,
         starts = CASE WHEN $6 THEN 0 ELSE starts END, run = run + 1,
         lease_token = NULL, lease_until = NULL
   WHERE org_id = $1 AND id = $2 AND lease_token = $3 AND state = 'running' RETURNING run`;

/** Tasks that have been due for some time, or whose lease has expired. */
const STRANDED = `
  SELECT org_id AS "orgId", id, job, run, run_at AS "runAt" FROM outbox_tasks
   WHERE state IN ('pending', 'running') AND run_at < $1 AND (run_at, id) > ($3::timestamptz, $4::uuid)
     AND (lease_until IS NULL OR lease_until < clock_timestamp() - $5 * interval '1 millisecond')
   ORDER BY run_at, id LIMIT $2`;

const NEXT_RUN = `
  UPDATE outbox_tasks SET run = run + 1
   WHERE org_id = $1 AND id = $2 AND run = $3 AND state IN ('pending', 'running') RETURNING run`;

const RETRY = `
  UPDATE outbox_tasks SET state = 'pending', attempts = 0, starts = 0, run = run + 1, run_at = $3, error = NULL, finished_at = NULL,
         payload = coalesce($4, payload)
   WHERE org_id = $1 AND id = $2 AND state = 'failed' RETURNING run`;

const REMOVE = `DELETE FROM outbox_tasks WHERE org_id = $1 AND id = $2 AND state = 'failed'`;

const FAILED = `SELECT job, payload FROM outbox_tasks WHERE org_id = $1 AND id = $2 AND state = 'failed' FOR UPDATE`;

const RECENT_TASK = `
  SELECT 1 FROM outbox_tasks
   WHERE org_id = $1 AND job = $2 AND (state IN ('pending', 'running') OR state = 'failed' AND finished_at > $3) LIMIT 1`;

/** Blocks other requests with the same key until the end of the transaction. */
const HOLD_KEY = `SELECT pg_advisory_xact_lock(hashtextextended(concat_ws('/', 'outbox_tasks', $1::text, $2::text, $3::text), 0))`;

/** Uses the index of unfinished tasks, which is small and covers all orgs. */
const IS_UNDER_WAY = `
  SELECT 1 FROM outbox_tasks
   WHERE org_id = $1 AND job = $2 AND state IN ('pending', 'running') AND starts_with(key, $3 || '/') LIMIT 1`;

/** Sorts before every id. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export class OutboxTaskRepository {
  constructor(private readonly tx: OrgTransaction) {}

  /** @returns false if the work has already been requested. */
  async add(row: NewOutboxTaskRow): Promise<boolean> {
    const added = await this.tx.execute(ADD, [
      row.id,
      row.job,
      row.key,
      row.turnId,
      row.conversationId,
      row.traceparent,
      jsonbText(row.payload),
      row.runAt,
      row.createdAt,
    ]);
    return added > 0;
  }

  /** Returns whether a task of the job waits, runs or became dead since the given time. */
  async hasRecentTask(job: string, deadSince: Date): Promise<boolean> {
    return (await this.tx.query(RECENT_TASK, [job, deadSince])).length > 0;
  }

  /**
   * Returns whether a task requested under `key` waits or runs. It blocks other requests for the key until the end of
   * the transaction.
   */
  async isUnderWay(job: string, key: string): Promise<boolean> {
    await this.tx.query(HOLD_KEY, [job, key]);
    return (await this.tx.query(IS_UNDER_WAY, [job, key])).length > 0;
  }

  /** Claims the outbox task. @returns undefined if that is not possible; {@link whyNot} returns the reason. */
  claim(id: string, job: string, now: Date): Promise<ClaimedOutboxTask | undefined> {
    const claim = [id, job, uuidv4(), OUTBOX_TASK_LEASE_MS, now];
    return this.tx.first<ClaimedOutboxTask>(CLAIM, claim);
  }

  /** Returns whether and when to retry the claim of an outbox task. */
  async whyNot(id: string, job: string, now: Date): Promise<Unclaimable> {
    const [row] = await this.tx.query<{ state: string; runAt: Date; leaseMs: number | null }>(WHY_NOT, [
      id,
      job,
    ]);
    if (!row) return { kind: 'over' };
    if (row.state === 'running')
      return { kind: 'later', delayMs: (row.leaseMs ?? 0) + 100, reason: 'another worker holds it' };
    const delayMs = Math.max(0, row.runAt.getTime() - now.getTime());
    return { kind: 'later', delayMs: Math.min(delayMs, EARLY_LOOK_MS), reason: 'it is not due yet' };
  }

  /** Renews the lease. @returns false if this run no longer holds it. */
  async renew({ id, leaseToken }: ClaimedOutboxTask): Promise<boolean> {
    return (await this.tx.execute(RENEW, [id, leaseToken, OUTBOX_TASK_LEASE_MS])) > 0;
  }

  /** Ends an outbox task that this run holds. @returns false if another run holds it. */
  async end(
    { id, leaseToken }: ClaimedOutboxTask,
    state: 'done' | 'failed',
    error: string | null,
    at: Date,
  ): Promise<boolean> {
    return (await this.tx.execute(END, [id, leaseToken, state, error, at])) > 0;
  }

  /**
   * Returns an outbox task that this run holds to the queue, to start at `runAt` at the earliest. With `startsAfresh` it has
   * all its attempts again.
   *
   * @returns the run number of its next job; undefined if another run holds the task.
   */
  async putOff(
    { id, leaseToken }: ClaimedOutboxTask,
    runAt: Date,
    error: string,
    options: { startsAfresh: boolean },
  ): Promise<number | undefined> {
    const [row] = await this.tx.query<{ run: number }>(PUT_OFF, [
      id,
      leaseToken,
      runAt,
      error,
      options.startsAfresh,
    ]);
    return row?.run;
  }

  /**
   * Assigns a new run number, because the queue may still have the old job as failed.
   *
   * @returns undefined if another process has assigned one.
   */
  async nextRun({ id, run }: QueuedOutboxTask): Promise<number | undefined> {
    const [row] = await this.tx.query<{ run: number }>(NEXT_RUN, [id, run]);
    return row?.run;
  }

  /** Reads a dead outbox task and locks it until the end of the transaction. */
  failed(id: string): Promise<{ job: string; payload: unknown } | undefined> {
    return this.tx.first<{ job: string; payload: unknown }>(FAILED, [id]);
  }

  /** Gives a dead outbox task all its attempts again. @returns the run number of its next job. */
  async retry(id: string, now: Date, payload: unknown): Promise<number | undefined> {
    const changed = payload === undefined ? null : jsonbText(payload);
    const [row] = await this.tx.query<{ run: number }>(RETRY, [id, now, changed]);
    return row?.run;
  }

  /** Deletes a dead outbox task. @returns false if it does not exist. */
  async remove(id: string): Promise<boolean> {
    return (await this.tx.execute(REMOVE, [id])) > 0;
  }
}

/** Returns a page of due outbox tasks of every org without a worker, in the order in which they are due. */
export function strandedOutboxTasks(
  tx: PlatformTransaction,
  page: { dueBefore: Date; graceMs: number; limit: number; after?: QueuedOutboxTask },
): Promise<QueuedOutboxTask[]> {
  const { dueBefore, graceMs, limit, after } = page;
  const start = [after?.runAt ?? '-infinity', after?.id ?? FIRST_ID];
  return tx.query<QueuedOutboxTask>(STRANDED, [dueBefore, limit, ...start, graceMs]);
}

import { z } from 'zod';
import { outboxTaskPointer } from './outbox/outbox-task-catalogue.ts';

/** The definition of a job. All fields are required: a default would hide a decision. */
export interface JobDefinition<Payload extends z.ZodType = z.ZodType> {
  /** Jobs of one queue share its worker slots. */
  queue: string;
  /** A pointer to the row that is the truth. Payloads only grow. */
  payload: Payload;
  /** Maximum number of attempts, including the first, before the job fails. */
  attempts: number;
  /** Pause before the second attempt. It doubles with each further attempt, minus a random part of up to half of it. */
  backoffMs: number;
  /** Number of jobs of the queue that one process runs concurrently; `setting` uses WORKER_CONCURRENCY. */
  concurrency: number | 'setting';
  /** Number of these jobs that may belong to one org; null if fairness is ensured elsewhere or the job belongs to no org. */
  perOrg: number | null;
  /** A job whose worker has not renewed its lock for this long goes to another worker. */
  lockMs: number;
  /** Interval at which each worker looks for such jobs. Together with `lockMs` it bounds the time to a takeover. */
  stalledCheckMs: number;
  /** Interval of a scheduled job, which is not enqueued by callers. */
  everyMs: number | null;
}

/** Another worker takes over a dead worker's turn within 10 s: 5 s lock, 2 s until the check, 2 s until the confirmation. */
const TURN_LOCK_MS = 5_000;
const TURN_STALLED_CHECK_MS = 2_000;
const SWEEP_EVERY_MS = 15_000;
const RETENTION_EVERY_MS = 3_600_000;
/** Finds rows to embed after a change of the embedding model or after an outage of it. */
const PLAN_EMBEDDINGS_EVERY_MS = 300_000;
const PLAN_TRAININGS_EVERY_MS = 600_000;
const WATCH_FLAGS_EVERY_MS = 60_000;
const ROLL_UP_EVERY_MS = 60_000;

/** One run of one turn. `run` counts how often the turn was enqueued again (retried, resumed or swept). */
const turnPayload = z.object({
  v: z.literal(1),
  orgId: z.uuid(),
  turnId: z.uuid(),
  run: z.number().int().min(0),
});

/** A receiver that does not answer holds its slot for 10 s. The limit leaves slots for the other orgs. */
const DELIVERIES_PER_ORG = 4;

/** Jobs that run an outbox task. */
const OUTBOX_TASK = {
  queue: 'outbox',
  payload: outboxTaskPointer,
  attempts: 3,
  backoffMs: 2_000,
  concurrency: 5,
  perOrg: 2,
  lockMs: 30_000,
  stalledCheckMs: 15_000,
  everyMs: null,
} as const;

/** Scheduled jobs. */
const CHORE = {
  queue: 'maintenance',
  payload: z.object({ v: z.literal(1) }),
  attempts: 1,
  backoffMs: 1_000,
  concurrency: 1,
  perOrg: null,
  lockMs: 30_000,
  stalledCheckMs: 15_000,
} as const;

/** Turns, and jobs that a user watches while they run. */
const TAKEN_OVER_SOON = { lockMs: TURN_LOCK_MS, stalledCheckMs: TURN_STALLED_CHECK_MS } as const;
/** Outbox tasks that run for minutes. */
const LONG_TASK = { backoffMs: 10_000, lockMs: 60_000, stalledCheckMs: 30_000 } as const;

/** All jobs. The worker refuses to start unless each job has exactly one handler. */
export const jobCatalogue = {
  'turn.chat': {
    queue: 'turns-chat',
    payload: turnPayload,
    attempts: 5,
    backoffMs: 500,
    concurrency: 'setting',
    perOrg: null,
    ...TAKEN_OVER_SOON,
    everyMs: null,
  },
  'turn.voice': {
    queue: 'turns-voice',
    payload: turnPayload,
    attempts: 5,
    backoffMs: 200,
    concurrency: 10,
    perOrg: null,
    ...TAKEN_OVER_SOON,
    everyMs: null,
  },
  deliver: {
    ...OUTBOX_TASK,
    queue: 'deliver',
    attempts: 5,
    backoffMs: 1_000,
    concurrency: 20,
    perOrg: DELIVERIES_PER_ORG,
  },
  'analyze-image': { ...OUTBOX_TASK, attempts: 5, backoffMs: 1_000 },
  summarize: OUTBOX_TASK,
  'extract-insights': { ...OUTBOX_TASK, backoffMs: 5_000 },
  're-embed': { ...OUTBOX_TASK, ...LONG_TASK, queue: 'embeddings', concurrency: 2, perOrg: 1 },
  'run-tool': {
    ...OUTBOX_TASK,
    ...TAKEN_OVER_SOON,
    // A queue of its own, because a user watches the job while it runs.
    queue: 'tool-runs',
    attempts: 5,
    backoffMs: 1_000,
    concurrency: 10,
    perOrg: 4,
  },
  'train-ranker': { ...OUTBOX_TASK, ...LONG_TASK, queue: 'training', concurrency: 1, perOrg: null },
  // A queue of its own, so that recovery after a crash does not wait for other scheduled jobs.
  sweep: { ...CHORE, queue: 'sweep', everyMs: SWEEP_EVERY_MS },
  retention: { ...CHORE, everyMs: RETENTION_EVERY_MS },
  'plan-embeddings': { ...CHORE, everyMs: PLAN_EMBEDDINGS_EVERY_MS },
  'plan-trainings': { ...CHORE, everyMs: PLAN_TRAININGS_EVERY_MS },
  'watch-flags': { ...CHORE, everyMs: WATCH_FLAGS_EVERY_MS },
  'roll-up': { ...CHORE, everyMs: ROLL_UP_EVERY_MS },
} as const satisfies Record<string, JobDefinition>;

export type JobName = keyof typeof jobCatalogue;
export type JobPayload<Name extends JobName> = z.infer<(typeof jobCatalogue)[Name]['payload']>;
export const jobNames = Object.keys(jobCatalogue) as JobName[];
export const queueNames = [...new Set(jobNames.map((name) => jobCatalogue[name].queue))];

import { z } from 'zod';
import { outboxTaskPointer } from './outbox/outbox-task-catalogue.ts';

/** What every kind of job must say of itself. All fields are required: a default would hide a decision. */
export interface JobDefinition<Payload extends z.ZodType = z.ZodType> {
  /** Jobs of one queue share its worker slots. */
  queue: string;
  /** A pointer; the row that it points to is the truth. Payloads only grow. */
  payload: Payload;
  /** Starts of the job, the first one included, before it counts as failed. */
  attempts: number;
  /** Pause before the second attempt; it doubles with each further one, less up to half of it at random. */
  backoffMs: number;
  /** Jobs of the queue that one process works on at once; `setting` takes WORKER_CONCURRENCY. */
  concurrency: number | 'setting';
  /** Of them, jobs of one org; null where something else is fair between orgs, or the job is of none. */
  perOrg: number | null;
  /** A job whose worker has been silent for this long is given to another one. */
  lockMs: number;
  /** How often each worker looks for such jobs. With `lockMs` it bounds the time to a takeover. */
  stalledCheckMs: number;
  /** Run again and again instead of being enqueued. */
  everyMs: number | null;
}

/** Lock and check together: a dead worker's turn is taken over within 10 s (5 + 2 to be seen, 2 to be confirmed). */
const TURN_LOCK_MS = 5_000;
const TURN_STALLED_CHECK_MS = 2_000;
const SWEEP_EVERY_MS = 15_000;
const RETENTION_EVERY_MS = 3_600_000;
/** After a change of the embedding model, and for what was stored while it did not answer. */
const PLAN_EMBEDDINGS_EVERY_MS = 300_000;
const PLAN_TRAININGS_EVERY_MS = 600_000;
const WATCH_FLAGS_EVERY_MS = 60_000;
const ROLL_UP_EVERY_MS = 60_000;

/** One run of one turn. `run` counts how often the turn was enqueued afresh (retried, resumed, swept). */
const turnPayload = z.object({
  v: z.literal(1),
  orgId: z.uuid(),
  turnId: z.uuid(),
  run: z.number().int().min(0),
});

/** Receivers that do not answer hold their slots for 10 s each; those of one org leave room for all others. */
const DELIVERIES_PER_ORG = 4;

/** Jobs that follow from a row of the outbox. */
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

/** Jobs that run by the clock. */
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

/** Turns and what people watch while it runs. */
const TAKEN_OVER_SOON = { lockMs: TURN_LOCK_MS, stalledCheckMs: TURN_STALLED_CHECK_MS } as const;
/** Chores of minutes, which an outbox task starts. */
const LONG_TASK = { backoffMs: 10_000, lockMs: 60_000, stalledCheckMs: 30_000 } as const;

/** Every job there is. A job without exactly one handler stops the worker at start. */
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
    // A queue of its own: somebody watches while it runs.
    queue: 'tool-runs',
    attempts: 5,
    backoffMs: 1_000,
    concurrency: 10,
    perOrg: 4,
  },
  'train-ranker': { ...OUTBOX_TASK, ...LONG_TASK, queue: 'training', concurrency: 1, perOrg: null },
  // A queue of its own: recovery after a crash waits for no other chore.
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

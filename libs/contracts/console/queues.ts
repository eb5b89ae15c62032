import { z } from 'zod';
import { MAX_SEARCH_CHARACTERS } from './search.ts';
import { consoleOrg } from './session.ts';
import { orgSlug, packedIds, storableText, uuid } from '../values/ids.ts';
import { wholeNumber } from '../values/numbers.ts';
import { pageOf, pageQuery } from '../values/page.ts';

/** What the console's server and its page of queues say to each other. Times are ISO 8601 in UTC. */

export const MAX_CHANGED_AT_ONCE = 500;
/** Jobs are pointers, and a search looks through no more of them. */
export const MAX_LISTED_JOBS = 5_000;
const MAX_ID_CHARACTERS = 300;

export const consoleQueueSchedule = z.object({
  job: z.string(),
  queue: z.string(),
  everyMs: z.int(),
  /** Null until a worker has started the schedule. */
  nextAt: z.iso.datetime().nullable(),
});

export const consoleQueue = z.object({
  queue: z.string(),
  jobs: z.array(z.string()),
  paused: z.boolean(),
  waiting: z.int(),
  active: z.int(),
  delayed: z.int(),
  /** Jobs that the queue itself gave up. */
  failed: z.int(),
  /** Since the oldest waiting job was enqueued; 0 when none waits. */
  oldestAgeMs: z.number(),
  /** Turns, or outbox tasks, that ended in the last five minutes, a minute; null for jobs that run by the clock. */
  endedPerMinute: z.number().nullable(),
  /** Outbox tasks of its jobs that were given up, or turns of the last 24 h that failed; null where its jobs are neither. */
  givenUp: z.int().nullable(),
});
export type ConsoleQueue = z.infer<typeof consoleQueue>;

export const consoleQueues = z.object({
  items: z.array(consoleQueue),
  schedules: z.array(consoleQueueSchedule),
});
export type ConsoleQueues = z.infer<typeof consoleQueues>;

export const queueName = z.string().regex(/^[a-z][a-z0-9-]{0,40}$/, 'expected the name of a queue');
const search = storableText(MAX_SEARCH_CHARACTERS).optional();

const queuedJobState = z.enum(['waiting', 'active', 'delayed', 'failed']);

export const queuedJobsQuery = z.strictObject({
  state: queuedJobState.default('failed'),
  /** Part of the id, the name, the payload or the error. */
  q: search,
  limit: wholeNumber(1, MAX_LISTED_JOBS).default(100),
});
export type QueuedJobsQuery = z.infer<typeof queuedJobsQuery>;

export const consoleQueuedJob = z.object({
  id: z.string(),
  name: z.string(),
  state: queuedJobState,
  payload: z.unknown(),
  attempts: z.int(),
  maxAttempts: z.int(),
  error: z.string().nullable(),
  stack: z.array(z.string()),
  enqueuedAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  dueAt: z.iso.datetime().nullable(),
});
export type ConsoleQueuedJob = z.infer<typeof consoleQueuedJob>;

export const consoleQueuedJobs = z.object({
  items: z.array(consoleQueuedJob),
  searched: z.int().describe('Jobs that were looked through, newest first.'),
  all: z
    .boolean()
    .describe('False when there are more than were looked through, or more than were asked for.'),
});
export type ConsoleQueuedJobs = z.infer<typeof consoleQueuedJobs>;

export const changeQueuedJobs = z.strictObject({
  ids: z.array(storableText(MAX_ID_CHARACTERS)).min(1, 'expected at least one job').max(MAX_CHANGED_AT_ONCE),
});
export type ChangeQueuedJobs = z.infer<typeof changeQueuedJobs>;

export const changedJobs = z.object({
  changed: z.int().describe('How many were still there to be changed.'),
});
export type ChangedJobs = z.infer<typeof changedJobs>;

export const outboxTaskStates = ['pending', 'running', 'done', 'failed'] as const;

export const outboxTasksQuery = z.strictObject({
  org: orgSlug.optional(),
  state: z.enum(outboxTaskStates).optional(),
  job: z
    .string()
    .regex(/^[a-z][a-z.-]{0,60}$/, 'expected the name of a job')
    .optional(),
  /** Part of the key, the error or the payload, or the whole id of an outbox task, turn or conversation. */
  q: search,
  /** Only these rows: what was just acted on. */
  among: packedIds.optional(),
  ...pageQuery.shape,
});
export type OutboxTasksQuery = z.infer<typeof outboxTasksQuery>;

/** Work that follows from something stored: the row that a job points to. */
export const consoleOutboxTask = z.object({
  id: uuid,
  org: consoleOrg,
  job: z.string(),
  key: z.string(),
  state: z.enum(outboxTaskStates),
  attempts: z.int(),
  error: z.string().nullable(),
  payload: z.unknown(),
  turnId: uuid.nullable(),
  conversationId: uuid.nullable(),
  /** The trace that asked for it, and that it goes on with. */
  traceId: z.string().nullable(),
  runAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type ConsoleOutboxTask = z.infer<typeof consoleOutboxTask>;
export const consoleOutboxTaskPage = pageOf(consoleOutboxTask);
export type ConsoleOutboxTaskPage = z.infer<typeof consoleOutboxTaskPage>;

/** What runs, or ran, for a turn. */
export const consoleTurnJobs = z.object({
  /** The job of its last run. */
  own: z.object({
    queue: z.string(),
    id: z.string(),
    name: z.string(),
    /** Null where the queue has it no more: what ended well is gone from it. */
    state: queuedJobState.nullable(),
  }),
  /** The work that follows from it, in the order in which it was asked for: the first 100. */
  outboxTasks: z.array(consoleOutboxTask.pick({ id: true, job: true, state: true, createdAt: true })),
});
export type ConsoleTurnJobs = z.infer<typeof consoleTurnJobs>;

export const changeOutboxTasks = z.strictObject({
  ids: z.array(uuid).min(1, 'expected at least one outbox task').max(MAX_CHANGED_AT_ONCE),
});
export type ChangeOutboxTasks = z.infer<typeof changeOutboxTasks>;

export const retriedOutboxTasks = changedJobs.extend({
  ids: z.array(uuid).describe('Rows in which the work goes on: that of a delivery is a new one.'),
});
export type RetriedOutboxTasks = z.infer<typeof retriedOutboxTasks>;

export const replayOutboxTask = z.strictObject({
  /** In place of the one that it failed with. */
  payload: z.record(z.string(), z.unknown()),
});
export type ReplayOutboxTask = z.infer<typeof replayOutboxTask>;

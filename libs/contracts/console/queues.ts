import { z } from 'zod';
import { MAX_SEARCH_CHARACTERS } from './search.ts';
import { consoleOrg } from './session.ts';
import { orgSlug, packedIds, storableText, uuid } from '../values/ids.ts';
import { wholeNumber } from '../values/numbers.ts';
import { pageOf, pageQuery } from '../values/page.ts';

/** Requests and responses of the console's queue routes. Times are ISO 8601 in UTC. */

export const MAX_CHANGED_AT_ONCE = 500;
/** Maximum number of jobs that a search reads from a queue. */
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
  /** Dead jobs of the queue. */
  failed: z.int(),
  /** Time in milliseconds since the oldest waiting job was enqueued; 0 without waiting jobs. */
  oldestAgeMs: z.number(),
  /** Turns or outbox tasks that ended per minute, averaged over the last five minutes; null for scheduled jobs. */
  endedPerMinute: z.number().nullable(),
  /** Dead outbox tasks, or turns that failed in the last 24 h; null for queues with neither. */
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
  org: orgSlug.optional(),
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
  searched: z.int().describe('Number of searched jobs; the newest are searched first.'),
  all: z.boolean().describe('False if the queue has more jobs than were searched or requested.'),
});
export type ConsoleQueuedJobs = z.infer<typeof consoleQueuedJobs>;

export const changeQueuedJobs = z.strictObject({
  ids: z.array(storableText(MAX_ID_CHARACTERS)).min(1, 'expected at least one job').max(MAX_CHANGED_AT_ONCE),
});
export type ChangeQueuedJobs = z.infer<typeof changeQueuedJobs>;

export const changedJobs = z.object({
  changed: z.int().describe('Number of changed jobs or tasks; missing ones are skipped.'),
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
  /** Restricts the list to these rows, such as those of the last action. */
  among: packedIds.optional(),
  ...pageQuery.shape,
});
export type OutboxTasksQuery = z.infer<typeof outboxTasksQuery>;

/** An outbox task: the row to which a job points. */
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
  /** Trace that created the task and that the task continues. */
  traceId: z.string().nullable(),
  runAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type ConsoleOutboxTask = z.infer<typeof consoleOutboxTask>;
export const consoleOutboxTaskPage = pageOf(consoleOutboxTask);
export type ConsoleOutboxTaskPage = z.infer<typeof consoleOutboxTaskPage>;

export const consoleTurnJobs = z.object({
  /** Job of the last run of the turn. */
  own: z.object({
    queue: z.string(),
    id: z.string(),
    name: z.string(),
    /** Null if the queue no longer has the job; it removes successful jobs. */
    state: queuedJobState.nullable(),
  }),
  /** The first 100 outbox tasks of the turn, in the order of creation. */
  outboxTasks: z.array(consoleOutboxTask.pick({ id: true, job: true, state: true, createdAt: true })),
});
export type ConsoleTurnJobs = z.infer<typeof consoleTurnJobs>;

export const changeOutboxTasks = z.strictObject({
  ids: z.array(uuid).min(1, 'expected at least one outbox task').max(MAX_CHANGED_AT_ONCE),
});
export type ChangeOutboxTasks = z.infer<typeof changeOutboxTasks>;

export const retriedOutboxTasks = changedJobs.extend({
  ids: z.array(uuid).describe('Ids of the tasks that now run; a webhook delivery gets a new one.'),
});
export type RetriedOutboxTasks = z.infer<typeof retriedOutboxTasks>;

export const replayOutboxTask = z.strictObject({
  /** Replaces the payload of the failed task. */
  payload: z.record(z.string(), z.unknown()),
});
export type ReplayOutboxTask = z.infer<typeof replayOutboxTask>;

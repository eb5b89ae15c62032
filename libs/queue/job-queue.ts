import { Inject, Injectable } from '@nestjs/common';
import { Queue, type JobType } from 'bullmq';
import { jobCatalogue, jobNames, queueNames, type JobName, type JobPayload } from './job-catalogue.ts';
import { machineNow } from './machine-now.ts';
import { QUEUE_CONNECTION, type QueueConnection } from './queue-connection.ts';
import { AT_ONCE, runInRounds } from './run-in-rounds.ts';

/** States of jobs that wait or run. */
const LIVE: JobType[] = ['waiting', 'active', 'delayed', 'prioritized', 'waiting-children'];

const COUNTED: JobType[] = ['waiting', 'active', 'delayed', 'failed', 'prioritized'];
/** On PostgreSQL, BullMQ counts the waiting jobs of a paused queue under this state, which its types do not include. */
const PAUSED = 'paused' as JobType;
const LIVE_STATES = new Set<string>([...LIVE, PAUSED]);

/** A next run that is more than this many intervals away counts as wrong. */
const FAR_OFF = 3;

/** Number of jobs that workers may take between two reads without hiding the oldest waiting job. */
const TAKEN_MEANWHILE = 10;

export interface EnqueueOptions {
  /** A job id is in the queue at most once. */
  jobId?: string;
  delayMs?: number;
}

export interface QueueCounts {
  queue: string;
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  /** Time since the oldest waiting job was enqueued; 0 if no job waits. */
  oldestAgeMs: number;
}

@Injectable()
export class JobQueue {
  private readonly queues = new Map<string, Queue>();
  /** Queues whose backend was unreachable when they were opened. */
  private readonly unusable = new WeakSet<Queue>();
  private readonly heldBack: JobType[];

  constructor(@Inject(QUEUE_CONNECTION) private readonly connection: QueueConnection) {
    this.heldBack = connection.kind === 'postgres' ? [PAUSED] : [];
    for (const name of queueNames) this.open(name);
  }

  /**
   * Adds a job.
   *
   * @throws the backend's error while the backend is unreachable. The row stays, and the sweep enqueues it later.
   */
  async enqueue<Name extends JobName>(
    name: Name,
    payload: JobPayload<Name>,
    options: EnqueueOptions = {},
  ): Promise<void> {
    const definition = jobCatalogue[name];
    await this.queueOf(name).add(name, definition.payload.parse(payload), {
      ...(options.jobId ? { jobId: options.jobId } : {}),
      ...(options.delayMs ? { delay: options.delayMs } : {}),
      attempts: definition.attempts,
      backoff: { type: 'exponential', delay: definition.backoffMs, jitter: 0.5 },
      // The row has the result. Which failed jobs are kept is an option of the worker, so that no job has to carry it.
      removeOnComplete: true,
    });
  }

  /** True if a job with that id waits or runs. */
  async isLive(name: JobName, jobId: string): Promise<boolean> {
    const job = await this.queueOf(name).getJob(jobId);
    return job !== undefined && job !== null && LIVE_STATES.has(await job.getState());
  }

  /**
   * Returns the `items` whose job neither waits nor runs. The backend scans all waiting jobs to find a single one, and most
   * items have a job, so the ids of all jobs are read first, and only missing ids are looked up one by one.
   */
  async withoutJob<Item>(
    items: readonly Item[],
    jobOf: (item: Item) => { name: JobName; id: string },
  ): Promise<Item[]> {
    const queues = items.length > AT_ONCE ? items.map((item) => this.queueOf(jobOf(item).name)) : [];
    const lists = await Promise.all([...new Set(queues)].map((queue) => this.liveIds(queue)));
    const listed = new Set(lists.flat());
    const unlisted = items.filter((item) => !listed.has(jobOf(item).id));
    const live = await runInRounds(unlisted.map(jobOf), ({ name, id }) => this.isLive(name, id));
    return unlisted.filter((_, place) => !live[place]);
  }

  /** Starts the scheduled jobs. Every worker may call it: there is one scheduler per job. */
  async startSchedules(): Promise<void> {
    for (const name of jobNames) await this.startSchedule(name);
  }

  /**
   * Restarts schedules that are missing, because Redis may have lost its data while workers kept running, and schedules
   * whose next run is too far away: BullMQ computes it by the clock of the worker that ran the last job, which may have
   * been ahead.
   *
   * @returns the names of the restarted jobs.
   */
  async mendSchedules(): Promise<JobName[]> {
    const mended: JobName[] = [];
    for (const name of jobNames) {
      const { everyMs } = jobCatalogue[name];
      if (everyMs === null) continue;
      const queue = this.queueOf(name);
      const known = await queue.getJobScheduler(name);
      if (known && (known.next ?? 0) < machineNow() + FAR_OFF * everyMs) continue;
      // Updating an existing scheduler would keep its next run.
      if (known) await queue.removeJobScheduler(name);
      await this.startSchedule(name);
      mended.push(name);
    }
    return mended;
  }

  private async startSchedule(name: JobName): Promise<void> {
    const { everyMs } = jobCatalogue[name];
    if (everyMs === null) return;
    await this.queueOf(name).upsertJobScheduler(
      name,
      { every: everyMs },
      { name, data: { v: 1 }, opts: { removeOnComplete: true } },
    );
  }

  async counts(): Promise<QueueCounts[]> {
    return Promise.all(
      queueNames.map(async (queue) => {
        const handle = this.handle(queue);
        const counts = await handle.getJobCounts(...COUNTED, ...this.heldBack);
        const waiting = (counts.waiting ?? 0) + (counts.prioritized ?? 0) + (counts.paused ?? 0);
        return {
          queue,
          waiting,
          active: counts.active ?? 0,
          delayed: counts.delayed ?? 0,
          failed: counts.failed ?? 0,
          oldestAgeMs: await oldestAgeOf(handle, waiting),
        };
      }),
    );
  }

  /** Rejects while the backend is unreachable or takes no writes. */
  async ping(): Promise<void> {
    await this.connection.requireWrites();
    await this.queueOf('sweep').getJobCounts('waiting');
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.queues.values()].map((queue) => queue.close()));
  }

  /** The BullMQ queue, for admin commands. Other code uses the methods above. @throws for an unknown queue name. */
  handle(queue: string): Queue {
    const handle = this.queues.get(queue);
    if (!handle) throw new Error(`No queue ${queue}`);
    if (!this.unusable.has(handle)) return handle;
    void handle.close().catch(() => undefined);
    return this.open(queue);
  }

  private open(name: string): Queue {
    const queue = new Queue(this.connection.queueName(name), {
      connection: this.connection.forQueues,
      prefix: this.connection.prefix,
      // While the backend is unreachable, a command fails at once instead of waiting.
      skipWaitingForReady: true,
    });
    queue.on('error', () => undefined);
    // BullMQ reads the backend's version on opening. If that fails, every later command fails with the same error.
    queue.waitUntilReady().catch(() => this.unusable.add(queue));
    this.queues.set(name, queue);
    return queue;
  }

  /** The ids of all jobs that wait or run. A job that changes its state during the read may be missing. */
  private liveIds(queue: Queue): Promise<string[]> {
    return queue.getRanges([...LIVE, ...this.heldBack], 0, -1);
  }

  private queueOf(name: JobName): Queue {
    return this.handle(jobCatalogue[name].queue);
  }
}

/**
 * Returns the age of the oldest waiting job. It reads the end of the list in newest-first order, because BullMQ on
 * PostgreSQL selects the page before it reverses the order. No job of the catalogue has a priority.
 */
async function oldestAgeOf(queue: Queue, waiting: number): Promise<number> {
  if (waiting === 0) return 0;
  const oldest = await queue.getJobs(['waiting'], Math.max(0, waiting - TAKEN_MEANWHILE), -1);
  const now = machineNow();
  return Math.max(0, ...oldest.map(({ timestamp }) => now - timestamp));
}

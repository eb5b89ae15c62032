import { Inject, Injectable } from '@nestjs/common';
import { Queue, type JobType } from 'bullmq';
import { jobCatalogue, jobNames, queueNames, type JobName, type JobPayload } from './job-catalogue.ts';
import { machineNow } from './machine-now.ts';
import { QUEUE_CONNECTION, type QueueConnection } from './queue-connection.ts';
import { AT_ONCE, someAtOnce } from './some-at-once.ts';

/** States in which a job will still be worked on. */
const LIVE: JobType[] = ['waiting', 'active', 'delayed', 'prioritized', 'waiting-children'];
/** Finished jobs say nothing that the row does not; failed ones are kept for the console. */
const KEEP_FAILED = { age: 7 * 24 * 3_600, count: 10_000 };

const COUNTED: JobType[] = ['waiting', 'active', 'delayed', 'failed', 'prioritized'];
/** On PostgreSQL BullMQ counts what waits in a paused queue under a name of its own, which its types do not know. */
const PAUSED = 'paused' as JobType;
const LIVE_STATES = new Set<string>([...LIVE, PAUSED]);

/** Times the pause of a schedule after which it is not believed that its next time is meant. */
const FAR_OFF = 3;

/** Jobs that workers may take between two questions without hiding the oldest that still waits. */
const TAKEN_MEANWHILE = 10;

export interface EnqueueOptions {
  /** The same id is never in the queue twice. */
  jobId?: string;
  delayMs?: number;
}

export interface QueueCounts {
  queue: string;
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  /** Since the oldest waiting job was enqueued; 0 when none waits. */
  oldestAgeMs: number;
}

/** Puts jobs of the catalogue into their queues. */
@Injectable()
export class JobQueue {
  private readonly queues = new Map<string, Queue>();
  /** Those that met a backend that was away when they were opened. */
  private readonly unusable = new WeakSet<Queue>();
  private readonly heldBack: JobType[];

  constructor(@Inject(QUEUE_CONNECTION) private readonly connection: QueueConnection) {
    this.heldBack = connection.kind === 'postgres' ? [PAUSED] : [];
    for (const name of queueNames) this.open(name);
  }

  /**
   * Adds a job.
   *
   * @throws whatever the backend throws while it is away; the row stays, and the sweeper enqueues it later.
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
      removeOnComplete: true,
      removeOnFail: KEEP_FAILED,
    });
  }

  /** True when a job of that id waits or is being worked on. */
  async isLive(name: JobName, jobId: string): Promise<boolean> {
    const job = await this.queueOf(name).getJob(jobId);
    return job !== undefined && job !== null && LIVE_STATES.has(await job.getState());
  }

  /**
   * Those of `items` whose job neither waits nor is being worked on. For one job of a long queue the backend looks through all
   * that wait; of many items most have theirs: the ids of all jobs are read at once, and who is not among them is asked for.
   */
  async withoutJob<Item>(
    items: readonly Item[],
    jobOf: (item: Item) => { name: JobName; id: string },
  ): Promise<Item[]> {
    const queues = items.length > AT_ONCE ? items.map((item) => this.queueOf(jobOf(item).name)) : [];
    const lists = await Promise.all([...new Set(queues)].map((queue) => this.liveIds(queue)));
    const listed = new Set(lists.flat());
    const unlisted = items.filter((item) => !listed.has(jobOf(item).id));
    const live = await someAtOnce(unlisted.map(jobOf), ({ name, id }) => this.isLive(name, id));
    return unlisted.filter((_, place) => !live[place]);
  }

  /** Starts the jobs that run again and again. Safe to call from every worker: there is one scheduler per job. */
  async startSchedules(): Promise<void> {
    for (const name of jobNames) await this.startSchedule(name);
  }

  /**
   * Starts those again that are gone, since Redis may come back without its data while workers go on, and those whose next
   * time is far off: BullMQ puts it by the clock of the worker that ran the last one, which may have been ahead.
   *
   * @returns their names.
   */
  async mendSchedules(): Promise<JobName[]> {
    const mended: JobName[] = [];
    for (const name of jobNames) {
      const { everyMs } = jobCatalogue[name];
      if (everyMs === null) continue;
      const queue = this.queueOf(name);
      const known = await queue.getJobScheduler(name);
      if (known && (known.next ?? 0) < machineNow() + FAR_OFF * everyMs) continue;
      // Set over one that is there, it would keep its time.
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
      { name, data: { v: 1 }, opts: { removeOnComplete: true, removeOnFail: KEEP_FAILED } },
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

  /** Fails while the backend is away. */
  async ping(): Promise<void> {
    await this.queueOf('sweep').getJobCounts('waiting');
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.queues.values()].map((queue) => queue.close()));
  }

  /** For steering by people; what runs of itself goes through the methods above. @throws for a name of no queue. */
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
      // While the backend is away a command fails at once instead of waiting for it.
      skipWaitingForReady: true,
    });
    queue.on('error', () => undefined);
    // BullMQ asks the backend for its version at once, and where that fails every later command fails like it.
    queue.waitUntilReady().catch(() => this.unusable.add(queue));
    this.queues.set(name, queue);
    return queue;
  }

  /** A job that changes its state at this moment may be missing. */
  private liveIds(queue: Queue): Promise<string[]> {
    return queue.getRanges([...LIVE, ...this.heldBack], 0, -1);
  }

  private queueOf(name: JobName): Queue {
    return this.handle(jobCatalogue[name].queue);
  }
}

/**
 * Read from the far end of the list, newest first: on PostgreSQL BullMQ cuts its page before it turns the order round.
 * None of our jobs has a priority.
 */
async function oldestAgeOf(queue: Queue, waiting: number): Promise<number> {
  if (waiting === 0) return 0;
  const oldest = await queue.getJobs(['waiting'], Math.max(0, waiting - TAKEN_MEANWHILE), -1);
  const now = machineNow();
  return Math.max(0, ...oldest.map(({ timestamp }) => now - timestamp));
}

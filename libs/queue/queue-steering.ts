import { Inject, Injectable } from '@nestjs/common';
import type { Job, Queue } from 'bullmq';
import { jobCatalogue, jobNames, queueNames, type JobDefinition, type JobName } from './job-catalogue.ts';
import { JobQueue, type QueueCounts } from './job-queue.ts';
import { someAtOnce } from './some-at-once.ts';

/** Jobs that one search looks through, newest first; what lies further back is found by a narrower state. */
const MAX_SEARCHED_JOBS = 5_000;
const JOBS_PER_READ = 500;

export type QueuedJobState = 'waiting' | 'active' | 'delayed' | 'failed';

/** BullMQ's states of a job that is still in its queue, by what people are told. */
const STATES: Partial<Record<string, QueuedJobState>> = {
  waiting: 'waiting',
  prioritized: 'waiting',
  paused: 'waiting',
  active: 'active',
  delayed: 'delayed',
  failed: 'failed',
};

/** One queue as it is at the moment. */
export interface QueueState extends QueueCounts {
  /** Jobs of the catalogue that it holds. */
  jobs: JobName[];
  paused: boolean;
}

/** A job as its queue holds it. */
export interface QueuedJob {
  id: string;
  name: string;
  state: QueuedJobState;
  payload: unknown;
  attempts: number;
  /** Granted in all. */
  maxAttempts: number;
  error: string | null;
  stack: string[];
  enqueuedAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** Not before; null where it is due. */
  dueAt: Date | null;
}

/** A job that is run again and again. */
export interface JobSchedule {
  job: JobName;
  queue: string;
  everyMs: number;
  /** Null until a worker has started the schedule. */
  nextAt: Date | null;
}

/** What people see of the queues and do to them. The rows that jobs point to stay as they are. */
@Injectable()
export class QueueSteering {
  constructor(@Inject(JobQueue) private readonly queues: Pick<JobQueue, 'counts' | 'handle'>) {}

  async overview(): Promise<QueueState[]> {
    const counts = await this.queues.counts();
    return Promise.all(
      counts.map(async (entry) => ({
        ...entry,
        jobs: jobsOf(entry.queue),
        paused: await this.queues.handle(entry.queue).isPaused(),
      })),
    );
  }

  /**
   * The newest jobs of a state whose id, name, payload or error holds `text`.
   *
   * @returns also how many were looked through, and whether that were all.
   */
  async find(
    queue: string,
    state: QueuedJobState,
    { text = '', limit }: { text?: string | undefined; limit: number },
  ): Promise<{ jobs: QueuedJob[]; searched: number; all: boolean }> {
    const handle = this.queues.handle(queue);
    const wanted = text.toLowerCase();
    const jobs: QueuedJob[] = [];
    let searched = 0;
    while (searched < MAX_SEARCHED_JOBS) {
      const page = await readJobs(handle, state, searched);
      for (const job of page) {
        searched += 1;
        // It may be gone between the list and its reading.
        if (!job) continue;
        const view = jobView(job, state);
        if (wanted === '' || searchable(view).includes(wanted)) jobs.push(view);
        if (jobs.length === limit) return { jobs, searched, all: false };
      }
      if (page.length < JOBS_PER_READ) return { jobs, searched, all: true };
    }
    return { jobs, searched, all: false };
  }

  /** The state of one job; undefined where its queue has it no more: jobs that ended well are gone. */
  async stateOf(queue: string, id: string): Promise<QueuedJobState | undefined> {
    const job = (await this.queues.handle(queue).getJob(id)) as Job | undefined | null;
    return job ? STATES[await job.getState()] : undefined;
  }

  /** Puts failed jobs back into their queue, with all their attempts. @returns how many were still failed. */
  async retry(queue: string, ids: readonly string[]): Promise<number> {
    return this.each(queue, ids, async (job) => {
      if (!(await job.isFailed())) return false;
      await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
      return true;
    });
  }

  /** Takes jobs out of their queue; one that is being worked on stays. @returns how many are gone. */
  async remove(queue: string, ids: readonly string[]): Promise<number> {
    return this.each(queue, ids, async (job) => {
      if (await job.isActive()) return false;
      await job.remove();
      return true;
    });
  }

  /** Workers finish what they have and take no more of this queue, until it is resumed. */
  async pause(queue: string): Promise<void> {
    await this.queues.handle(queue).pause();
  }

  async resume(queue: string): Promise<void> {
    await this.queues.handle(queue).resume();
  }

  /** Takes every waiting and delayed job out. What their rows still ask for is enqueued again by the next sweep. */
  async drain(queue: string): Promise<void> {
    await this.queues.handle(queue).drain(true);
  }

  /** Every job of the catalogue that runs by the clock. */
  async schedules(): Promise<JobSchedule[]> {
    const scheduled = jobNames.flatMap((job) => {
      const { queue, everyMs }: JobDefinition = jobCatalogue[job];
      return everyMs === null ? [] : [{ job, queue, everyMs }];
    });
    return Promise.all(
      scheduled.map(async (schedule) => {
        const known = await this.queues.handle(schedule.queue).getJobScheduler(schedule.job);
        return { ...schedule, nextAt: known?.next ? new Date(known.next) : null };
      }),
    );
  }

  private async each(
    queue: string,
    ids: readonly string[],
    act: (job: Job) => Promise<boolean>,
  ): Promise<number> {
    const handle = this.queues.handle(queue);
    const acted = await someAtOnce(ids, async (id) => {
      const job = (await handle.getJob(id)) as Job | undefined | null;
      return job ? act(job) : false;
    });
    return acted.filter(Boolean).length;
  }
}

function jobsOf(queue: string): JobName[] {
  return jobNames.filter((name) => jobCatalogue[name].queue === queue);
}

/** True for the name of a queue of the catalogue. */
export function isQueueName(name: string): boolean {
  return (queueNames as readonly string[]).includes(name);
}

async function readJobs(
  queue: Queue,
  state: QueuedJobState,
  start: number,
): Promise<(Job | undefined | null)[]> {
  return queue.getJobs([state], start, start + JOBS_PER_READ - 1);
}

function jobView(job: Job, state: QueuedJobState): QueuedJob {
  return {
    id: job.id ?? '',
    name: job.name,
    state,
    payload: job.data as unknown,
    attempts: job.attemptsMade,
    maxAttempts: job.opts.attempts ?? 1,
    error: job.failedReason || null,
    stack: job.stacktrace ?? [],
    enqueuedAt: new Date(job.timestamp),
    startedAt: job.processedOn ? new Date(job.processedOn) : null,
    finishedAt: job.finishedOn ? new Date(job.finishedOn) : null,
    dueAt: state === 'delayed' ? dueAtOf(job) : null,
  };
}

/** A job that was put off waits from then on: soon after it was begun last, which is as near as BullMQ tells. */
function dueAtOf({ timestamp, processedOn, delay }: Job): Date {
  return new Date((processedOn ?? timestamp) + delay);
}

function searchable({ id, name, payload, error }: QueuedJob): string {
  return `${id} ${name} ${JSON.stringify(payload)} ${error ?? ''}`.toLowerCase();
}

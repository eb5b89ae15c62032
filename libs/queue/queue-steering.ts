import { Inject, Injectable } from '@nestjs/common';
import type { Job, Queue } from 'bullmq';
import { jobCatalogue, jobNames, queueNames, type JobDefinition, type JobName } from './job-catalogue.ts';
import { JobQueue, type QueueCounts } from './job-queue.ts';
import { runInRounds } from './run-in-rounds.ts';

/** Maximum number of jobs that one search reads, newest first. Older jobs can be found by a narrower state. */
const MAX_SEARCHED_JOBS = 5_000;
const JOBS_PER_READ = 500;

export type QueuedJobState = 'waiting' | 'active' | 'delayed' | 'failed';

/** The displayed state for each BullMQ state of a job in its queue. */
const STATES: Partial<Record<string, QueuedJobState>> = {
  waiting: 'waiting',
  prioritized: 'waiting',
  paused: 'waiting',
  active: 'active',
  delayed: 'delayed',
  failed: 'failed',
};

export interface QueueState extends QueueCounts {
  /** The jobs of the catalogue that use this queue. */
  jobs: JobName[];
  paused: boolean;
}

export interface QueuedJob {
  id: string;
  name: string;
  state: QueuedJobState;
  payload: unknown;
  attempts: number;
  maxAttempts: number;
  error: string | null;
  stack: string[];
  enqueuedAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** Earliest start; null if the job is due. */
  dueAt: Date | null;
}

export interface JobSchedule {
  job: JobName;
  queue: string;
  everyMs: number;
  /** Null until a worker has started the schedule. */
  nextAt: Date | null;
}

/** Queue state and commands for admins. The commands do not change the rows that jobs point to. */
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
   * Returns the newest jobs of a state whose id, name, payload or error contains `text`; with `orgId`, only jobs of
   * that org.
   *
   * @returns the jobs, the number of searched jobs, and whether all jobs were searched.
   */
  async find(
    queue: string,
    state: QueuedJobState,
    { text = '', orgId, limit }: { text?: string | undefined; orgId?: string | null; limit: number },
  ): Promise<{ jobs: QueuedJob[]; searched: number; all: boolean }> {
    const handle = this.queues.handle(queue);
    const wanted = text.toLowerCase();
    const jobs: QueuedJob[] = [];
    let searched = 0;
    while (searched < MAX_SEARCHED_JOBS) {
      const page = await readJobs(handle, state, searched);
      for (const job of page) {
        searched += 1;
        // A job may disappear between the listing and the read.
        if (!job) continue;
        const view = jobView(job, state);
        if (orgId && (view.payload as { orgId?: string }).orgId !== orgId) continue;
        if (wanted === '' || searchable(view).includes(wanted)) jobs.push(view);
        if (jobs.length === limit) return { jobs, searched, all: false };
      }
      if (page.length < JOBS_PER_READ) return { jobs, searched, all: true };
    }
    return { jobs, searched, all: false };
  }

  /** Returns one job, or undefined if it is not in the queue. Successful jobs are removed. */
  async stateOf(queue: string, id: string): Promise<QueuedJobState | undefined> {
    const job = (await this.queues.handle(queue).getJob(id)) as Job | undefined | null;
    return job ? STATES[await job.getState()] : undefined;
  }

  /** Puts failed jobs back into their queue with all their attempts. @returns the number of jobs that were still failed. */
  async retry(queue: string, ids: readonly string[]): Promise<number> {
    return this.each(queue, ids, async (job) => {
      if (!(await job.isFailed())) return false;
      await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
      return true;
    });
  }

  /** Removes jobs from their queue, except running jobs. @returns the number of removed jobs. */
  async remove(queue: string, ids: readonly string[]): Promise<number> {
    return this.each(queue, ids, async (job) => {
      if (await job.isActive()) return false;
      await job.remove();
      return true;
    });
  }

  /** Pauses a queue: workers finish their running jobs and take no new ones until it is resumed. */
  async pause(queue: string): Promise<void> {
    await this.queues.handle(queue).pause();
  }

  async resume(queue: string): Promise<void> {
    await this.queues.handle(queue).resume();
  }

  /** Removes every waiting and delayed job. The next sweep enqueues again those whose rows are still due. */
  async drain(queue: string): Promise<void> {
    await this.queues.handle(queue).drain(true);
  }

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
    const acted = await runInRounds(ids, async (id) => {
      const job = (await handle.getJob(id)) as Job | undefined | null;
      return job ? act(job) : false;
    });
    return acted.filter(Boolean).length;
  }
}

function jobsOf(queue: string): JobName[] {
  return jobNames.filter((name) => jobCatalogue[name].queue === queue);
}

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

/**
 * A delayed job waits from the time of the delay. BullMQ does not store that time; the start of the last attempt is
 * close to it.
 */
function dueAtOf({ timestamp, processedOn, delay }: Job): Date {
  return new Date((processedOn ?? timestamp) + delay);
}

function searchable({ id, name, payload, error }: QueuedJob): string {
  return `${id} ${name} ${JSON.stringify(payload)} ${error ?? ''}`.toLowerCase();
}

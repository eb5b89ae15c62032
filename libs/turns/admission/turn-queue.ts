import type { PinoLogger } from 'nestjs-pino';
import { jobCatalogue, someAtOnce, type JobName, type JobQueue } from '#queue';

/** A run of a turn, as it is enqueued. */
export interface QueuedRun {
  orgId: string;
  turnId: string;
  run: number;
  channel: string;
}

/** Puts turns into the queue of their channel. The job only says where to look; the row is the truth. */
export class TurnQueue {
  constructor(
    private readonly jobs: JobQueue,
    private readonly logger: Pick<PinoLogger, 'warn'>,
  ) {}

  /** Never throws: a turn that could not be enqueued stays in the database, and the sweeper picks it up. */
  async enqueue(run: QueuedRun): Promise<void> {
    try {
      await this.jobs.enqueue(
        jobNameOf(run.channel),
        { v: 1, orgId: run.orgId, turnId: run.turnId, run: run.run },
        { jobId: jobIdOf(run) },
      );
    } catch (error) {
      this.logger.warn(
        { err: error, turnId: run.turnId },
        'the turn could not be enqueued; the sweeper will',
      );
    }
  }

  /** As {@link enqueue}, of some at once. */
  async enqueueAll(runs: readonly QueuedRun[]): Promise<void> {
    await someAtOnce(runs, (run) => this.enqueue(run));
  }

  /** Those of the runs that have no job. */
  withoutJob<Run extends QueuedRun>(runs: readonly Run[]): Promise<Run[]> {
    return this.jobs.withoutJob(runs, turnJobOf);
  }
}

/** The job of a run of a turn, whether its queue still has it or not. */
export function turnJobOf(run: Pick<QueuedRun, 'turnId' | 'run' | 'channel'>): {
  queue: string;
  name: JobName;
  id: string;
} {
  const name = jobNameOf(run.channel);
  return { queue: jobCatalogue[name].queue, name, id: jobIdOf(run) };
}

function jobNameOf(channel: string): JobName & `turn.${string}` {
  return channel === 'voice' ? 'turn.voice' : 'turn.chat';
}

/** With the run's number, so that a retried or resumed turn is not taken for a duplicate. */
function jobIdOf(run: Pick<QueuedRun, 'turnId' | 'run'>): string {
  return `${run.turnId}-${run.run}`;
}

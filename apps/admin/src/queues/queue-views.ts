import { Inject, Injectable } from '@nestjs/common';
import type { ConsoleQueue, ConsoleQueuedJobs, ConsoleQueues, QueuedJobsQuery } from '#contracts/console';
import {
  isQueueName,
  jobCatalogue,
  QueueSteering,
  type JobDefinition,
  type QueuedJob,
  type QueueState,
} from '#queue';
import { redact } from '#telemetry';
import { redactText } from '#text';
import { notFound } from '../http/problems.ts';
import type { OrgScope } from '../session/org-scope.ts';
import type { Scoped } from '../session/picked-org.ts';
import { QueueRatesReadModel } from './queue-rates.read-model.ts';

type Rates = Awaited<ReturnType<QueueRatesReadModel['byJob']>>;

/** Queues as the console shows them. Orgs share them; rates, dead tasks and jobs are those of the picked org. */
@Injectable()
export class QueueViews {
  constructor(
    @Inject(QueueSteering) private readonly steering: QueueSteering,
    @Inject(QueueRatesReadModel) private readonly rates: QueueRatesReadModel,
  ) {}

  async overview(scope: OrgScope): Promise<ConsoleQueues> {
    const [queues, schedules, rates] = await Promise.all([
      this.steering.overview(),
      this.steering.schedules(),
      this.rates.byJob(scope),
    ]);
    return {
      items: queues.map((queue) => queueView(queue, rates)),
      schedules: schedules.map((schedule) => ({
        ...schedule,
        nextAt: schedule.nextAt?.toISOString() ?? null,
      })),
    };
  }

  /** @throws ProblemError 404 for an unknown queue. */
  async jobs(
    queue: string,
    { scope: { orgId }, state, q, limit }: Scoped<QueuedJobsQuery>,
  ): Promise<ConsoleQueuedJobs> {
    if (!isQueueName(queue)) throw notFound(`There is no queue "${queue}".`);
    const { jobs, searched, all } = await this.steering.find(queue, state, { text: q, orgId, limit });
    return { items: jobs.map(jobView), searched, all };
  }
}

function queueView(queue: QueueState, { endedPerMinute, givenUp }: Rates): ConsoleQueue {
  const definitions = queue.jobs.map((job): JobDefinition => jobCatalogue[job]);
  const byTheClock = definitions.every(({ everyMs }) => everyMs !== null);
  const sum = (of: Map<string, number>) => queue.jobs.reduce((total, job) => total + (of.get(job) ?? 0), 0);
  return {
    ...queue,
    endedPerMinute: byTheClock ? null : sum(endedPerMinute),
    givenUp: byTheClock ? null : sum(givenUp),
  };
}

function jobView({ payload, error, stack, ...job }: QueuedJob): ConsoleQueuedJobs['items'][number] {
  return {
    ...job,
    payload: redact(payload),
    error: error === null ? null : redactText(error),
    stack: stack.map(redactText),
    enqueuedAt: job.enqueuedAt.toISOString(),
    startedAt: job.startedAt?.toISOString() ?? null,
    finishedAt: job.finishedAt?.toISOString() ?? null,
    dueAt: job.dueAt?.toISOString() ?? null,
  };
}

import type { Rollups } from '#analytics';
import type { RankerTraining, TrainingPlan } from '#broker';
import type { RolloutGuard } from '#flags';
import type { ReEmbedding } from '#memory';
import type { WebhookSender } from '#outbound';
import {
  outboxProcessor,
  RunLaterError,
  type OutboxTaskHandler,
  type OutboxTaskJob,
  type Outbox,
  type JobPayload,
  type JobProcessor,
  type JobRun,
} from '#queue';
import type {
  ConversationSummaries,
  ImageAnalysis,
  InsightExtraction,
  Sweeper,
  ToolRunWork,
  TurnRunner,
} from '#turns';

/** The services that the processors call. */
export interface JobServices {
  runner: TurnRunner;
  sweeper: Sweeper;
  outbox: Outbox;
  webhooks: WebhookSender;
  guard: RolloutGuard;
  images: ImageAnalysis;
  summaries: ConversationSummaries;
  extraction: InsightExtraction;
  reEmbedding: ReEmbedding;
  training: RankerTraining;
  trainingPlan: TrainingPlan;
  rollups: Rollups;
  toolRuns: ToolRunWork;
  /** Functions that remove rows whose retention has ended. */
  removals: readonly (() => Promise<unknown>)[];
}

/** One processor per job of the catalogue. */
export function processorsOf(services: JobServices): JobProcessor[] {
  return [...turnProcessors(services), ...outboxProcessors(services), ...chores(services)];
}

/** Voice has its own queue, so that a backlog of chat never delays it. */
function turnProcessors({ runner }: JobServices): JobProcessor[] {
  const process = async ({ orgId, turnId }: JobPayload<'turn.chat'>, run: JobRun) => {
    const outcome = await runner.run(orgId, turnId, run.lastAttempt);
    if (outcome.kind === 'later') throw new RunLaterError(outcome.delayMs, outcome.reason);
    if (outcome.kind === 'retry') throw outcome.error;
  };
  return [processor('turn.chat', process), processor('turn.voice', process)];
}

/**
 * Handlers without `onDead` have no row that waits for the work: the old state stays, and the work is requested again
 * later.
 */
function outboxProcessors(services: JobServices): JobProcessor[] {
  const { outbox, webhooks, images, summaries, extraction, reEmbedding, toolRuns, training } = services;
  const task = <Name extends OutboxTaskJob>(job: Name, handler: OutboxTaskHandler<Name>) =>
    outboxProcessor(outbox, job, handler) as JobProcessor;
  return [
    task('deliver', {
      work: ({ orgId, payload }, signal) => webhooks.attempt(orgId, payload, signal),
      onDead: (tx, { payload }, reason) => webhooks.markDead(tx, payload, reason),
    }),
    task('analyze-image', {
      work: ({ orgId, payload }, signal) => images.analyse(orgId, payload, signal),
      onDead: (tx, { payload }, reason) => images.markDead(tx, payload, reason),
    }),
    task('run-tool', {
      work: ({ orgId, payload }, signal) => toolRuns.run(orgId, payload.runId, signal),
      onDead: (tx, { payload }, reason) => toolRuns.markDead(tx, payload.runId, reason),
    }),
    task('summarize', {
      work: ({ orgId, turnId, payload: { conversationId, atOnce } }, signal) =>
        summaries.summarizeIfDue(orgId, conversationId, { turnId, signal, atOnce }),
    }),
    task('extract-insights', {
      work: ({ orgId, payload }, signal) => extraction.extract(orgId, payload, signal),
    }),
    task('re-embed', {
      work: async ({ orgId }, signal) => void (await reEmbedding.run(orgId, signal)),
    }),
    task('train-ranker', {
      work: async ({ orgId }, signal) => void (await training.train(orgId, signal)),
    }),
  ];
}

function chores(services: JobServices): JobProcessor[] {
  const { sweeper, outbox, removals, reEmbedding, trainingPlan, guard, rollups } = services;
  return [
    processor('sweep', async () => {
      const swept = await Promise.allSettled([sweeper.sweep(), outbox.sweep()]);
      throwFailures(swept, 'Some steps of the sweep failed');
    }),
    processor('retention', async () => {
      const removed: PromiseSettledResult<unknown>[] = [];
      for (const remove of removals) removed.push(...(await Promise.allSettled([remove()])));
      throwFailures(removed, 'Some old rows could not be removed');
    }),
    processor('plan-embeddings', () => reEmbedding.addTasks()),
    processor('plan-trainings', () => trainingPlan.addTasks()),
    processor('watch-flags', () => guard.watch()),
    processor('roll-up', () => rollups.roll()),
  ];
}

function processor<Name extends JobProcessor['job']>(
  job: Name,
  work: (payload: JobPayload<Name>, run: JobRun) => Promise<unknown>,
): JobProcessor {
  const process: JobProcessor<Name>['process'] = async (payload, run) => void (await work(payload, run));
  return { job, process } as JobProcessor;
}

function throwFailures(parts: readonly PromiseSettledResult<unknown>[], message: string): void {
  const errors = parts.flatMap((part) => (part.status === 'rejected' ? [part.reason as unknown] : []));
  if (errors.length > 0) throw new AggregateError(errors, message);
}

import { Inject, Injectable } from '@nestjs/common';
import { Rollups, RowRetention } from '#analytics';
import { FileRetention } from '#artifacts';
import { RankerTraining, TrainingPlan } from '#broker';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { RolloutGuard } from '#flags';
import { AuditLog } from '#identity';
import { ReEmbedding, removeExpiredInsights } from '#memory';
import { removeFinishedDeliveries, removeOldMail, WebhookSender } from '#outbound';
import {
  Outbox,
  outboxProcessor,
  removeFinishedOutboxTasks,
  RunLaterError,
  type OutboxTaskHandler,
  type OutboxTaskJob,
  type JobPayload,
  type JobProcessor,
  type JobRun,
} from '#queue';
import {
  ConversationSummaries,
  ImageAnalysis,
  InsightExtraction,
  removeOldToolRuns,
  Sweeper,
  ToolRunWork,
  TurnRunner,
} from '#turns';

/** The services that the processors call. */
@Injectable()
export class JobServices {
  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly fileRetention: FileRetention,
    private readonly rowRetention: RowRetention,
    readonly runner: TurnRunner,
    readonly sweeper: Sweeper,
    readonly outbox: Outbox,
    readonly webhooks: WebhookSender,
    readonly guard: RolloutGuard,
    readonly images: ImageAnalysis,
    readonly summaries: ConversationSummaries,
    readonly extraction: InsightExtraction,
    readonly reEmbedding: ReEmbedding,
    readonly training: RankerTraining,
    readonly trainingPlan: TrainingPlan,
    readonly rollups: Rollups,
    readonly toolRuns: ToolRunWork,
  ) {}

  /** Functions that remove rows whose retention has ended. */
  readonly removals: readonly (() => Promise<unknown>)[] = [
    () => this.fileRetention.removeUnused(),
    () => removeFinishedOutboxTasks(this.database, this.clock),
    () => removeFinishedDeliveries(this.database, this.clock),
    () => removeOldMail(this.database, this.clock),
    () => removeOldToolRuns(this.database, this.clock),
    () => removeExpiredInsights(this.database, this.clock, this.audit),
    () => this.rowRetention.removeOld(),
  ];
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

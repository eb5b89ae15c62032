import { Inject, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { CLOCK, type Clock } from '#config';
import { Database, type PlatformTransaction } from '#database';
import { OrgService } from '#identity';
import { foldModelCalls } from '#models';
import { runInRounds } from '#queue';
import { abandonEffects } from '#tools';
import { IDEMPOTENCY_KEY_TTL_MS } from '../accept/accept.repository.ts';
import { Approvals } from '../approvals/approvals.service.ts';
import { endOpenTraces } from './open-traces.repository.ts';
import { Admission } from '../admission/admission.service.ts';
import {
  advanceForgottenHeads,
  classesWithReadyTurns,
  removeErasedSpans,
  removeIdempotencyKeys,
  removeMessageMinutes,
  renumberRun,
  strandedHeads,
  type StrandedHead,
} from './sweeper.repository.ts';
import { countDeadCalls } from './late-calls.repository.ts';
import type { PriorityClass } from '../admission/turn-job.ts';
import { TurnQueue } from '../admission/turn-queue.ts';
import { removeReaders } from '../live/conversation-reader.repository.ts';

/** A younger turn is probably being enqueued right now. */
const GRACE_S = 5;
/** Turns read per page. Most turns of a backlog have a job; turns without a job may be anywhere in it. */
const HEADS_AT_ONCE = 10_000;
/** Turns changed per transaction. */
const BATCH = 1_000;
const MESSAGE_MINUTES_KEPT_MS = 3_600_000;
/** Longer than a process buffers spans that it cannot write. */
const ERASED_SPANS_KEPT_MS = 86_400_000;

/** A chore of one transaction over every org. It may return a count, which is logged under `field` with `done`. */
interface PlatformChore {
  reason: string;
  work: (tx: PlatformTransaction) => Promise<number | void>;
  field?: string;
  done?: string;
}

/** Runs one chore and collects its error. */
type Chore = <Result>(work: Promise<Result>) => Promise<Result | undefined>;

/**
 * Enqueues turns without a job, after a crash between commit and enqueue or after data loss in the queue. Such a failure
 * delays turns by seconds and loses none.
 */
@Injectable()
export class Sweeper {
  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly admission: Admission,
    private readonly queue: TurnQueue,
    @Inject(OrgService) private readonly orgs: Pick<OrgService, 'settingsOf'>,
    @Inject(Approvals) private readonly approvals: Pick<Approvals, 'expire'>,
    @Inject(PinoLogger) private readonly logger: Pick<PinoLogger, 'info'>,
  ) {}

  /**
   * Runs all chores. An error in one does not stop the others.
   *
   * @returns the number of enqueued turns.
   * @throws AggregateError with all errors, at the end.
   */
  async sweep(): Promise<number> {
    const youngest = new Date(this.clock.now().getTime() - GRACE_S * 1_000);
    const failures: unknown[] = [];
    const chore: Chore = (work) => work.catch((error: unknown) => void failures.push(error));
    const admitted = await chore(this.admitReady(youngest, chore));
    const stranded = await chore(this.enqueueStranded(youngest));
    await chore(this.approvals.expire());
    for (const one of this.platformChores()) await chore(this.run(one));
    await chore(this.removeOldRows());
    const enqueued = (admitted ?? 0) + (stranded ?? 0);
    if (enqueued > 0) this.logger.info({ enqueued }, 'turns without a job were enqueued');
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} chores of the sweep failed`);
    return enqueued;
  }

  /**
   * Marks the oldest turns of conversations `ready` if the end of an earlier turn did not. Then uses slots that became free
   * without the end of a turn: a limit was raised, or a worker died between end and enqueue.
   */
  private async admitReady(youngest: Date, chore: Chore): Promise<number> {
    const classes = await this.database.asPlatform(
      'the sweeper looks after the turns of every org',
      async (tx) => {
        await advanceForgottenHeads(tx, youngest);
        return classesWithReadyTurns(tx);
      },
    );
    let admitted = 0;
    for (const { orgId, priorityClass } of classes)
      admitted += (await chore(this.admitOf(orgId, priorityClass))) ?? 0;
    return admitted;
  }

  private async admitOf(orgId: string, priorityClass: PriorityClass): Promise<number> {
    const limit = this.admission.limitOf(await this.orgs.settingsOf(orgId), priorityClass);
    return this.admission.admitReady(orgId, priorityClass, limit, limit || BATCH);
  }

  private async enqueueStranded(youngest: Date): Promise<number> {
    let enqueued = 0;
    let last: StrandedHead | undefined;
    do {
      const look = { graceSeconds: GRACE_S, youngest, after: last, limit: HEADS_AT_ONCE };
      const heads = await this.database.asPlatform('the sweeper looks after the turns of every org', (tx) =>
        strandedHeads(tx, look),
      );
      const withoutJob = await this.queue.withoutJob(heads);
      const done = await runInRounds(withoutJob, (head) => this.enqueueAnew(head));
      enqueued += done.filter(Boolean).length;
      last = heads.length === HEADS_AT_ONCE ? heads.at(-1) : undefined;
    } while (last);
    return enqueued;
  }

  private async enqueueAnew(head: StrandedHead): Promise<boolean> {
    const run = await this.database.forOrg(head.orgId, (tx) => renumberRun(tx, head));
    if (run === undefined) return false;
    await this.queue.enqueue({ ...head, run });
    return true;
  }

  private platformChores(): PlatformChore[] {
    return [
      {
        // A person must settle side effects of turns that were cancelled or failed midway, because no later run will.
        reason: 'the sweeper looks after the turns of every org',
        work: (tx) => abandonEffects(tx, this.clock.now()),
        field: 'abandoned',
        done: 'side effects with unknown outcome need settlement by a person',
      },
      {
        // Counted at their reserved cost, because the provider may have charged for them.
        reason: 'model calls of dead workers are counted for every org',
        work: countDeadCalls,
        field: 'settled',
        done: 'model calls of dead workers were counted at their reserved cost',
      },
      { reason: 'model calls of every org are added up', work: foldModelCalls },
      {
        reason: 'processes write the traces of every org',
        work: (tx) => endOpenTraces(tx, BATCH),
        field: 'ended',
        done: 'open traces of dead processes were ended',
      },
    ];
  }

  private async run({ reason, work, field, done }: PlatformChore): Promise<void> {
    const count = await this.database.asPlatform(reason, work);
    if (field && done && count) this.logger.info({ [field]: count }, done);
  }

  private async removeOldRows(): Promise<void> {
    const now = this.clock.now().getTime();
    await this.database.asPlatform('old keys, counters and readers of every org are removed', async (tx) => {
      await removeIdempotencyKeys(tx, new Date(now - IDEMPOTENCY_KEY_TTL_MS));
      await removeMessageMinutes(tx, new Date(now - MESSAGE_MINUTES_KEPT_MS));
      await removeErasedSpans(tx, ERASED_SPANS_KEPT_MS);
      await removeReaders(tx);
    });
  }
}

import type { PinoLogger } from 'nestjs-pino';
import type { Clock } from '#config';
import type { Database } from '#database';
import { spanTextPolicyOf, type OrgService } from '#identity';
import { foldModelCalls, settleDeadCalls } from '#models';
import { someAtOnce } from '#queue';
import { endInterruptedSpans } from '#telemetry';
import { abandonEffects } from '#tools';
import { IDEMPOTENCY_KEY_TTL_MS } from '../accept/accept.repository.ts';
import { AdmissionRepository, runningTurnsLimit, type Lane } from './admission.repository.ts';
import type { Approvals } from '../approvals/approvals.service.ts';
import {
  endedTurnsWithOpenSpans,
  endOpenSpans,
  TURNS_AT_ONCE,
  type EndedTurns,
} from '../run/open-spans.repository.ts';
import {
  forgetIdempotencyKeys,
  forgetErasedSpans,
  forgetMessageMinutes,
  lanesWithReadyTurns,
  letForgottenComeForward,
  renumberRun,
  strandedHeads,
  type StrandedHead,
} from './sweeper.repository.ts';
import type { TurnQueue } from './turn-queue.ts';

/** A turn that is younger than this is most likely being enqueued at this very moment. */
const GRACE_S = 5;
/** Turns looked at at a time: most of a backlog has its jobs, and a forgotten turn may stand anywhere in it. */
const HEADS_AT_ONCE = 10_000;
/** Turns that are changed at a time. */
const BATCH = 1_000;
/** Twice the longest pause between two writes of spans. A worker that is later all the same replaces what was inferred. */
const SPANS_WRITTEN_WITHIN_MS = 10_000;
/** A process of a version that did not name itself is replaced by then. */
const UNNAMED_PROCESS_RUNS_MS = 86_400_000;
const MESSAGE_MINUTES_KEPT_MS = 3_600_000;
/** Longer than a process holds spans that it cannot write. */
const ERASED_SPANS_KEPT_MS = 86_400_000;

/** Does one chore, and keeps its failure for later. */
type Chore = <Result>(work: Promise<Result>) => Promise<Result | undefined>;

/** Enqueues what has no job: a crash between commit and enqueue, or a queue that lost its data, costs seconds, not the turn. */
export class Sweeper {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly queue: TurnQueue,
    private readonly orgs: Pick<OrgService, 'settingsOf'>,
    private readonly approvals: Pick<Approvals, 'expire'>,
    private readonly logger: Pick<PinoLogger, 'info'>,
  ) {}

  /**
   * Each chore stands alone: one that fails keeps none of the others from being done.
   *
   * @returns the number of turns that were enqueued.
   * @throws AggregateError with what failed, when all is done.
   */
  async sweep(): Promise<number> {
    const youngest = new Date(this.clock.now().getTime() - GRACE_S * 1_000);
    const failures: unknown[] = [];
    const chore = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
      work.catch((error: unknown) => void failures.push(error));
    const admitted = await chore(this.admitReady(youngest, chore));
    const stranded = await chore(this.enqueueStranded(youngest));
    await chore(this.abandonEffects());
    await chore(this.approvals.expire());
    await chore(this.settleDeadCalls());
    await chore(this.foldModelCalls());
    await chore(this.endOpenSpans(chore));
    await chore(this.endInterruptedSpans());
    await chore(this.forget());
    const enqueued = (admitted ?? 0) + (stranded ?? 0);
    if (enqueued > 0) this.logger.info({ enqueued }, 'turns without a job were enqueued');
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} chores of the sweep failed`);
    return enqueued;
  }

  private async enqueueStranded(youngest: Date): Promise<number> {
    let enqueued = 0;
    let last: StrandedHead | undefined;
    do {
      const heads = await this.strandedHeads(youngest, last);
      const forgotten = await this.queue.withoutJob(heads);
      const anew = await someAtOnce(forgotten, (head) => this.enqueueAnew(head));
      enqueued += anew.filter(Boolean).length;
      last = heads.length === HEADS_AT_ONCE ? heads.at(-1) : undefined;
    } while (last);
    return enqueued;
  }

  /** Calls whose turn was cancelled or has failed in the middle: nobody comes back for them but a person. */
  private async abandonEffects(): Promise<void> {
    const abandoned = await this.database.asPlatform('the sweeper looks after the turns of every org', (tx) =>
      abandonEffects(tx, this.clock.now()),
    );
    if (abandoned > 0) this.logger.info({ abandoned }, 'side effects of unknown outcome wait for a person');
  }

  /** Slots that came free without the end of a turn: a limit was raised, or a worker died between end and enqueue. */
  private async admitReady(youngest: Date, chore: Chore): Promise<number> {
    const lanes = await this.database.asPlatform(
      'the sweeper looks after the turns of every org',
      async (tx) => {
        await letForgottenComeForward(tx, youngest);
        return lanesWithReadyTurns(tx);
      },
    );
    let admitted = 0;
    for (const { orgId, lane } of lanes) admitted += (await chore(this.admitOf(orgId, lane))) ?? 0;
    return admitted;
  }

  private async admitOf(orgId: string, lane: Lane): Promise<number> {
    const limit = runningTurnsLimit(await this.orgs.settingsOf(orgId));
    const runs = await this.database.forOrg(orgId, (tx) =>
      new AdmissionRepository(tx).admit(lane, limit, limit || BATCH),
    );
    await this.queue.enqueueAll(runs);
    return runs.length;
  }

  private strandedHeads(youngest: Date, last: StrandedHead | undefined): Promise<StrandedHead[]> {
    return this.database.asPlatform('the sweeper looks after the turns of every org', (tx) =>
      strandedHeads(tx, { graceSeconds: GRACE_S, youngest, after: last, limit: HEADS_AT_ONCE }),
    );
  }

  private async enqueueAnew(head: StrandedHead): Promise<boolean> {
    const run = await this.database.forOrg(head.orgId, (tx) => renumberRun(tx, head));
    if (run === undefined) return false;
    await this.queue.enqueue({ ...head, run });
    return true;
  }

  /** The provider may have been paid for them: budgets and reports count what was held back. */
  private async settleDeadCalls(): Promise<void> {
    const settled = await this.database.asPlatform(
      'model calls of dead workers are counted for every org',
      settleDeadCalls,
    );
    if (settled > 0)
      this.logger.info({ settled }, 'model calls of workers that died were counted by estimate');
  }

  private async foldModelCalls(): Promise<void> {
    await this.database.asPlatform('model calls of every org are added up', foldModelCalls);
  }

  /** Its worker writes the end of a turn's span a moment after the turn has ended; one that was killed by then never does. */
  private async endOpenSpans(chore: Chore): Promise<void> {
    const before = new Date(this.clock.now().getTime() - SPANS_WRITTEN_WITHIN_MS);
    const ofOrgs = await this.database.asPlatform('the sweeper looks after the turns of every org', (tx) =>
      endedTurnsWithOpenSpans(tx, { before, limit: BATCH }),
    );
    let ended = 0;
    for (const turns of ofOrgs) ended += (await chore(this.endOpenSpansOf(turns))) ?? 0;
    if (ended > 0) this.logger.info({ ended }, 'spans of workers that were gone were ended');
  }

  /** Jobs and requests have no row that says that they have ended; their processes say whether they are there. */
  private async endInterruptedSpans(): Promise<void> {
    const unnamedBefore = new Date(this.clock.now().getTime() - UNNAMED_PROCESS_RUNS_MS);
    const ended = await this.database.asPlatform('processes write the spans of every org', (tx) =>
      endInterruptedSpans(tx, { unnamedBefore, limit: BATCH }),
    );
    if (ended > 0) this.logger.info({ ended }, 'spans of processes that were gone were ended as interrupted');
  }

  private async endOpenSpansOf({ orgId, turnIds }: EndedTurns): Promise<number> {
    const policy = await spanTextPolicyOf(this.orgs, orgId);
    let ended = 0;
    for (let start = 0; start < turnIds.length; start += TURNS_AT_ONCE) {
      const some = turnIds.slice(start, start + TURNS_AT_ONCE);
      ended += await this.database.forOrg(orgId, (tx) => endOpenSpans(tx, some, policy === 'store'));
    }
    return ended;
  }

  private async forget(): Promise<void> {
    const now = this.clock.now().getTime();
    await this.database.asPlatform('old keys and counters of every org are forgotten', async (tx) => {
      await forgetIdempotencyKeys(tx, new Date(now - IDEMPOTENCY_KEY_TTL_MS));
      await forgetMessageMinutes(tx, new Date(now - MESSAGE_MINUTES_KEPT_MS));
      await forgetErasedSpans(tx, ERASED_SPANS_KEPT_MS);
    });
  }
}

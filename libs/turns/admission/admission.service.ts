import { Injectable } from '@nestjs/common';
import { Database, type OrgTransaction } from '#database';
import type { SettingReader } from '#identity';
import { FairShare } from './fair-share.ts';
import { AdmissionRepository, type AdmissionState } from './admission.repository.ts';
import { priorityClassOf, type PriorityClass, type TurnJob } from './turn-job.ts';
import { TurnQueue } from './turn-queue.ts';

/** Slots given when a turn ends: the slot of that turn, and one that a crash may have lost. */
const SLOTS_PER_END = 2;
/** Delay before the second look for a slot. A turn that was ending during the acceptance has committed by then. */
const LOOK_AGAIN_MS = 100;

/**
 * Decides which turns get a job. An org has no more turns in the queue than it may run at once ({@link FairShare}); only simultaneous
 * admissions may exceed this, until the next turns end. If one org sends thousands of turns, they wait in the database, where they do
 * not delay other orgs.
 */
@Injectable()
export class Admission {
  private readonly pending = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly queue: TurnQueue,
    private readonly fairShare: FairShare,
  ) {}

  /** See {@link FairShare.limitOf}. */
  limitOf(settings: SettingReader, priorityClass: PriorityClass): number {
    return this.fairShare.limitOf(settings, priorityClass);
  }

  /**
   * Enqueues a turn that was accepted as `admitted`, after the commit. For a `ready` turn, looks for a slot a second time after {@link
   * LOOK_AGAIN_MS}.
   */
  accepted(tx: OrgTransaction, turn: TurnJob, state: AdmissionState, settings: SettingReader): void {
    if (state === 'admitted') tx.afterCommit(() => this.queue.enqueue(turn));
    if (state === 'ready')
      tx.afterCommit(() => this.admitSoon(turn.orgId, priorityClassOf(turn.channel), settings));
  }

  /**
   * Called after turns ended or were parked. Makes the next turns of their conversations `ready` and gives free slots to the org's oldest
   * ready turns. Their jobs are enqueued after the commit. The caller holds the locks on the conversations. All statements are sent at
   * once.
   *
   * @returns the number of admitted turns.
   */
  async next(
    tx: OrgTransaction,
    ended: readonly { conversationId: string; channel: string }[],
    settings: SettingReader,
  ): Promise<number> {
    const repository = new AdmissionRepository(tx);
    const classes = Map.groupBy(ended, ({ channel }) => priorityClassOf(channel));
    const [, ...admitted] = await Promise.all([
      repository.advanceHeads(ended.map(({ conversationId }) => conversationId)),
      ...[...classes].map(([name, { length }]) =>
        repository.admit(name, this.limitOf(settings, name), length * SLOTS_PER_END),
      ),
    ]);
    const jobs = admitted.flat();
    tx.afterCommit(() => this.queue.enqueueAll(jobs));
    return jobs.length;
  }

  /** Like {@link next}, for a retried or resumed turn, which runs before the younger turns of its conversation. */
  async comeBack(
    tx: OrgTransaction,
    turn: { id: string; conversationId: string; channel: string },
    settings: SettingReader,
  ): Promise<void> {
    await new AdmissionRepository(tx).holdBackYounger(turn.conversationId, turn.id);
    await this.next(tx, [turn], settings);
  }

  /**
   * Gives free slots to ready turns and enqueues them.
   *
   * @returns the number of admitted turns.
   */
  async admitReady(
    orgId: string,
    priorityClass: PriorityClass,
    limit: number,
    atMost = limit,
  ): Promise<number> {
    const jobs = await this.database.forOrgAtOnce(orgId, (tx) =>
      new AdmissionRepository(tx).admit(priorityClass, limit, atMost),
    );
    await this.queue.enqueueAll(jobs);
    return jobs.length;
  }

  /**
   * The end of a turn gives its slot to a ready turn, but does not see a turn that is accepted at the same moment. Without this second
   * look, such a turn would wait for the next end or for the sweeper.
   */
  private admitSoon(orgId: string, priorityClass: PriorityClass, settings: SettingReader): void {
    const key = `${orgId} ${priorityClass}`;
    if (this.pending.has(key)) return;
    this.pending.add(key);
    const timer = setTimeout(() => {
      this.pending.delete(key);
      // Another org may have joined since the acceptance.
      const limit = this.limitOf(settings, priorityClass);
      // The sweeper repeats this every few seconds, also after a database outage.
      void this.admitReady(orgId, priorityClass, limit).catch(() => undefined);
    }, LOOK_AGAIN_MS);
    timer.unref();
  }
}

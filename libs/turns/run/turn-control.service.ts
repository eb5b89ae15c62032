import type { Clock } from '#config';
import type { Database } from '#database';
import type { AuditActor, AuditLog, OrgService } from '#identity';
import type { Webhooks } from '#outbound';
import type { TurnNews } from '#queue';
import { recordTurn } from '#telemetry';
import { AdmissionRepository, runningTurnsLimit } from '../admission/admission.repository.ts';
import { ApprovalRepository } from '../approvals/approval.repository.ts';
import { findTurnToSteer, putBackFailed, requestCancel } from './turn-control.repository.ts';
import { TurnEndRepository } from './turn-end.repository.ts';
import type { TurnQueue } from '../admission/turn-queue.ts';

/** What people do to turns from outside. */
export class TurnControl {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly queue: TurnQueue,
    private readonly news: TurnNews,
    private readonly orgs: Pick<OrgService, 'settingsOf'>,
    private readonly webhooks: Webhooks,
    private readonly audit: Pick<AuditLog, 'record'>,
  ) {}

  /**
   * Stops a queued turn at once, and one whose worker is gone, and a running one at its next step. An ended one stays as
   * it is.
   *
   * @returns false when the org has no such turn.
   */
  async cancel(orgId: string, turnId: string): Promise<boolean> {
    const settings = await this.orgs.settingsOf(orgId);
    const limit = runningTurnsLimit(settings);
    const result = await this.database.forOrg(orgId, async (tx) => {
      const turn = await findTurnToSteer(tx, turnId);
      if (!turn) return { found: false, next: [] };
      const end = new TurnEndRepository(tx, this.clock.now());
      await end.holdConversation(turn.conversationId);
      const turnNow = await requestCancel(tx, turnId);
      if (!turnNow || turnNow.held) return { found: true, next: [] };
      await end.end(turnId, 'cancelled', null);
      if (turnNow.state === 'awaiting_approval')
        await new ApprovalRepository(tx).withdraw(turnId, this.clock.now());
      await end.tell(turnId, 'turn.cancelled', {});
      await this.webhooks.add(tx, 'turn.cancelled', turn, settings);
      await this.news.announce(tx, turnId);
      tx.afterCommit(() => recordTurn({ state: 'cancelled', channel: turn.channel }));
      const next = await new AdmissionRepository(tx).goOn(turn.conversationId, turn.lane, limit);
      return { found: true, next };
    });
    await this.queue.enqueueAll(result.next);
    return result.found;
  }

  /**
   * Runs a failed turn again from where it stopped: finished model calls are not paid for twice and side effects not made
   * twice. It takes its place in the conversation, before younger turns that have not begun.
   *
   * @returns whether it will run; undefined when the org has no such turn, `not_failed` when there is nothing to
   *   retry, also because its contact is being erased.
   */
  async retry(
    orgId: string,
    turnId: string,
    actor: AuditActor,
  ): Promise<'retried' | 'not_failed' | undefined> {
    const limit = runningTurnsLimit(await this.orgs.settingsOf(orgId));
    const at = this.clock.now();
    const result = await this.database.forOrg(orgId, async (tx) => {
      const turn = await findTurnToSteer(tx, turnId);
      if (!turn) return { outcome: undefined, next: [] };
      await new TurnEndRepository(tx, at).holdConversation(turn.conversationId);
      if (!(await putBackFailed(tx, turnId, at))) return { outcome: 'not_failed' as const, next: [] };
      await this.audit.record(tx, { actor, action: 'turn.retry', target: `turn:${turnId}` });
      const admission = new AdmissionRepository(tx);
      await admission.stepBack(turn.conversationId, turnId);
      const next = await admission.goOn(turn.conversationId, turn.lane, limit);
      await this.news.announce(tx, turnId);
      await this.news.announce(tx, turn.conversationId);
      return { outcome: 'retried' as const, next };
    });
    await this.queue.enqueueAll(result.next);
    return result.outcome;
  }
}

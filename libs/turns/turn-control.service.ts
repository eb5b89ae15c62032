import type { Clock } from '#config';
import type { Database } from '#database';
import type { OrgService } from '#identity';
import type { Webhooks } from '#outbound';
import type { TurnNews } from '#queue';
import { AdmissionRepository, runningTurnsLimit } from './admission.repository.ts';
import { ApprovalRepository } from './approvals/approval.repository.ts';
import { findTurnToCancel, requestCancel } from './turn-control.repository.ts';
import { TurnEndRepository } from './turn-end.repository.ts';
import type { TurnQueue } from './turn-queue.ts';

/** What people do to turns from outside. */
export class TurnControl {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly queue: TurnQueue,
    private readonly news: TurnNews,
    private readonly orgs: Pick<OrgService, 'settingsOf'>,
    private readonly webhooks: Webhooks,
  ) {}

  /**
   * Stops a queued turn at once and a running one at its next step. An ended one stays as it is.
   *
   * @returns false when the org has no such turn.
   */
  async cancel(orgId: string, turnId: string): Promise<boolean> {
    const settings = await this.orgs.settingsOf(orgId);
    const limit = runningTurnsLimit(settings);
    const result = await this.database.forOrg(orgId, async (tx) => {
      const turn = await findTurnToCancel(tx, turnId);
      if (!turn) return { found: false, next: [] };
      const end = new TurnEndRepository(tx, this.clock.now());
      await end.holdConversation(turn.conversationId);
      const state = await requestCancel(tx, turnId);
      if (!state || state === 'running') return { found: true, next: [] };
      await end.end(turnId, 'cancelled', null);
      if (state === 'awaiting_approval') await new ApprovalRepository(tx).withdraw(turnId, this.clock.now());
      await end.tell(turnId, 'turn.cancelled', {});
      await this.webhooks.add(tx, 'turn.cancelled', turn, settings);
      await this.news.announce(tx, turnId);
      const next = await new AdmissionRepository(tx).goOn(turn.conversationId, turn.lane, limit);
      return { found: true, next };
    });
    await this.queue.enqueueAll(result.next);
    return result.found;
  }
}

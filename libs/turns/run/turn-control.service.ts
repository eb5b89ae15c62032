import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { AuditLog, OrgService, type AuditActor } from '#identity';
import { Webhooks } from '#outbound';
import { TURN_NOTIFICATIONS, type TurnNotifications } from '#queue';
import { Admission } from '../admission/admission.service.ts';
import { ApprovalRepository } from '../approvals/approval.repository.ts';
import { announceEnd } from './announce-end.ts';
import { findTurn, requestCancel, retryFailed } from './turn-control.repository.ts';
import { holdConversations, TurnEndRepository } from './turn-end.repository.ts';

/** Cancels and retries turns on request of users. */
@Injectable()
export class TurnControl {
  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly admission: Admission,
    @Inject(TURN_NOTIFICATIONS) private readonly notifications: TurnNotifications,
    @Inject(OrgService) private readonly orgs: Pick<OrgService, 'settingsOf'>,
    private readonly webhooks: Webhooks,
    @Inject(AuditLog) private readonly audit: Pick<AuditLog, 'record'>,
  ) {}

  /**
   * Cancels a queued turn, or a running turn whose worker is gone, at once. Any other running turn stops at its next step.
   * An ended turn does not change.
   *
   * @returns false if the org has no such turn.
   */
  async cancel(orgId: string, turnId: string): Promise<boolean> {
    const settings = await this.orgs.settingsOf(orgId);
    return this.database.forOrg(orgId, async (tx) => {
      const turn = await findTurn(tx, turnId);
      if (!turn) return false;
      const end = new TurnEndRepository(tx, this.clock.now());
      await holdConversations(tx, turn.conversationId);
      const turnNow = await requestCancel(tx, turnId);
      if (!turnNow || turnNow.held) return true;
      await end.end(turnId, 'cancelled', null);
      if (turnNow.state === 'awaiting_approval')
        await new ApprovalRepository(tx).withdraw(turnId, this.clock.now());
      const { admission, notifications, webhooks } = this;
      await announceEnd(end, { tx, admission, notifications, webhooks }, turn, {
        state: 'cancelled',
        error: null,
        settings,
      });
      return true;
    });
  }

  /**
   * Resumes a failed turn where it stopped: no model call is paid for twice, and no side effect happens twice. It runs
   * before younger turns of its conversation that have not started.
   *
   * @returns `retried`; `not_failed` if the turn has not failed or the contact is being erased; undefined if the org has no
   * such turn.
   */
  async retry(
    orgId: string,
    turnId: string,
    actor: AuditActor,
  ): Promise<'retried' | 'not_failed' | undefined> {
    const settings = await this.orgs.settingsOf(orgId);
    const at = this.clock.now();
    return this.database.forOrg(orgId, async (tx) => {
      const turn = await findTurn(tx, turnId);
      if (!turn) return undefined;
      await holdConversations(tx, turn.conversationId);
      if (!(await retryFailed(tx, turnId, at))) return 'not_failed';
      await this.audit.record(tx, { actor, action: 'turn.retry', target: `turn:${turnId}` });
      await this.admission.comeBack(tx, turn, settings);
      await this.notifications.announce(tx, turnId, turn.conversationId);
      return 'retried';
    });
  }
}

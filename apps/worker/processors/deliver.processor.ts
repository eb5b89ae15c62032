import type { OrgTransaction } from '#database';
import type { WebhookSender } from '#outbound';
import { FollowUpProcessor, type FollowUp, type FollowUps } from '#queue';

/** Webhook deliveries whose next attempt is due. */
export class DeliverProcessor extends FollowUpProcessor<'deliver'> {
  readonly job = 'deliver';

  constructor(
    followUps: FollowUps,
    private readonly webhooks: WebhookSender,
  ) {
    super(followUps);
  }

  work({ orgId, payload }: FollowUp<'deliver'>, signal: AbortSignal): Promise<void> {
    return this.webhooks.attempt(orgId, payload, signal);
  }

  onGivenUp(tx: OrgTransaction, { payload }: FollowUp<'deliver'>, reason: string): Promise<void> {
    return this.webhooks.giveUp(tx, payload, reason);
  }
}

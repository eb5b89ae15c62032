import { FollowUpProcessor, PermanentJobError, type FollowUp } from '#queue';

/** Webhook deliveries whose next attempt is due. */
export class DeliverProcessor extends FollowUpProcessor<'deliver'> {
  readonly job = 'deliver';

  protected work({ payload }: FollowUp<'deliver'>): Promise<void> {
    return Promise.reject(new PermanentJobError(`There is no delivery ${payload.deliveryId}`));
  }
}

import type { OrgTransaction } from '#database';
import { FollowUpProcessor, type FollowUp, type FollowUps } from '#queue';
import type { ImageAnalysis } from '#turns';

/** Pictures that contacts share, to be looked at by a model. */
export class AnalyzeImageProcessor extends FollowUpProcessor<'analyze-image'> {
  readonly job = 'analyze-image';

  constructor(
    followUps: FollowUps,
    private readonly images: ImageAnalysis,
  ) {
    super(followUps);
  }

  work({ orgId, payload }: FollowUp<'analyze-image'>, signal: AbortSignal): Promise<void> {
    return this.images.analyse(orgId, payload, signal);
  }

  onGivenUp(tx: OrgTransaction, { payload }: FollowUp<'analyze-image'>, reason: string): Promise<void> {
    return this.images.markDead(tx, payload, reason);
  }
}

import { FollowUpProcessor, type FollowUp, type FollowUps } from '#queue';
import type { InsightExtraction } from '#turns';

/** What contacts tell that is worth remembering. */
export class ExtractInsightsProcessor extends FollowUpProcessor<'extract-insights'> {
  readonly job = 'extract-insights';

  constructor(
    followUps: FollowUps,
    private readonly extraction: InsightExtraction,
  ) {
    super(followUps);
  }

  work({ orgId, payload }: FollowUp<'extract-insights'>, signal: AbortSignal): Promise<void> {
    return this.extraction.extract(orgId, payload, signal);
  }

  /** What was told stays in the conversation; nobody waits for more. */
  async onGivenUp(): Promise<void> {}
}

import { FollowUpProcessor, type FollowUp, type FollowUps } from '#queue';
import type { ConversationSummaries } from '#turns';

/** Summaries of conversations in which enough was said. */
export class SummarizeProcessor extends FollowUpProcessor<'summarize'> {
  readonly job = 'summarize';

  constructor(
    followUps: FollowUps,
    private readonly summaries: ConversationSummaries,
  ) {
    super(followUps);
  }

  work({ orgId, turnId, payload }: FollowUp<'summarize'>, signal: AbortSignal): Promise<void> {
    return this.summaries.summarizeIfDue(orgId, payload.conversationId, turnId, signal);
  }

  /** The old summary stays; the next messages ask for a new one. */
  async onGivenUp(): Promise<void> {}
}

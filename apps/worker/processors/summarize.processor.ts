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
    const { conversationId, atOnce } = payload;
    return this.summaries.summarizeIfDue(orgId, conversationId, { turnId, signal, atOnce });
  }

  /** The old summary stays; the next messages ask for a new one. */
  async onGivenUp(): Promise<void> {}
}

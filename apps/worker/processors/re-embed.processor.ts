import type { ReEmbedding } from '#memory';
import { FollowUpProcessor, type FollowUp, type FollowUps } from '#queue';

/** Vectors of what an org remembers and of what people wish for, after a change of its embedding model. */
export class ReEmbedProcessor extends FollowUpProcessor<'re-embed'> {
  readonly job = 're-embed';

  constructor(
    followUps: FollowUps,
    private readonly reEmbedding: ReEmbedding,
  ) {
    super(followUps);
  }

  async work({ orgId }: FollowUp<'re-embed'>, signal: AbortSignal): Promise<void> {
    await this.reEmbedding.run(orgId, signal);
  }

  /** Nothing waits for it: what is outdated is found by its words, and asked for again later. */
  async onGivenUp(): Promise<void> {}
}

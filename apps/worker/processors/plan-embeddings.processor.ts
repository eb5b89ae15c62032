import type { ReEmbedding } from '#memory';
import type { JobProcessor } from '#queue';

/** Asks for new vectors in the orgs that have some of another model. */
export class PlanEmbeddingsProcessor implements JobProcessor<'plan-embeddings'> {
  readonly job = 'plan-embeddings';

  constructor(private readonly reEmbedding: ReEmbedding) {}

  async process(): Promise<void> {
    await this.reEmbedding.askForAll();
  }
}

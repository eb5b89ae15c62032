import type { ReEmbedding } from '#memory';
import type { JobProcessor } from '#queue';

/** Vectors of what is remembered, after a change of the embedding model. */
export class EmbedProcessor implements JobProcessor<'embed'> {
  readonly job = 'embed';

  constructor(private readonly reEmbedding: ReEmbedding) {}

  async process(): Promise<void> {
    await this.reEmbedding.run();
  }
}

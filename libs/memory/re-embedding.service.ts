import type { PinoLogger } from 'nestjs-pino';
import type { Database } from '#database';
import { ModelError, type EmbeddingModel } from '#models';
import { outdatedInsights, reindexInsight, type OutdatedInsight } from './outdated.repository.ts';

/** One call of the provider. */
const BATCH = 100;

/** Gives insights vectors of the model of today, and terms of the version of today. */
export class ReEmbedding {
  constructor(
    private readonly database: Database,
    private readonly embedder: EmbeddingModel,
    private readonly logger: Pick<PinoLogger, 'info' | 'warn'>,
  ) {}

  /**
   * Goes on until nothing is outdated. Meanwhile such insights are found by their words: vectors of two models are never
   * compared. A provider that does not answer ends it; the next run goes on.
   *
   * @returns how many were made anew.
   */
  async run(): Promise<number> {
    let done = 0;
    for (;;) {
      const outdated = await this.database.asPlatform(
        'insights of every org get vectors of the same model',
        (tx) => outdatedInsights(tx, this.embedder.model, BATCH),
      );
      const renewed = outdated.length > 0 ? await this.renew(outdated) : 0;
      done += renewed;
      if (renewed === 0) break;
    }
    if (done > 0)
      this.logger.info({ insights: done, model: this.embedder.model }, 'insights were embedded anew');
    return done;
  }

  private async renew(outdated: readonly OutdatedInsight[]): Promise<number> {
    const { model } = this.embedder;
    let vectors: number[][];
    try {
      vectors = await this.embedder.embed(outdated.map(({ text }) => text));
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      this.logger.warn({ err: error }, 'insights could not be embedded anew; the next run tries again');
      return 0;
    }
    const rows = outdated.map((insight, at) => ({ insight, embedding: vectors[at] ?? [] }));
    let renewed = 0;
    for (const [orgId, own] of Map.groupBy(rows, ({ insight }) => insight.orgId)) {
      const counts = await this.database.forOrg(orgId, (tx) =>
        Promise.all(
          own.map(({ insight, embedding }) =>
            reindexInsight(tx, insight, { text: insight.text, model, embedding }),
          ),
        ),
      );
      renewed += counts.reduce((sum, count) => sum + count, 0);
    }
    return renewed;
  }
}

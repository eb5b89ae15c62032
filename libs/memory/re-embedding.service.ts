import type { PinoLogger } from 'nestjs-pino';
import type { Database } from '#database';
import { ModelError, type EmbeddingModels } from '#models';
import { outdatedInsights, reindexInsight, type OutdatedInsight } from './outdated.repository.ts';

/** Read at once; of one org, one call of the provider. */
const BATCH = 100;

/** Gives insights vectors of the model of today, and terms of the version of today. */
export class ReEmbedding {
  constructor(
    private readonly database: Database,
    private readonly embedders: EmbeddingModels,
    private readonly logger: Pick<PinoLogger, 'info' | 'warn'>,
  ) {}

  /**
   * Goes on until nothing is outdated. Meanwhile such insights are found by their words: vectors of two models are never
   * compared. An org for which the provider does not answer, or that has no money left for it, waits for the next run.
   *
   * @returns how many were made anew.
   */
  async run(): Promise<number> {
    const others = this.embedders.others();
    const elsewhere = [...others.values()].flat();
    let done = await this.runFor(this.embedders.usual, (failed) => ({ except: [...elsewhere, ...failed] }));
    for (const [model, orgIds] of others)
      done += await this.runFor(model, (failed) => ({ only: orgIds.filter((id) => !failed.has(id)) }));
    if (done > 0) this.logger.info({ insights: done }, 'insights were embedded anew');
    return done;
  }

  private async runFor(
    model: string,
    orgsBut: (failed: ReadonlySet<string>) => Parameters<typeof outdatedInsights>[2],
  ): Promise<number> {
    const failed = new Set<string>();
    let done = 0;
    for (;;) {
      const outdated = await this.database.asPlatform(
        'insights of every org get vectors of its model',
        (tx) => outdatedInsights(tx, model, orgsBut(failed), BATCH),
      );
      if (outdated.length === 0) return done;
      for (const [orgId, own] of Map.groupBy(outdated, (insight) => insight.orgId)) {
        const renewed = await this.renew(orgId, own);
        // An org whose model has changed meanwhile is not looked at again either.
        if (renewed === 0) failed.add(orgId);
        done += renewed;
      }
    }
  }

  /** @returns how many; 0 where the model does not answer. */
  private async renew(orgId: string, outdated: readonly OutdatedInsight[]): Promise<number> {
    const embedder = this.embedders.of(orgId);
    const { model } = embedder;
    let vectors: number[][];
    try {
      vectors = await embedder.embed(outdated.map(({ text }) => text));
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      this.logger.warn(
        { err: error, orgId },
        'insights could not be embedded anew; the next run tries again',
      );
      return 0;
    }
    const counts = await this.database.forOrg(orgId, (tx) =>
      Promise.all(
        outdated.map((insight, at) =>
          reindexInsight(tx, insight, { text: insight.text, model, embedding: vectors[at] ?? [] }),
        ),
      ),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }
}

import type { PinoLogger } from 'nestjs-pino';
import type { Clock } from '#config';
import type { Database, OrgTransaction } from '#database';
import type { OrgService } from '#identity';
import { ModelError, type EmbeddingModels } from '#models';
import { RunLaterError, type FollowUps } from '#queue';
import { hasOutdatedInsights, outdatedInsights, reindexInsight } from './outdated.repository.ts';

/** One call of the provider. */
const BATCH = 100;
/** After a provider that did not answer, or a budget that had nothing left. */
const AGAIN_AFTER_MS = 300_000;
/** After work that was given up, which a person may have run again by then. */
const ASKED_AGAIN_AFTER_MS = 3_600_000;

/** Gives insights vectors of the model of today, and terms of the version of today. */
export class ReEmbedding {
  constructor(
    private readonly database: Database,
    private readonly orgs: Pick<OrgService, 'list'>,
    private readonly embedders: EmbeddingModels,
    private readonly followUps: Pick<FollowUps, 'add' | 'isAsked'>,
    private readonly clock: Clock,
    private readonly logger: Pick<PinoLogger, 'info'>,
  ) {}

  /** Asks for it in each org that has something outdated. @returns how many were asked for. */
  async askForAll(): Promise<number> {
    let asked = 0;
    for (const { id } of await this.orgs.list())
      if (await this.database.forOrg(id, (tx) => this.askForOne(tx))) asked += 1;
    return asked;
  }

  private async askForOne(tx: OrgTransaction): Promise<boolean> {
    const { model } = this.embedders.of(tx.orgId);
    if (!(await hasOutdatedInsights(tx, model))) return false;
    const now = this.clock.now();
    const givenUpSince = new Date(now.getTime() - ASKED_AGAIN_AFTER_MS);
    if (await this.followUps.isAsked(tx, 're-embed', givenUpSince)) return false;
    const key = `${model}, ${now.toISOString()}`;
    return this.followUps.add(tx, { job: 're-embed', key, payload: {} });
  }

  /**
   * Goes on until nothing of the org is outdated. Meanwhile such insights are found by their words: vectors of two models
   * are never compared.
   *
   * @returns how many were made anew.
   * @throws RunLaterError where the provider does not answer, or the org has no money left for it.
   */
  async run(orgId: string, signal: AbortSignal): Promise<number> {
    let done = 0;
    for (;;) {
      signal.throwIfAborted();
      const renewed = await this.renewSome(orgId, signal);
      if (renewed === 0) break;
      done += renewed;
    }
    if (done > 0) this.logger.info({ orgId, insights: done }, 'insights were embedded anew');
    return done;
  }

  /** @returns how many; 0 also where all have been changed meanwhile, with vectors of their own. */
  private async renewSome(orgId: string, signal: AbortSignal): Promise<number> {
    const embedder = this.embedders.of(orgId);
    const { model } = embedder;
    const outdated = await this.database.forOrg(orgId, (tx) => outdatedInsights(tx, model, BATCH));
    if (outdated.length === 0) return 0;
    const vectors = await embedder
      .embed(
        outdated.map(({ text }) => text),
        signal,
      )
      .catch((error: unknown) => {
        if (!(error instanceof ModelError)) throw error;
        throw new RunLaterError(Math.max(error.retryAfterMs ?? 0, AGAIN_AFTER_MS), error.message);
      });
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

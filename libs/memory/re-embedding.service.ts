import { Inject, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { CLOCK, type Clock } from '#config';
import { forEachOrg, Database, type OrgTransaction } from '#database';
import { OrgService } from '#identity';
import {
  Embeddings,
  ModelError,
  type EmbeddingModel,
  type EmbeddingModels,
  type ModelErrorClass,
} from '#models';
import { PermanentJobError, RunLaterError, Outbox } from '#queue';
import { outdatedTexts, type OutdatedText } from './outdated.repository.ts';

/** Texts per call of the provider. */
const BATCH = 100;
/** Minimum delay after a provider that did not answer, or an exhausted budget. */
const AGAIN_AFTER_MS = 300_000;
const PERMANENT_ERRORS: ReadonlySet<ModelErrorClass> = new Set([
  'KEY_REJECTED',
  'BAD_REQUEST',
  'NOT_CONFIGURED',
]);

/** Renews the vectors of insights and feature requests after a change of the model, and the search terms of insights after a change of their version. */
@Injectable()
export class ReEmbedding {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(OrgService) private readonly orgs: Pick<OrgService, 'list'>,
    @Inject(Embeddings) private readonly embedders: EmbeddingModels,
    @Inject(Outbox) private readonly outbox: Pick<Outbox, 'add' | 'hasRecentTask'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PinoLogger) private readonly logger: Pick<PinoLogger, 'info'>,
  ) {}

  /**
   * Adds an outbox task for each org with outdated texts.
   *
   * @returns the number of added tasks.
   * @throws AggregateError with the failures, after all other orgs are done.
   */
  async addTasks(): Promise<number> {
    let added = 0;
    const orgs = await this.orgs.list();
    await forEachOrg(orgs, 'Some orgs were not checked for outdated vectors', async ({ id }) => {
      if (await this.database.forOrg(id, (tx) => this.addTask(tx))) added += 1;
    });
    return added;
  }

  private async addTask(tx: OrgTransaction): Promise<boolean> {
    const embedder = this.embedders.of(tx.orgId);
    const [outdated] = await outdatedTexts(tx, embedder, 1);
    if (!outdated) return false;
    if (await this.outbox.hasRecentTask(tx, 're-embed')) return false;
    const key = `${embedder.model}, ${this.clock.now().toISOString()}`;
    return this.outbox.add(tx, { job: 're-embed', key, payload: {} });
  }

  /**
   * Renews all outdated texts of an org. Until then they are found by their words, because vectors of different models are
   * never compared. A text that the provider refuses keeps its old vector and does not block the others.
   *
   * @returns the number of renewed texts.
   * @throws RunLaterError if the provider does not answer or the org's budget is exhausted; PermanentJobError if the
   *   provider refuses the key or a whole batch, or, after all other texts are done, if it refused some texts.
   */
  async run(orgId: string, signal: AbortSignal): Promise<number> {
    const refused = new Map<string, ModelError>();
    let done = 0;
    for (;;) {
      signal.throwIfAborted();
      const before = refused.size;
      const renewed = await this.renewSome(orgId, refused, signal);
      if (renewed === 0 && refused.size === before) break;
      done += renewed;
    }
    if (done > 0) this.logger.info({ orgId, texts: done }, 'texts were re-embedded');
    const [first] = refused.values();
    if (first)
      throw new PermanentJobError(`Texts that keep their old vectors: ${refused.size}. ${first.message}`);
    return done;
  }

  /** @returns the number of renewed texts. It is also 0 if all texts were changed meanwhile or refused. */
  private async renewSome(
    orgId: string,
    refused: Map<string, ModelError>,
    signal: AbortSignal,
  ): Promise<number> {
    const embedder = this.embedders.of(orgId);
    const { model } = embedder;
    const outdated = await this.database.forOrg(orgId, (tx) =>
      outdatedTexts(tx, embedder, BATCH, [...refused.keys()]),
    );
    if (outdated.length === 0) return 0;
    const vectors = await vectorsOf(embedder, outdated, refused, signal).catch((error: unknown) => {
      throw error instanceof ModelError ? asJobError(error) : error;
    });
    const counts = await this.database.forOrg(orgId, (tx) =>
      Promise.all(
        outdated.map(async ({ id, text, renew }) => {
          const embedding = vectors.get(id);
          return embedding ? renew(tx, { text, model, embedding }) : 0;
        }),
      ),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }
}

/** Returns vectors by id. If the provider refuses a batch, sends each text alone and adds the refused texts to `refused`. */
async function vectorsOf(
  embedder: EmbeddingModel,
  texts: readonly OutdatedText[],
  refused: Map<string, ModelError>,
  signal: AbortSignal,
): Promise<Map<string, number[]>> {
  const vectors = new Map<string, number[]>();
  const embed = async (some: readonly OutdatedText[]): Promise<undefined> => {
    const given = await embedder.embed(
      some.map(({ text }) => text),
      signal,
    );
    some.forEach(({ id }, at) => vectors.set(id, given[at] ?? []));
  };
  const whole = await embed(texts).catch(refusalOf);
  if (!whole) return vectors;
  const refusedNow = new Map<string, ModelError>();
  for (const one of texts) {
    const refusal = await embed([one]).catch(refusalOf);
    if (refusal) refusedNow.set(one.id, refusal);
  }
  // If a full batch is refused text by text, the texts are hardly the cause, and sending the others would not help.
  if (texts.length === BATCH && refusedNow.size === BATCH) throw whole;
  for (const [id, refusal] of refusedNow) refused.set(id, refusal);
  return vectors;
}

function refusalOf(error: unknown): ModelError {
  if (error instanceof ModelError && error.errorClass === 'BAD_REQUEST') return error;
  throw error;
}

/** Maps a permanent error to a dead task with its reason. A person retries it, or the plan adds a new task after an hour. */
function asJobError(error: ModelError): Error {
  if (PERMANENT_ERRORS.has(error.errorClass)) return new PermanentJobError(error.message, { cause: error });
  return new RunLaterError(Math.max(error.retryAfterMs ?? 0, AGAIN_AFTER_MS), error.message);
}

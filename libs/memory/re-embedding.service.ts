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

/** One call of the provider. */
const BATCH = 100;
/** After a provider that did not answer, or a budget that had nothing left. */
const AGAIN_AFTER_MS = 300_000;
const NO_WAITING_HELPS: ReadonlySet<ModelErrorClass> = new Set([
  'KEY_REJECTED',
  'BAD_REQUEST',
  'NOT_CONFIGURED',
]);

/** Gives insights and feature requests vectors of the model of today, and insights terms of the version of today. */
@Injectable()
export class ReEmbedding {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(OrgService) private readonly orgs: Pick<OrgService, 'list'>,
    @Inject(Embeddings) private readonly embedders: EmbeddingModels,
    @Inject(Outbox) private readonly outbox: Pick<Outbox, 'add' | 'isAsked'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PinoLogger) private readonly logger: Pick<PinoLogger, 'info'>,
  ) {}

  /**
   * Asks for it in each org that has something outdated.
   *
   * @returns how many were asked for.
   * @throws AggregateError with what failed, when the other orgs are done.
   */
  async askForAll(): Promise<number> {
    let asked = 0;
    const orgs = await this.orgs.list();
    await forEachOrg(orgs, 'Some orgs were not asked for outdated vectors', async ({ id }) => {
      if (await this.database.forOrg(id, (tx) => this.askForOne(tx))) asked += 1;
    });
    return asked;
  }

  private async askForOne(tx: OrgTransaction): Promise<boolean> {
    const embedder = this.embedders.of(tx.orgId);
    const [outdated] = await outdatedTexts(tx, embedder, 1);
    if (!outdated) return false;
    if (await this.outbox.isAsked(tx, 're-embed')) return false;
    const key = `${embedder.model}, ${this.clock.now().toISOString()}`;
    return this.outbox.add(tx, { job: 're-embed', key, payload: {} });
  }

  /**
   * Goes on until nothing of the org is outdated. Meanwhile such texts are found by their words: vectors of two models are
   * never compared. One that the provider refuses keeps its old vector and holds up no other.
   *
   * @returns how many were made anew.
   * @throws RunLaterError where the provider does not answer, or the org has no money left for it; PermanentJobError where
   *   no waiting helps: a key or all of a batch is refused, or some texts were, when all others are done.
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
    if (done > 0) this.logger.info({ orgId, texts: done }, 'texts were embedded anew');
    const [first] = refused.values();
    if (first)
      throw new PermanentJobError(`Texts that keep their old vectors: ${refused.size}. ${first.message}`);
    return done;
  }

  /** @returns how many; 0 also where all have been changed meanwhile, with vectors of their own, or were refused. */
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

/** By id. Where the provider refuses a batch each is asked for alone, and what is refused then is added to `refused`. */
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
  // Of a whole batch it is hardly the texts, and asking for all of an org one by one would find out nothing more.
  if (texts.length === BATCH && refusedNow.size === BATCH) throw whole;
  for (const [id, refusal] of refusedNow) refused.set(id, refusal);
  return vectors;
}

function refusalOf(error: unknown): ModelError {
  if (error instanceof ModelError && error.errorClass === 'BAD_REQUEST') return error;
  throw error;
}

/** What waiting does not mend is given up with its reason: a person runs it again, or the plan asks anew in an hour. */
function asJobError(error: ModelError): Error {
  if (NO_WAITING_HELPS.has(error.errorClass)) return new PermanentJobError(error.message, { cause: error });
  return new RunLaterError(Math.max(error.retryAfterMs ?? 0, AGAIN_AFTER_MS), error.message);
}

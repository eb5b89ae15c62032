import type { Clock } from '#config';
import type { Budgets, Reservation } from '../budgets/budgets.ts';
import type { LateUses } from '../budgets/late-uses.ts';
import { EMBEDDING_TIER } from '../budgets/model-call.repository.ts';
import type { EmbeddedBatch, EmbeddingModel, EmbeddingModels, EmbeddingProvider } from '../language-model.ts';
import { ModelError } from '../model.errors.ts';
import { timeInWords } from '../obstacle-words.ts';
import type { OrgCatalogue } from '../orgs/org-catalogue.ts';
import { countTextTokens } from '../tokens.ts';
import { cutToInput, type InputText } from './cut-to-input.ts';
import { embeddingCost, maxEmbeddingInput } from './embedding-models.ts';
import { OfflineEmbedder } from './offline.embedder.ts';
import { VectorCache } from './vector-cache.ts';

/** A provider that did not answer is not asked again for so long: nobody should wait for it each time. */
const REST_MS = 30_000;

/** Of all texts of a request together: what OpenAI takes (API reference, "Create embeddings"), the least of those known. */
const MAX_REQUEST_TOKENS = 300_000;

export interface EmbeddingsParts {
  /** That of the deployment; none where it has no key. */
  provider: EmbeddingProvider | undefined;
  orgs: {
    of(orgId: string): Pick<OrgCatalogue, 'embedder'> | undefined;
  };
  budgets: Pick<Budgets, 'reserve'>;
  uses: Pick<LateUses, 'add'>;
  clock: Clock;
  logger: { warn(context: object, message: string): void };
}

/**
 * Vectors of texts, for each org by its own keys where it has some; of a text that is longer than the model takes, its
 * beginning counts. Each call is held against the org's budgets as one of a
 * model is, and counted by what it used; for an org without budgets that costs no question and no wait.
 */
export class Embeddings implements EmbeddingModels {
  private readonly cache = new VectorCache();
  private readonly offline = new OfflineEmbedder();
  private readonly cooldownUntil = new WeakMap<EmbeddingProvider, number>();

  constructor(private readonly parts: EmbeddingsParts) {}

  of(orgId: string): EmbeddingModel {
    const provider = this.parts.orgs.of(orgId)?.embedder ?? this.parts.provider;
    if (!provider) return this.offline;
    const { model, semantic } = provider;
    return {
      model,
      semantic,
      embed: (texts, signal) =>
        this.cache.embed(`${orgId}/${model}`, texts, (missing) => this.ask(orgId, provider, missing), signal),
    };
  }

  private async ask(orgId: string, provider: EmbeddingProvider, whole: string[]): Promise<number[][]> {
    const maxTokens = provider.maxInputTokens ?? maxEmbeddingInput(provider.model);
    const inputs = await Promise.all(whole.map((text) => cutToInput(text, maxTokens)));
    const vectors: number[][] = [];
    for (const request of requestsOf(inputs)) vectors.push(...(await this.askOnce(orgId, provider, request)));
    return vectors;
  }

  private async askOnce(
    orgId: string,
    provider: EmbeddingProvider,
    inputs: readonly InputText[],
  ): Promise<number[][]> {
    this.refuseWhileResting(provider);
    const texts = inputs.map(({ text }) => text);
    const counted = (await Promise.all(texts.map(countTextTokens))).reduce((sum, tokens) => sum + tokens, 0);
    const most = inputs.reduce((sum, { mostTokens }) => sum + mostTokens, 0);
    const asked = { provider: provider.provider, model: provider.model, tier: EMBEDDING_TIER } as const;
    const reservation = await this.parts.budgets.reserve(orgId, asked, {
      usd: embeddingCost(provider.model, most),
      promptTokens: most,
      completionTokens: 0,
    });
    const keep = (promptTokens: number) => this.keep(orgId, provider, reservation, promptTokens);
    let answer: EmbeddedBatch;
    try {
      answer = await provider.embed(texts);
    } catch (error) {
      if (isBilled(error)) keep(counted);
      else await reservation.release();
      this.rest(provider, error);
      throw error;
    }
    keep(answer.promptTokens ?? counted);
    return answer.vectors;
  }

  private keep(orgId: string, { model }: EmbeddingProvider, reservation: Reservation, promptTokens: number) {
    const usage = { promptTokens, cachedTokens: 0, completionTokens: 0 };
    this.parts.uses.add(orgId, reservation.useOf(usage, embeddingCost(model, promptTokens)));
  }

  private refuseWhileResting(provider: EmbeddingProvider): void {
    const forMs = (this.cooldownUntil.get(provider) ?? 0) - this.parts.clock.now().getTime();
    if (forMs > 0)
      throw new ModelError(
        'UNAVAILABLE',
        `${provider.model} has failed and is asked again in ${timeInWords(forMs)}.`,
        { retryAfterMs: forMs },
      );
  }

  private rest(provider: EmbeddingProvider, error: unknown): void {
    // A request that is wrong says nothing about others.
    if (!(error instanceof ModelError) || error.errorClass === 'BAD_REQUEST') return;
    const { clock, logger } = this.parts;
    this.cooldownUntil.set(provider, clock.now().getTime() + REST_MS);
    logger.warn(
      { err: error, model: provider.model },
      'the embedding model does not answer; words alone are compared for now',
    );
  }
}

/** The texts in their order, in as few requests as they fit. */
function requestsOf(inputs: readonly InputText[]): InputText[][] {
  const requests: InputText[][] = [[]];
  let tokens = 0;
  for (const input of inputs) {
    tokens += input.mostTokens;
    if (tokens > MAX_REQUEST_TOKENS) {
      requests.push([]);
      tokens = input.mostTokens;
    }
    requests.at(-1)?.push(input);
  }
  return requests.filter((request) => request.length > 0);
}

/** The texts may have been read, although no answer came. */
function isBilled(error: unknown): boolean {
  return !(error instanceof ModelError) || error.errorClass === 'TIMEOUT';
}

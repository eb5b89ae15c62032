import type { Clock, Environment } from '#config';
import type { Budgets, Reservation } from '../budgets/budgets.ts';
import type { LateUses } from '../budgets/late-uses.ts';
import { EMBEDDING_TIER } from '../budgets/model-call.repository.ts';
import type { EmbeddedBatch, EmbeddingModel, EmbeddingModels, EmbeddingProvider } from '../language-model.ts';
import { ModelError } from '../model.errors.ts';
import { waitText } from '../obstacle-text.ts';
import type { OrgCatalogue } from '../orgs/org-catalogue.ts';
import { countTextTokens } from '../tokens.ts';
import { cutToInput, type InputText } from './cut-to-input.ts';
import { embeddingCost, maxEmbeddingInput } from './embedding-models.ts';
import { OfflineEmbedder } from './offline.embedder.ts';
import { VectorCache } from './vector-cache.ts';

/** Cooldown of a provider after a failure, so that not every request waits for it. */
const COOLDOWN_MS = 30_000;

/**
 * Maximum tokens of all texts of a request: OpenAI's limit (API reference, "Create embeddings"), the lowest of the
 * known ones.
 */
const MAX_REQUEST_TOKENS = 300_000;

export interface EmbeddingsParts {
  /** Provider of the deployment; undefined without a key. */
  provider: EmbeddingProvider | undefined;
  /** Prices of `MODEL_PRICES_USD`. */
  prices?: Environment['MODEL_PRICES_USD'];
  orgs: {
    of(orgId: string): Pick<OrgCatalogue, 'embedder'> | undefined;
  };
  budgets: Pick<Budgets, 'reserve'>;
  uses: Pick<LateUses, 'add'>;
  clock: Clock;
  logger: { warn(context: object, message: string): void };
}

/**
 * Computes vectors of texts with each org's own keys, if there are any. Texts longer than the model's input are cut.
 * Each call is reserved and counted in the org's budgets like a model call; without budgets this needs no query and
 * no wait.
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
    this.refuseDuringCooldown(provider);
    const texts = inputs.map(({ text }) => text);
    const counted = (await Promise.all(texts.map(countTextTokens))).reduce((sum, tokens) => sum + tokens, 0);
    const most = inputs.reduce((sum, { mostTokens }) => sum + mostTokens, 0);
    const target = { provider: provider.provider, model: provider.model, tier: EMBEDDING_TIER } as const;
    const reservation = await this.parts.budgets.reserve(orgId, target, {
      usd: this.costOf(provider.model, most),
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
      this.startCooldown(provider, error);
      throw error;
    }
    keep(answer.promptTokens ?? counted);
    return answer.vectors;
  }

  private keep(orgId: string, { model }: EmbeddingProvider, reservation: Reservation, promptTokens: number) {
    const usage = { promptTokens, cachedTokens: 0, completionTokens: 0 };
    this.parts.uses.add(orgId, reservation.useOf(usage, this.costOf(model, promptTokens)));
  }

  private costOf(model: string, tokens: number): number {
    return embeddingCost(model, tokens, this.parts.prices);
  }

  private refuseDuringCooldown(provider: EmbeddingProvider): void {
    const forMs = (this.cooldownUntil.get(provider) ?? 0) - this.parts.clock.now().getTime();
    if (forMs > 0)
      throw new ModelError('UNAVAILABLE', `${provider.model} has failed; retry in ${waitText(forMs)}.`, {
        retryAfterMs: forMs,
      });
  }

  private startCooldown(provider: EmbeddingProvider, error: unknown): void {
    // An invalid request does not predict the failure of others.
    if (!(error instanceof ModelError) || error.errorClass === 'BAD_REQUEST') return;
    const { clock, logger } = this.parts;
    this.cooldownUntil.set(provider, clock.now().getTime() + COOLDOWN_MS);
    logger.warn(
      { err: error, model: provider.model },
      'the embedding model does not answer; search uses words only during its cooldown',
    );
  }
}

/** Splits the texts into as few requests as possible, in order. */
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

/** True if the provider may charge for the failed call. */
function isBilled(error: unknown): boolean {
  return !(error instanceof ModelError) || error.errorClass === 'TIMEOUT';
}

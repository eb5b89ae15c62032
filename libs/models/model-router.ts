import { estimateCost } from './cost.ts';
import { modelTiers, type ModelTier, type ProviderName } from './language-model.ts';
import { ModelError } from './model.errors.ts';
import { ModelRegistry, type ModelEntry } from './registry.ts';

/** Task types of the platform (`router`); packs add their own. Whatever has no entry is `standard`. */
const TASK_TIERS: Record<string, ModelTier> = {
  intent_classification: 'flash',
  sentiment_analysis: 'flash',
  lead_scoring: 'flash',
  summarization: 'flash',
  insight_extraction: 'flash',
  property_search: 'standard',
  qualification: 'standard',
  draft_reply: 'standard',
  objection_handling: 'standard',
  negotiation: 'premium',
  contract_review: 'premium',
  complex_coordination: 'premium',
};

/** Answer length that a cost is expected with until it is learned per task. */
const EXPECTED_OUTPUT_TOKENS = 500;
/** Room that an answer needs in the context window. */
const RESERVED_OUTPUT_TOKENS = 4_096;

/** The setting that brings a provider to life. */
export const keySettings: Record<Exclude<ProviderName, 'offline'>, string> = {
  google: 'GOOGLE_API_KEY',
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
};

export interface RouteRequest {
  taskType: string;
  /** Counted tokens of system prompt, conversation and tools. */
  inputTokens?: number;
  needsTools?: boolean;
  /** There are pictures. Where no model can see, one is chosen that is told their names. */
  needsVision?: boolean;
}

export interface RouteCandidate {
  model: string;
  provider: ProviderName;
  tier: ModelTier;
  chosen: boolean;
  /** Why it was passed over; absent for the chosen one. */
  reason?: string;
}

export interface Route {
  model: string;
  provider: ProviderName;
  tier: ModelTier;
  taskType: string;
  /** Expected cost of the call in USD. */
  estimatedCostUsd: number;
  /** Every model that was looked at, in order. */
  candidates: RouteCandidate[];
}

export interface ModelRouterOptions {
  registry?: ModelRegistry;
  /** Providers that have a key and an adapter. */
  configured: readonly ProviderName[];
  /** `MODEL_PROVIDER`: this provider only. */
  only?: ProviderName;
}

/** Chooses the cheapest model that can do the task. */
export class ModelRouter {
  private readonly registry: ModelRegistry;
  private readonly configured: ReadonlySet<ProviderName>;
  private readonly only: ProviderName | undefined;

  constructor({ registry = new ModelRegistry(), configured, only }: ModelRouterOptions) {
    this.registry = registry;
    this.configured = new Set(configured);
    this.only = only;
  }

  tierOf(taskType: string): ModelTier {
    return TASK_TIERS[taskType] ?? 'standard';
  }

  /** True when no provider has a key, or `MODEL_PROVIDER` says so: the offline model answers. */
  get offline(): boolean {
    return (
      this.only === 'offline' ||
      (this.only === undefined && ![...this.configured].some((name) => name !== 'offline'))
    );
  }

  /**
   * The cheapest able model of the task's tier, else of the next tier up, never down.
   *
   * @throws ModelError NOT_CONFIGURED where `MODEL_PROVIDER` names a provider that has no key;
   *   BAD_REQUEST where no model has room for the request.
   */
  route(request: RouteRequest): Route {
    this.refuseMissingKey();
    const candidates: RouteCandidate[] = [];
    let chosen: ModelEntry | undefined;
    for (const tier of modelTiers.slice(modelTiers.indexOf(this.tierOf(request.taskType)))) {
      for (const entry of this.ordered(tier, request)) {
        const reason = chosen ? `${chosen.id} was chosen before it` : this.obstacle(entry, request);
        if (!reason) chosen = entry;
        candidates.push({
          model: entry.id,
          provider: entry.provider,
          tier,
          chosen: !reason,
          ...(reason && { reason }),
        });
      }
      if (chosen) break;
    }
    if (!chosen && request.needsVision) return this.route({ ...request, needsVision: false });
    if (!chosen) throw this.noneCan(request, candidates);
    const { id: model, provider, tier } = chosen;
    return {
      model,
      provider,
      tier,
      taskType: request.taskType,
      estimatedCostUsd: this.expectedCost(chosen, request),
      candidates,
    };
  }

  private noneCan(request: RouteRequest, candidates: RouteCandidate[]): ModelError {
    const reasons = candidates.map(({ model, reason }) => `${model}: ${reason}`).join('; ');
    const errorClass = candidates.some(({ provider }) => this.configured.has(provider))
      ? 'BAD_REQUEST'
      : 'NOT_CONFIGURED';
    return new ModelError(errorClass, `No model can do ${request.taskType}. ${reasons}`);
  }

  private refuseMissingKey(): void {
    if (this.only === undefined || this.only === 'offline' || this.configured.has(this.only)) return;
    const setting = keySettings[this.only];
    throw new ModelError(
      'NOT_CONFIGURED',
      `MODEL_PROVIDER is ${this.only}, and ${setting} is not set: set ${setting}, or MODEL_PROVIDER=offline.`,
    );
  }

  private ordered(tier: ModelTier, request: RouteRequest): ModelEntry[] {
    const cost = (entry: ModelEntry) =>
      entry.provider === 'offline' ? Number.MAX_VALUE : this.expectedCost(entry, request);
    return this.registry.ofTier(tier).sort((a, b) => cost(a) - cost(b) || a.id.localeCompare(b.id));
  }

  private expectedCost(entry: ModelEntry, request: RouteRequest): number {
    return estimateCost(entry, request.inputTokens ?? 0, EXPECTED_OUTPUT_TOKENS);
  }

  /** Why the model cannot be used for this call; undefined when it can. */
  private obstacle(entry: ModelEntry, request: RouteRequest): string | undefined {
    if (entry.provider === 'offline') {
      if (!this.offline) return 'used only when no provider has a key';
    } else {
      if (this.only && this.only !== entry.provider) return `MODEL_PROVIDER is ${this.only}`;
      if (!this.configured.has(entry.provider)) return `${keySettings[entry.provider]} is not set`;
    }
    if (request.needsTools && !entry.capabilities.tools) return 'cannot call tools';
    // The offline model is told the name of a picture, as every model without eyes is.
    if (request.needsVision && !entry.capabilities.vision && entry.provider !== 'offline')
      return 'cannot see pictures';
    const needed = (request.inputTokens ?? 0) + RESERVED_OUTPUT_TOKENS;
    if (needed > entry.contextWindowTokens) {
      return `needs ${needed} tokens of context, has ${entry.contextWindowTokens}`;
    }
    return undefined;
  }
}

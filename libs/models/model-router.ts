import { estimateCost } from './cost.ts';
import { modelTiers, type ModelObstacle, type ModelTier, type ProviderName } from './language-model.ts';
import { ModelError, type ModelErrorClass } from './model.errors.ts';
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
  /** False (flag `model_router` off): the standard tier, whatever the task. */
  byTask?: boolean;
  /** A soft budget of the org is used up: the next cheaper tier is looked at first. */
  thrifty?: boolean;
}

export interface RouteCandidate {
  model: string;
  provider: ProviderName;
  tier: ModelTier;
  chosen: boolean;
  /** Why it was passed over; absent for the chosen one. */
  reason?: string;
}

/** A model that may be asked. */
export interface RoutedModel {
  model: string;
  provider: ProviderName;
  tier: ModelTier;
}

export interface Route extends RoutedModel {
  taskType: string;
  /** Expected cost of the call in USD. */
  estimatedCostUsd: number;
  /** Every model that was looked at, in order. */
  candidates: RouteCandidate[];
  /** Who is asked when the chosen one fails, in this order. Absent in the journals of turns from before it was there. */
  fallbacks?: RoutedModel[];
}

export interface ModelRouterOptions {
  registry?: ModelRegistry;
  /** Providers that have a key and an adapter. */
  configured: readonly ProviderName[];
  /** `MODEL_PROVIDER`: this provider only. */
  only?: ProviderName;
  /** Why a model that could do it cannot be asked now: its keys, its circuit. */
  obstacleOf?: (model: RoutedModel) => ModelObstacle | undefined;
}

/** Chooses the cheapest model that can do the task. */
export class ModelRouter {
  private readonly registry: ModelRegistry;
  private readonly configured: ReadonlySet<ProviderName>;
  private readonly only: ProviderName | undefined;
  private readonly obstacleOf: NonNullable<ModelRouterOptions['obstacleOf']>;

  constructor(options: ModelRouterOptions) {
    const { registry = new ModelRegistry(), configured, only } = options;
    this.registry = registry;
    this.obstacleOf = options.obstacleOf ?? (() => undefined);
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
   * The cheapest able model of the task's tier, else of the next tier up, never down. The able ones after it are its
   * fallbacks.
   *
   * @throws ModelError NOT_CONFIGURED where `MODEL_PROVIDER` names a provider that has no key; UNAVAILABLE or
   *   KEY_REJECTED where those that could cannot be asked now; BAD_REQUEST where no model has room for the request.
   */
  route(request: RouteRequest): Route {
    this.refuseMissingKey();
    const looked = this.look(request);
    const [chosen, ...fallbacks] = looked.filter(({ obstacle }) => obstacle === undefined);
    if (!chosen && request.needsVision) return this.route({ ...request, needsVision: false });
    if (!chosen) throw this.noneCan(request, looked);
    const candidates = looked.map(({ entry, obstacle }): RouteCandidate => {
      const isChosen = entry === chosen.entry;
      const reason = isChosen ? undefined : (obstacle?.reason ?? `${chosen.entry.id} was chosen before it`);
      return { ...routed(entry), chosen: isChosen, ...(reason && { reason }) };
    });
    return {
      ...routed(chosen.entry),
      taskType: request.taskType,
      estimatedCostUsd: this.expectedCost(chosen.entry, request),
      candidates,
      fallbacks: fallbacksOf([chosen, ...fallbacks].map(({ entry }) => entry)),
    };
  }

  /** Every model from the task's tier up, in the order of choice. */
  private look(request: RouteRequest): Looked[] {
    const tier = request.byTask === false ? 'standard' : this.tierOf(request.taskType);
    const place = modelTiers.indexOf(tier);
    return modelTiers
      .slice(request.thrifty ? Math.max(0, place - 1) : place)
      .flatMap((each) => this.ordered(each, request))
      .map((entry) => {
        const reason = this.inability(entry, request);
        const obstacle = reason === undefined ? this.obstacleOf(routed(entry)) : { reason };
        return { entry, obstacle };
      });
  }

  private noneCan(request: RouteRequest, looked: Looked[]): ModelError {
    const reasons = looked.map(({ entry, obstacle }) => `${entry.id}: ${obstacle?.reason}`).join('; ');
    return new ModelError(this.classOf(looked), `No model can do ${request.taskType}. ${reasons}`);
  }

  private classOf(looked: Looked[]): ModelErrorClass {
    if (looked.some(({ obstacle }) => obstacle?.passes === true)) return 'UNAVAILABLE';
    if (looked.some(({ obstacle }) => obstacle?.passes === false)) return 'KEY_REJECTED';
    return looked.some(({ entry }) => this.configured.has(entry.provider)) ? 'BAD_REQUEST' : 'NOT_CONFIGURED';
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

  /** Why the model cannot do this call at all; undefined when it can. */
  private inability(entry: ModelEntry, request: RouteRequest): string | undefined {
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

/** A model that was looked at, and why it cannot be asked; `passes` where it could but for its state. */
interface Looked {
  entry: ModelEntry;
  obstacle: { reason: string; passes?: boolean } | undefined;
}

function routed({ id, provider, tier }: ModelEntry): RoutedModel {
  return { model: id, provider, tier };
}

/** Those after the chosen one. A model that serves several tiers is asked once, and the offline one is the same in each. */
function fallbacksOf(able: ModelEntry[]): RoutedModel[] {
  return able
    .filter(({ id, provider }, place) => {
      const isKnown = able.slice(0, place).some((before) => before.id === id);
      return place > 0 && provider !== 'offline' && !isKnown;
    })
    .map(routed);
}

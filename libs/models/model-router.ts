import { keySettings } from '#config';
import { platformTaskTiers } from '#tools';
import { costOfTokens } from './cost.ts';
import { modelTiers, type ModelObstacle, type ModelTier, type ProviderName } from './language-model.ts';
import { ModelError, type ModelErrorClass } from './model.errors.ts';
import { isShortWait, obstacleText, obstaclesText } from './obstacle-text.ts';
import type { OrgRoutingSource } from './orgs/org-catalogue.ts';
import type { ModelEntry } from './model-entry.ts';
import { ModelRegistry } from './registry.ts';

/** Expected answer length for cost estimates, until the length is learned per task. */
const EXPECTED_OUTPUT_TOKENS = 500;
/** Tokens of the context window reserved for the answer. */
const ANSWER_ROOM_TOKENS = 4_096;

export interface RouteRequest {
  taskType: string;
  /** The org whose models, keys and tiers apply in addition to the deployment's. */
  orgId?: string;
  /** Counted tokens of system prompt, conversation and tools. */
  inputTokens?: number;
  needsTools?: boolean;
  /** True if the request has pictures. If no model accepts pictures, one is chosen that receives their names. */
  needsVision?: boolean;
  /** False if the flag `model_router` is off: every task uses the standard tier. */
  byTask?: boolean;
  /** Maximum starting tier (voice). The next tier up is used if no model of this tier is available. */
  highestTier?: ModelTier;
  /** True if a soft budget of the org is used up: the search starts one tier lower. */
  thrifty?: boolean;
  /**
   * Override of the turn, which takes precedence over task, flag and soft budget: exactly one model, or a starting
   * tier.
   */
  asked?: { model?: string | undefined; tier?: ModelTier | undefined };
}

/** A model that can be called. */
export interface RoutedModel {
  model: string;
  provider: ProviderName;
  tier: ModelTier;
}

export interface RouteCandidate extends RoutedModel {
  chosen: boolean;
  /** Why the model was not chosen; absent for the chosen one. */
  reason?: string;
}

export interface Route extends RoutedModel {
  taskType: string;
  /** Expected cost of the call in USD. */
  estimatedCostUsd: number;
  /** Every considered model, in order. */
  candidates: RouteCandidate[];
  /** Override of the turn as text; absent if the task decided. */
  asked?: string;
  /** Starting tier imposed by the channel; absent if the task's own tier was not higher. */
  heldTo?: ModelTier;
  /** Models called if the chosen one fails, in this order. Absent in older journals. */
  fallbacks?: RoutedModel[];
}

export interface ModelRouterOptions {
  registry?: ModelRegistry;
  /** Providers with a key and an adapter. */
  configured: readonly ProviderName[];
  /** `MODEL_PROVIDER`: this provider only. */
  only?: Exclude<ProviderName, 'compatible'>;
  /** Returns why a suitable model cannot be called now, such as its keys or its circuit. */
  obstacleOf?: (model: RoutedModel, orgId?: string) => ModelObstacle | undefined;
  /** The orgs' own models, keys and tiers. */
  orgs?: OrgRoutingSource;
  /** Tiers of the task types that packs add. */
  taskTiers?: Readonly<Record<string, ModelTier>>;
  /** Returns the learned answer length of a task of an org; undefined until it is learned. */
  expectedOutputTokens?: (orgId: string | undefined, taskType: string) => number | undefined;
}

/** Chooses the cheapest model that can do a task. */
export class ModelRouter {
  private readonly registry: ModelRegistry;
  private readonly configured: ReadonlySet<ProviderName>;
  private readonly only: ModelRouterOptions['only'];
  private readonly obstacleOf: NonNullable<ModelRouterOptions['obstacleOf']>;
  private readonly orgs: OrgRoutingSource | undefined;
  private readonly taskTiers: Readonly<Record<string, ModelTier>>;
  private readonly learned: NonNullable<ModelRouterOptions['expectedOutputTokens']>;

  constructor(options: ModelRouterOptions) {
    const { registry = new ModelRegistry(), configured, only } = options;
    this.registry = registry;
    this.obstacleOf = options.obstacleOf ?? (() => undefined);
    this.configured = new Set(configured);
    this.only = only;
    this.orgs = options.orgs;
    this.taskTiers = options.taskTiers ?? {};
    this.learned = options.expectedOutputTokens ?? (() => undefined);
  }

  /** Returns the org's tier of a task, else the platform's, else the pack's. */
  tierOf(taskType: string, orgId?: string): ModelTier {
    const own = this.orgs?.of(orgId)?.taskTiers.get(taskType);
    return own ?? platformTaskTiers[taskType] ?? this.taskTiers[taskType] ?? 'standard';
  }

  /** True if the offline model answers: no provider has a key, or `MODEL_PROVIDER` is `offline`. */
  isOffline(orgId?: string): boolean {
    if (this.only !== undefined) return this.only === 'offline';
    const own = this.orgs?.of(orgId);
    if (own && (own.models.length > 0 || own.providers.size > 0)) return false;
    return ![...this.configured].some((name) => name !== 'offline');
  }

  /**
   * Chooses the cheapest suitable model of the task's tier, else of the next tier up, never down. The other suitable
   * models are its fallbacks.
   *
   * @throws ModelError NOT_CONFIGURED if `MODEL_PROVIDER` names a provider without a key; UNAVAILABLE or KEY_REJECTED
   *   if the suitable models cannot be called now; BAD_REQUEST if the request fits no model's context window, or if
   *   the org does not have the requested model.
   */
  route(request: RouteRequest): Route {
    this.refuseMissingKey();
    const considered = this.consider(request);
    const able = considered.filter(({ obstacle }) => obstacle === undefined);
    if (able.length === 0 && request.needsVision) return this.route({ ...request, needsVision: false });
    const [chosen, ...fallbacks] =
      able.length > 0 ? able : considered.filter(({ obstacle }) => isWorthTrying(obstacle));
    if (!chosen) throw this.unroutable(request, considered);
    const candidates = considered.map(({ entry, obstacle }): RouteCandidate => {
      if (entry === chosen.entry) return { ...routed(entry), chosen: true };
      const reason = obstacle ? obstacleText(obstacle) : `${chosen.entry.id} was chosen before it`;
      return { ...routed(entry), chosen: false, reason };
    });
    const heldTo = this.heldTo(request);
    return {
      ...routed(chosen.entry),
      taskType: request.taskType,
      estimatedCostUsd: this.estimateFor(chosen.entry, request),
      candidates,
      fallbacks: fallbacksOf([chosen, ...fallbacks].map(({ entry }) => entry)),
      ...requestText(request),
      ...(heldTo && { heldTo }),
    };
  }

  /**
   * Returns true if a turn can continue with a model chosen earlier: the model is known and has a key. A model in
   * cooldown still counts.
   *
   * @param act `replay`: work begun with the model continues even if the org has since switched the model off. `new`:
   *   a person has acted since the model was chosen, so the org's switch applies.
   */
  isThere({ model, provider, tier }: RoutedModel, orgId: string, act: 'replay' | 'new'): boolean {
    const entry =
      act === 'replay'
        ? this.registry.find(model, orgId)
        : this.registry.all(orgId).find(({ id }) => id === model);
    if (entry?.provider !== provider || this.missing(entry, orgId) !== undefined) return false;
    return this.obstacleOf({ model, provider, tier }, orgId)?.passes ?? true;
  }

  /**
   * Returns the cost of a call in USD without cached tokens, of a given model or of the model routed for a task.
   *
   * @throws ModelError as {@link route}, for a task.
   */
  estimateCost(
    modelOrTask: ModelEntry | Omit<RouteRequest, 'inputTokens'>,
    inputTokens: number,
    outputTokens: number,
  ): number {
    const entry = 'prices' in modelOrTask ? modelOrTask : this.entryFor({ ...modelOrTask, inputTokens });
    return costOfTokens(entry, inputTokens, outputTokens);
  }

  private entryFor(request: RouteRequest): ModelEntry {
    const { model } = this.route(request);
    const entry = this.registry.find(model, request.orgId);
    if (!entry) throw new Error(`${model} was chosen, and is not in the registry`);
    return entry;
  }

  /** Returns every model of the org once. `missing` is why it cannot be called; undefined if it can. */
  choices(orgId: string): (RoutedModel & { missing: string | undefined })[] {
    const first = new Map<string, ModelEntry>();
    for (const entry of this.registry.all(orgId)) if (!first.has(entry.id)) first.set(entry.id, entry);
    return [...first.values()].map((entry) => ({ ...routed(entry), missing: this.missing(entry, orgId) }));
  }

  /** Returns every model from the starting tier up, in the order of choice. */
  private consider(request: RouteRequest): Considered[] {
    const { orgId, asked } = request;
    return modelTiers
      .slice(this.lowestTier(request))
      .flatMap((each) => this.ordered(each, request))
      .map((entry) => {
        const reason = notRequested(entry, asked?.model) ?? this.inability(entry, request);
        const obstacle = reason === undefined ? this.obstacleOf(routed(entry), orgId) : { reason };
        return { entry, obstacle };
      });
  }

  /** Index of the starting tier. A requested model is searched for in all tiers. */
  private lowestTier(request: RouteRequest): number {
    const { taskType, orgId, asked, byTask, thrifty } = request;
    if (asked?.model !== undefined) return 0;
    if (asked?.tier !== undefined) return modelTiers.indexOf(asked.tier);
    const own = byTask === false ? 'standard' : this.tierOf(taskType, orgId);
    const place = modelTiers.indexOf(this.heldTo(request) ?? own);
    return thrifty ? Math.max(0, place - 1) : place;
  }

  /** The starting tier imposed by `highestTier`. An override of the turn and the switched-off flag take precedence. */
  private heldTo({ taskType, orgId, asked, byTask, highestTier }: RouteRequest): ModelTier | undefined {
    if (highestTier === undefined || byTask === false) return undefined;
    if (asked?.model !== undefined || asked?.tier !== undefined) return undefined;
    const isHigher = modelTiers.indexOf(this.tierOf(taskType, orgId)) > modelTiers.indexOf(highestTier);
    return isHigher ? highestTier : undefined;
  }

  private unroutable(request: RouteRequest, considered: Considered[]): ModelError {
    const wanted = request.asked?.model;
    if (wanted !== undefined && !considered.some(({ entry }) => entry.id === wanted))
      return new ModelError('BAD_REQUEST', `The turn asks for ${wanted}, which the org does not have.`);
    const candidates = considered.filter(({ entry }) => wanted === undefined || entry.id === wanted);
    // Models without a provider only matter where there is no other.
    const there = candidates.filter(({ entry }) => this.missing(entry, request.orgId) === undefined);
    const reasons = obstaclesText(
      (there.length > 0 ? there : candidates).flatMap(({ entry, obstacle }) =>
        obstacle ? [{ model: entry.id, ...obstacle }] : [],
      ),
    );
    const waits = candidates.flatMap(({ obstacle }) => (obstacle?.passes ? (obstacle.retryInMs ?? []) : []));
    return new ModelError(
      this.classOf(candidates, request.orgId),
      `No model can do ${request.taskType}. ${reasons}`,
      waits.length > 0 ? { retryAfterMs: Math.ceil(Math.min(...waits)) } : {},
    );
  }

  private classOf(considered: Considered[], orgId: string | undefined): ModelErrorClass {
    if (considered.some(({ obstacle }) => obstacle?.passes === true)) return 'UNAVAILABLE';
    if (considered.some(({ obstacle }) => obstacle?.passes === false && !obstacle.notConfigured))
      return 'KEY_REJECTED';
    if (considered.some(({ obstacle }) => obstacle?.notConfigured)) return 'NOT_CONFIGURED';
    return considered.some(({ entry }) => this.missing(entry, orgId) === undefined)
      ? 'BAD_REQUEST'
      : 'NOT_CONFIGURED';
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
    return this.registry
      .ofTier(tier, request.orgId)
      .map((entry) => ({
        entry,
        cost: entry.provider === 'offline' ? Number.MAX_VALUE : this.estimateFor(entry, request),
      }))
      .sort((a, b) => a.cost - b.cost || a.entry.id.localeCompare(b.entry.id))
      .map(({ entry }) => entry);
  }

  private estimateFor(entry: ModelEntry, { taskType, orgId, inputTokens = 0 }: RouteRequest): number {
    return this.estimateCost(entry, inputTokens, this.expectedOutput(taskType, orgId));
  }

  /** Output tokens of the task's recent calls in the org. */
  private expectedOutput(taskType: string, orgId: string | undefined): number {
    return this.learned(orgId, taskType) ?? EXPECTED_OUTPUT_TOKENS;
  }

  /**
   * Returns why a model has no usable provider; undefined if it has one. `MODEL_PROVIDER=offline` applies to every
   * org. Any other name selects which of the deployment's keys are used; an org's own keys and models are used in
   * addition.
   */
  private missing({ provider }: ModelEntry, orgId: string | undefined): string | undefined {
    if (provider === 'offline')
      return this.isOffline(orgId) ? undefined : 'used only when no provider has a key';
    if (this.only === 'offline') return 'MODEL_PROVIDER is offline';
    if (provider === 'compatible' || this.orgs?.of(orgId)?.providers.has(provider)) return undefined;
    if (this.only && this.only !== provider) return `MODEL_PROVIDER is ${this.only}`;
    return this.configured.has(provider) ? undefined : `${keySettings[provider]} is not set`;
  }

  /** Returns why the model cannot serve the request at all; undefined if it can. */
  private inability(entry: ModelEntry, request: RouteRequest): string | undefined {
    const missing = this.missing(entry, request.orgId);
    if (missing !== undefined) return missing;
    if (request.needsTools && !entry.capabilities.tools) return 'cannot call tools';
    // The offline model receives the names of pictures, like every model without vision.
    if (request.needsVision && !entry.capabilities.vision && entry.provider !== 'offline')
      return 'cannot see pictures';
    const needed = (request.inputTokens ?? 0) + ANSWER_ROOM_TOKENS;
    if (needed > entry.contextWindowTokens) {
      return `needs ${needed} tokens of context, has ${entry.contextWindowTokens}`;
    }
    return undefined;
  }
}

/** A considered model, and why it cannot be called. `passes` is set only for temporary obstacles. */
interface Considered {
  entry: ModelEntry;
  obstacle: (Pick<ModelObstacle, 'reason'> & Partial<ModelObstacle>) | undefined;
}

/** True if the model is called when no other one can answer: perhaps it can, or it can after a short wait. */
function isWorthTrying(obstacle: Considered['obstacle']): boolean {
  return obstacle?.lastResort === true || (obstacle?.passes === true && isShortWait(obstacle.retryInMs));
}

function notRequested({ id }: ModelEntry, model: string | undefined): string | undefined {
  return model === undefined || id === model ? undefined : `the turn asks for ${model}`;
}

function requestText({ asked }: RouteRequest): Pick<Route, 'asked'> {
  if (asked?.model !== undefined) return { asked: `the model ${asked.model}` };
  return asked?.tier === undefined ? {} : { asked: `the tier ${asked.tier}` };
}

function routed({ id, provider, tier }: ModelEntry): RoutedModel {
  return { model: id, provider, tier };
}

/**
 * The suitable models after the chosen one. A model that serves several tiers is called once; the offline model is
 * excluded, since it is the same in each tier.
 */
function fallbacksOf(able: ModelEntry[]): RoutedModel[] {
  return able
    .filter(({ id, provider }, place) => {
      const isKnown = able.slice(0, place).some((before) => before.id === id);
      return place > 0 && provider !== 'offline' && !isKnown;
    })
    .map(routed);
}

import { platformTaskTiers } from '#tools';
import { costOfTokens } from './cost.ts';
import {
  modelTiers,
  type KeyedProvider,
  type ModelObstacle,
  type ModelTier,
  type ProviderName,
} from './language-model.ts';
import { ModelError, type ModelErrorClass } from './model.errors.ts';
import { obstacleInWords, obstaclesInWords } from './obstacle-words.ts';
import type { OrgRoutingSource } from './orgs/org-catalogue.ts';
import { ModelRegistry, type ModelEntry } from './registry.ts';

/** Answer length that a cost is expected with until it is learned per task. */
const EXPECTED_OUTPUT_TOKENS = 500;
/** Room that an answer needs in the context window. */
const ANSWER_ROOM_TOKENS = 4_096;

/** The setting that brings a provider to life. */
export const keySettings: Record<KeyedProvider, string> = {
  google: 'GOOGLE_API_KEY',
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
};

export interface RouteRequest {
  taskType: string;
  /** Whose models, keys and tiers count beside the deployment's. */
  orgId?: string;
  /** Counted tokens of system prompt, conversation and tools. */
  inputTokens?: number;
  needsTools?: boolean;
  /** There are pictures. Where no model can see, one is chosen that is told their names. */
  needsVision?: boolean;
  /** False (flag `model_router` off): the standard tier, whatever the task. */
  byTask?: boolean;
  /** Work of a higher tier begins at this one (voice). The next tier up is asked where nobody of it can. */
  highestTier?: ModelTier;
  /** A soft budget of the org is used up: the next cheaper tier is looked at first. */
  thrifty?: boolean;
  /** What the turn itself asks for, over task, flag and soft budget: one model and no other, or a tier to begin with. */
  asked?: { model?: string | undefined; tier?: ModelTier | undefined };
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
  /** What the turn asked for, in words; absent where the task decided. */
  asked?: string;
  /** The tier at which the channel had it begin; absent where the task's own was no higher. */
  heldTo?: ModelTier;
  /** Who is asked when the chosen one fails, in this order. Absent in the journals of turns from before it was there. */
  fallbacks?: RoutedModel[];
}

export interface ModelRouterOptions {
  registry?: ModelRegistry;
  /** Providers that have a key and an adapter. */
  configured: readonly ProviderName[];
  /** `MODEL_PROVIDER`: this provider only. */
  only?: Exclude<ProviderName, 'compatible'>;
  /** Why a model that could do it cannot be asked now: its keys, its circuit. */
  obstacleOf?: (model: RoutedModel, orgId?: string) => ModelObstacle | undefined;
  /** What orgs have of their own. */
  orgs?: OrgRoutingSource;
  /** Tiers of the task types that packs have added. */
  taskTiers?: Readonly<Record<string, ModelTier>>;
  /** How long answers to a task of an org are; undefined until that is learned. */
  expectedOutputTokens?: (orgId: string | undefined, taskType: string) => number | undefined;
}

/** Chooses the cheapest model that can do the task. */
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

  /** The org's tier of a task, else the platform's, else the pack's. */
  tierOf(taskType: string, orgId?: string): ModelTier {
    const own = this.orgs?.of(orgId)?.taskTiers.get(taskType);
    return own ?? platformTaskTiers[taskType] ?? this.taskTiers[taskType] ?? 'standard';
  }

  /** True when no provider has a key, or `MODEL_PROVIDER` says so: the offline model answers. */
  isOffline(orgId?: string): boolean {
    if (this.only !== undefined) return this.only === 'offline';
    const own = this.orgs?.of(orgId);
    if (own && (own.models.length > 0 || own.providers.size > 0)) return false;
    return ![...this.configured].some((name) => name !== 'offline');
  }

  /**
   * The cheapest able model of the task's tier, else of the next tier up, never down. The able ones after it are its
   * fallbacks.
   *
   * @throws ModelError NOT_CONFIGURED where `MODEL_PROVIDER` names a provider that has no key; UNAVAILABLE or
   *   KEY_REJECTED where those that could cannot be asked now; BAD_REQUEST where no model has room for the request, or
   *   the org has not the model that is asked for.
   */
  route(request: RouteRequest): Route {
    this.refuseMissingKey();
    const looked = this.look(request);
    const able = looked.filter(({ obstacle }) => obstacle === undefined);
    if (able.length === 0 && request.needsVision) return this.route({ ...request, needsVision: false });
    const [chosen, ...fallbacks] =
      able.length > 0 ? able : looked.filter(({ obstacle }) => obstacle?.lastResort);
    if (!chosen) throw this.noneCan(request, looked);
    const candidates = looked.map(({ entry, obstacle }): RouteCandidate => {
      if (entry === chosen.entry) return { ...routed(entry), chosen: true };
      const reason = obstacle ? obstacleInWords(obstacle) : `${chosen.entry.id} was chosen before it`;
      return { ...routed(entry), chosen: false, reason };
    });
    const heldTo = this.heldTo(request);
    return {
      ...routed(chosen.entry),
      taskType: request.taskType,
      estimatedCostUsd: this.estimateFor(chosen.entry, request),
      candidates,
      fallbacks: fallbacksOf([chosen, ...fallbacks].map(({ entry }) => entry)),
      ...askedInWords(request),
      ...(heldTo && { heldTo }),
    };
  }

  /**
   * Whether a turn can go on with a model that was chosen for it earlier: it is known, and there is a key to ask it with.
   * One that only rests is still there.
   *
   * @param act `replay`: what was begun with a model that the org has switched off since ends with it. `new`: a person has
   *   acted since it was chosen, and the org's switch holds.
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
   * What a call of so many tokens costs in USD when nothing is cached: of a model, or of the one that a task is given.
   *
   * @throws ModelError as {@link route}, of a task.
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

  /** Every model of the org, each once, with why nobody could be asked for it; undefined where somebody can. */
  choices(orgId: string): (RoutedModel & { missing: string | undefined })[] {
    const first = new Map<string, ModelEntry>();
    for (const entry of this.registry.all(orgId)) if (!first.has(entry.id)) first.set(entry.id, entry);
    return [...first.values()].map((entry) => ({ ...routed(entry), missing: this.missing(entry, orgId) }));
  }

  /** Every model from the task's tier up, in the order of choice. */
  private look(request: RouteRequest): Looked[] {
    const { orgId, asked } = request;
    return modelTiers
      .slice(this.lowestTier(request))
      .flatMap((each) => this.ordered(each, request))
      .map((entry) => {
        const reason = notAsked(entry, asked?.model) ?? this.inability(entry, request);
        const obstacle = reason === undefined ? this.obstacleOf(routed(entry), orgId) : { reason };
        return { entry, obstacle };
      });
  }

  /** Place of the tier to begin with. A model that is asked for is looked for in all. */
  private lowestTier(request: RouteRequest): number {
    const { taskType, orgId, asked, byTask, thrifty } = request;
    if (asked?.model !== undefined) return 0;
    if (asked?.tier !== undefined) return modelTiers.indexOf(asked.tier);
    const own = byTask === false ? 'standard' : this.tierOf(taskType, orgId);
    const place = modelTiers.indexOf(this.heldTo(request) ?? own);
    return thrifty ? Math.max(0, place - 1) : place;
  }

  /** The tier at which a task of a higher one begins. What the turn asks for, and the flag that is off, are above it. */
  private heldTo({ taskType, orgId, asked, byTask, highestTier }: RouteRequest): ModelTier | undefined {
    if (highestTier === undefined || byTask === false) return undefined;
    if (asked?.model !== undefined || asked?.tier !== undefined) return undefined;
    const isHigher = modelTiers.indexOf(this.tierOf(taskType, orgId)) > modelTiers.indexOf(highestTier);
    return isHigher ? highestTier : undefined;
  }

  private noneCan(request: RouteRequest, looked: Looked[]): ModelError {
    const wanted = request.asked?.model;
    if (wanted !== undefined && !looked.some(({ entry }) => entry.id === wanted))
      return new ModelError('BAD_REQUEST', `The turn asks for ${wanted}, which the org does not have.`);
    const asked = looked.filter(({ entry }) => wanted === undefined || entry.id === wanted);
    const reasons = obstaclesInWords(
      asked.flatMap(({ entry, obstacle }) => (obstacle ? [{ model: entry.id, ...obstacle }] : [])),
    );
    return new ModelError(
      this.classOf(asked, request.orgId),
      `No model can do ${request.taskType}. ${reasons}`,
    );
  }

  private classOf(looked: Looked[], orgId: string | undefined): ModelErrorClass {
    if (looked.some(({ obstacle }) => obstacle?.passes === true)) return 'UNAVAILABLE';
    if (looked.some(({ obstacle }) => obstacle?.passes === false && !obstacle.notConfigured))
      return 'KEY_REJECTED';
    if (looked.some(({ obstacle }) => obstacle?.notConfigured)) return 'NOT_CONFIGURED';
    return looked.some(({ entry }) => this.missing(entry, orgId) === undefined)
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
    const cost = (entry: ModelEntry) =>
      entry.provider === 'offline' ? Number.MAX_VALUE : this.estimateFor(entry, request);
    return this.registry
      .ofTier(tier, request.orgId)
      .sort((a, b) => cost(a) - cost(b) || a.id.localeCompare(b.id));
  }

  private estimateFor(entry: ModelEntry, { taskType, orgId, inputTokens = 0 }: RouteRequest): number {
    return this.estimateCost(entry, inputTokens, this.expectedOutput(taskType, orgId));
  }

  /** As much as the task's last calls took in that org. */
  private expectedOutput(taskType: string, orgId: string | undefined): number {
    return this.learned(orgId, taskType) ?? EXPECTED_OUTPUT_TOKENS;
  }

  /**
   * Why there is nobody to ask for a model; undefined when there is. `MODEL_PROVIDER=offline` holds for every org; another
   * name says which of the deployment's keys are used, and an org's own keys and models are used beside it.
   */
  private missing({ provider }: ModelEntry, orgId: string | undefined): string | undefined {
    if (provider === 'offline')
      return this.isOffline(orgId) ? undefined : 'used only when no provider has a key';
    if (this.only === 'offline') return 'MODEL_PROVIDER is offline';
    if (provider === 'compatible' || this.orgs?.of(orgId)?.providers.has(provider)) return undefined;
    if (this.only && this.only !== provider) return `MODEL_PROVIDER is ${this.only}`;
    return this.configured.has(provider) ? undefined : `${keySettings[provider]} is not set`;
  }

  /** Why the model cannot do this call at all; undefined when it can. */
  private inability(entry: ModelEntry, request: RouteRequest): string | undefined {
    const missing = this.missing(entry, request.orgId);
    if (missing !== undefined) return missing;
    if (request.needsTools && !entry.capabilities.tools) return 'cannot call tools';
    // The offline model is told the name of a picture, as every model without eyes is.
    if (request.needsVision && !entry.capabilities.vision && entry.provider !== 'offline')
      return 'cannot see pictures';
    const needed = (request.inputTokens ?? 0) + ANSWER_ROOM_TOKENS;
    if (needed > entry.contextWindowTokens) {
      return `needs ${needed} tokens of context, has ${entry.contextWindowTokens}`;
    }
    return undefined;
  }
}

/** A model that was looked at, and why it cannot be asked; `passes` where it could but for its state. */
interface Looked {
  entry: ModelEntry;
  obstacle: (Pick<ModelObstacle, 'reason'> & Partial<ModelObstacle>) | undefined;
}

function notAsked({ id }: ModelEntry, model: string | undefined): string | undefined {
  return model === undefined || id === model ? undefined : `the turn asks for ${model}`;
}

function askedInWords({ asked }: RouteRequest): Pick<Route, 'asked'> {
  if (asked?.model !== undefined) return { asked: `the model ${asked.model}` };
  return asked?.tier === undefined ? {} : { asked: `the tier ${asked.tier}` };
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

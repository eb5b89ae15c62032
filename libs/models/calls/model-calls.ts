import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import type { MostUse } from '../budgets/budget.repository.ts';
import { Budgets, type Reservation } from '../budgets/budgets.ts';
import type { BegunCall, ModelUse } from '../budgets/model-call.repository.ts';
import { costOfUsage, mostCostOf } from '../cost.ts';
import type {
  BrokenAnswer,
  GenerateRequest,
  GenerateResult,
  ModelTier,
  ModelToolCall,
  ProviderName,
  TokenUsage,
} from '../language-model.ts';
import { LanguageModels } from '../language-models.ts';
import { ModelError } from '../model.errors.ts';
import type { Route, RoutedModel } from '../model-router.ts';
import { obstacleText } from '../obstacle-text.ts';
import { LearnedOutputs } from '../orgs/learned-outputs.ts';
import type { ModelEntry } from '../model-entry.ts';
import { ModelRegistry } from '../registry.ts';
import { countRequestTokens } from '../tokens.ts';
import { usageOf } from './arrived-answer.ts';
import { ModelBreakers } from './model-breakers.ts';
import { ModelCooldowns } from './model-cooldowns.ts';

/** Maximum answer length under a hard budget if the caller sets no limit. */
const LONGEST_PAID_OUTPUT_TOKENS = 4_096;

/** Reservation of a call that costs nothing. */
const NOTHING: MostUse = { usd: 0, promptTokens: 0, completionTokens: 0 };

/** The attempt with one model within a call. */
export interface CallAttempt extends RoutedModel {
  /** `ok`, the class of the failure, or `COOLDOWN` for a model skipped because another one can answer. */
  outcome: string;
  durationMs: number;
  /** Message of the failure. */
  message?: string;
}

/** Stores the cost of calls together with the step they belong to. */
export interface CallLedger {
  /** Adds a running call to the next write, so that it is counted if its worker dies. */
  begin(call: BegunCall): void;
  /** Removes a failed call that costs nothing. @returns false if the ledger no longer stores anything. */
  forget(id: string): boolean;
  /**
   * Adds the usage of a call, which replaces its running entry. @returns false if the ledger no longer stores
   * anything.
   */
  keepUse(use: ModelUse): boolean;
}

export interface CallHooks {
  /** Called before each attempt. */
  onAttempt?: (model: RoutedModel) => void;
  /** Called after each attempt, and for each model skipped because of its cooldown. */
  onOutcome?: (attempt: CallAttempt) => void;
  /** Without a ledger, or after it was closed, usage is stored immediately. */
  ledger?: CallLedger;
}

export interface AnsweredCall extends GenerateResult {
  /** The model that answered. */
  model: string;
  provider: ProviderName;
  tier: ModelTier;
  /** Cost of the reported usage. */
  costUsd: number;
  /** Every attempted or skipped model, in order; the last one answered. */
  attempts: CallAttempt[];
}

/** Makes routed calls. If a model fails, the next candidate answers within the same call. */
@Injectable()
export class ModelCalls {
  constructor(
    @Inject(LanguageModels) private readonly models: LanguageModels,
    @Inject(ModelRegistry) private readonly registry: ModelRegistry,
    @Inject(ModelBreakers) private readonly breakers: ModelBreakers = new ModelBreakers(),
    @Inject(Budgets) private readonly budgets?: Pick<Budgets, 'reserve' | 'count'>,
    @Inject(LearnedOutputs) private readonly learned?: Pick<LearnedOutputs, 'note'>,
    @Inject(ModelCooldowns) private readonly cooldowns = new ModelCooldowns(),
  ) {}

  /**
   * Calls the route's model, then its fallbacks.
   *
   * @throws ModelError immediately for an invalid request; if every candidate has failed, the first failure that can
   *   be retried, else the first. The reason of an aborted signal is thrown unchanged.
   */
  async generate(
    route: Route,
    request: Omit<GenerateRequest, 'model'>,
    hooks: CallHooks = {},
  ): Promise<AnsweredCall> {
    const { orgId } = request.facts;
    const { candidates, skipped } = this.candidatesOf(route, orgId);
    const attempts: CallAttempt[] = [];
    const add = (attempt: CallAttempt) => {
      attempts.push(attempt);
      hooks.onOutcome?.(attempt);
    };
    skipped.forEach(add);
    let failure: ModelError | undefined;
    for (const candidate of candidates) {
      const { model } = candidate;
      const startedAt = performance.now();
      const note = (outcome: string, message?: string) => {
        const durationMs = performance.now() - startedAt;
        add({ ...candidate, outcome, durationMs, ...(message && { message }) });
      };
      try {
        hooks.onAttempt?.(candidate);
        const paid = await this.pay(candidate, { ...request, model }, hooks.ledger);
        note('ok');
        this.learned?.note(orgId, route.taskType, paid.usage.completionTokens);
        return { ...paid, toolCalls: withoutRepeats(paid.toolCalls), ...candidate, attempts };
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        note(error.errorClass, error.message);
        if (!mayWorkWithAnother(error)) throw error;
        failure = failure && error.retry !== 'retry' ? failure : error;
      }
    }
    throw failure ?? new ModelError('NOT_CONFIGURED', `No model was chosen for ${route.taskType}.`);
  }

  /**
   * Orders the route's model and its fallbacks. Models that went into cooldown since the route was chosen, for
   * example in an earlier call of the turn, and models with a running trial call come last.
   */
  private candidatesOf(route: Route, orgId: string): { candidates: RoutedModel[]; skipped: CallAttempt[] } {
    const available: RoutedModel[] = [];
    const obstructed: RoutedModel[] = [];
    const skipped: CallAttempt[] = [];
    for (const { model, provider, tier } of [route, ...(route.fallbacks ?? [])]) {
      const candidate = { model, provider, tier };
      const obstacle = this.cooldowns.obstacle(candidate, orgId) ?? this.breakers.trial(candidate, orgId);
      (obstacle ? obstructed : available).push(candidate);
      if (obstacle)
        skipped.push({ ...candidate, outcome: 'COOLDOWN', durationMs: 0, message: obstacleText(obstacle) });
    }
    // If no model is available, none is skipped.
    return { candidates: [...available, ...obstructed], skipped: available.length > 0 ? skipped : [] };
  }

  /** Counts the tokens of a task that ran by rules, without a price. */
  async countUnpaid(
    { model, provider, tier }: RoutedModel,
    usage: TokenUsage,
    orgId: string,
    ledger: CallLedger | undefined,
  ): Promise<void> {
    const use = (await this.budgets?.reserve(orgId, { model, provider, tier }, NOTHING))?.useOf(usage, 0);
    if (use && ledger?.keepUse(use) !== true) await this.budgets?.count(orgId, [use]);
  }

  /**
   * Reserves the maximum cost of the call, and counts its usage. An incomplete answer of one key is counted before
   * the next key is tried. Models without a price need no reservation.
   */
  private async pay(
    candidate: RoutedModel,
    request: GenerateRequest,
    ledger: CallLedger | undefined,
  ): Promise<GenerateResult & { costUsd: number }> {
    // An aborted call reserves nothing.
    request.signal.throwIfAborted();
    const { orgId } = request.facts;
    const entry = this.registry.find(candidate.model, orgId);
    if (!entry || !this.budgets) {
      const result = await this.ask(candidate, request);
      return { ...result, costUsd: entry ? costOfUsage(entry, result.usage) : 0 };
    }
    const maxOutputTokens =
      request.maxOutputTokens ?? Math.min(entry.maxOutputTokens, LONGEST_PAID_OUTPUT_TOKENS);
    const most = hasPrice(entry) ? await mostOf(entry, request, maxOutputTokens) : NOTHING;
    const { budgets } = this;
    const reserve = async () => {
      const made = await budgets.reserve(orgId, candidate, most);
      if (made.begun) ledger?.begin(made.begun);
      return made;
    };
    let reservation: Reservation | undefined = await reserve();
    const { limited } = reservation;
    const keep = async (usage: TokenUsage): Promise<number> => {
      const costUsd = costOfUsage(entry, usage);
      const use = reservation?.useOf(usage, costUsd);
      reservation = undefined;
      if (use && ledger?.keepUse(use) !== true) await budgets.count(orgId, [use]);
      return costUsd;
    };
    let arrived: BrokenAnswer | undefined;
    const onBrokenOff = (broken: BrokenAnswer) => (arrived = broken);
    const beforeNextKey = async (failure: ModelError) => {
      if (!isBilled(failure)) return;
      await keep(await usageOf(request, arrived));
      arrived = undefined;
      reservation = await reserve();
    };
    try {
      const limit = limited && { maxOutputTokens };
      const listened = { ...request, onBrokenOff, beforeNextKey, ...limit };
      const result = await this.ask(candidate, listened);
      return { ...result, costUsd: await keep(result.usage) };
    } catch (error) {
      if (isBilled(error)) await keep(await usageOf(request, arrived));
      // Without a ledger, a call without a reservation left no stored entry.
      else if (!reservation?.begun || ledger?.forget(reservation.begun.id) === false)
        await reservation?.release();
      throw error;
    }
  }

  private ask(candidate: RoutedModel, request: GenerateRequest): Promise<GenerateResult> {
    const { orgId } = request.facts;
    const ask = async () => {
      // Resolved together with the model: the org's last key may be removed before the answer arrives.
      const cooling = this.cooldowns.placeOf(candidate, orgId);
      const model = this.models.modelFor(candidate, orgId);
      try {
        const result = await model.generate(request);
        await this.cooldowns.answered(cooling);
        return result;
      } catch (error) {
        if (isUnknownModel(error)) await this.cooldowns.startCooldown(cooling);
        throw error;
      }
    };
    return this.breakers.run(candidate, ask, orgId, request.signal);
  }
}

/** True if the provider does not know the model: retired, or never existed. */
function isUnknownModel(error: unknown): boolean {
  return error instanceof ModelError && error.errorClass === 'NOT_CONFIGURED' && error.options.status === 404;
}

/** True if the provider may charge for the failed call, because an answer may have begun. */
function isBilled(error: unknown): boolean {
  if (!(error instanceof ModelError)) return true;
  return error.errorClass === 'BROKEN_STREAM' || error.errorClass === 'TIMEOUT';
}

/** Maximum usage of a call: nothing cached, longest possible answer. */
async function mostOf(
  entry: ModelEntry,
  request: GenerateRequest,
  completionTokens: number,
): Promise<MostUse> {
  const promptTokens = Math.ceil((await countRequestTokens(request)) * entry.inputMargin);
  return { usd: mostCostOf(entry, promptTokens, completionTokens), promptTokens, completionTokens };
}

function hasPrice({ prices }: ModelEntry): boolean {
  return prices.input > 0 || prices.output > 0;
}

/** True if another model may succeed. Invalid requests and exceeded budgets fail with every model. */
function mayWorkWithAnother(error: ModelError): boolean {
  if (error.errorClass === 'BUDGET_HELD') return false;
  return (
    error.retry === 'retry' || error.errorClass === 'KEY_REJECTED' || error.errorClass === 'NOT_CONFIGURED'
  );
}

/** Removes repeated tool calls of one answer, so that side effects happen once. */
function withoutRepeats(calls: readonly ModelToolCall[]): ModelToolCall[] {
  return calls.filter(
    (call, index) => call.id === '' || calls.findIndex((other) => isDeepStrictEqual(other, call)) === index,
  );
}

import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { MostUse } from '../budgets/budget.repository.ts';
import { Budgets, type Reservation } from '../budgets/budgets.ts';
import type { BegunCall, ModelUse } from '../budgets/model-call.repository.ts';
import { costOfUsage, mostCostOf } from '../cost.ts';
import type {
  BrokenAnswer,
  GenerateRequest,
  GenerateResult,
  ModelToolCall,
  TokenUsage,
} from '../language-model.ts';
import { LanguageModels } from '../language-models.ts';
import { ModelError, type ModelErrorClass } from '../model.errors.ts';
import type { Route, RoutedModel } from '../model-router.ts';
import { obstacleText } from '../obstacle-text.ts';
import { LearnedOutputs } from '../orgs/learned-outputs.ts';
import type { ModelEntry } from '../model-entry.ts';
import { ModelRegistry } from '../registry.ts';
import { countRequestTokens } from '../tokens.ts';
import { usageOf } from './arrived-answer.ts';
import { CandidateQueue } from './candidate-queue.ts';
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

/** The usage and the cost of one call, or of the part of its answer that arrived. */
export interface PaidCall extends TokenUsage {
  id: string;
  costUsd: number;
}

/** Stores the cost of calls together with the step they belong to. */
export interface CallLedger {
  /** The turn that pays for the calls. */
  turnId: string;
  /** Stores the calls of the turn that are answered, so that no later fault repeats them. Precedes each call. */
  keepAnswers(): Promise<void>;
  /** Adds a running call to the next write, so that it is counted if its worker dies. */
  begin(call: BegunCall): void;
  /** Removes a failed call that costs nothing. */
  forget(id: string): void | Promise<void>;
  /**
   * @param call.paid is added to the totals of the turn, also if the call has failed.
   * @param call.use replaces the running entry of the call; absent for a model without a budget.
   */
  keep(call: { paid?: PaidCall; use?: ModelUse }): void | Promise<void>;
}

export interface CallHooks {
  /** Called before each attempt. */
  onAttempt?: (model: RoutedModel) => void;
  /** Called after each attempt, and for each model skipped because of its cooldown. */
  onOutcome?: (attempt: CallAttempt) => void;
  /** Without a ledger, usage is stored immediately. */
  ledger?: CallLedger | undefined;
}

export interface AnsweredCall extends GenerateResult, RoutedModel {
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
    @Inject(PinoLogger) private readonly logger?: Pick<PinoLogger, 'error' | 'warn'>,
  ) {}

  /**
   * Calls the route's model, then its fallbacks ({@link CandidateQueue}).
   *
   * @throws ModelError if every candidate has failed: the first failure that can be retried, else the first. The
   *   reason of an aborted signal is thrown unchanged.
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
    const queue = new CandidateQueue(candidates);
    const { signal } = request;
    for (let candidate; (candidate = await queue.next(signal));) {
      const asked = candidate;
      const { model } = asked;
      const startedAt = performance.now();
      const note = (outcome: string, message?: string) => {
        const durationMs = performance.now() - startedAt;
        add({ ...asked, outcome, durationMs, ...(message && { message }) });
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
        this.report(error, asked, orgId);
        queue.failed(asked, error);
      }
    }
    throw queue.failure ?? new ModelError('NOT_CONFIGURED', `No model was chosen for ${route.taskType}.`);
  }

  /** Reports a refused request. Its form is ours: a provider that refuses it makes a defect of ours known. */
  private report(error: ModelError, { provider, model }: RoutedModel, orgId: string): void {
    if (error.errorClass !== 'BAD_REQUEST') return;
    const context = { provider, model, orgId, err: error };
    if (error.options.dialect) this.logger?.error(context, 'a provider refused the form of a request');
    else this.logger?.warn(context, 'a provider refused the content of a request');
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
    if (!use) return;
    await (ledger ? ledger.keep({ use }) : this.budgets?.count(orgId, [use]));
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
    await ledger?.keepAnswers();
    const { orgId } = request.facts;
    const entry = this.registry.find(candidate.model, orgId);
    if (!entry || !this.budgets) {
      const result = await this.ask(candidate, request);
      const costUsd = entry ? costOfUsage(entry, result.usage) : 0;
      await ledger?.keep({ paid: { id: randomUUID(), ...result.usage, costUsd } });
      return { ...result, costUsd };
    }
    const maxOutputTokens =
      request.maxOutputTokens ?? Math.min(entry.maxOutputTokens, LONGEST_PAID_OUTPUT_TOKENS);
    const most = hasPrice(entry) ? await mostOf(entry, request, maxOutputTokens) : NOTHING;
    const { budgets } = this;
    const reserve = async () => {
      const made = await budgets.reserve(orgId, candidate, most, ledger?.turnId ?? null);
      if (made.begun) ledger?.begin(made.begun);
      return made;
    };
    let reservation: Reservation | undefined = await reserve();
    const { limited } = reservation;
    const keep = async (usage: TokenUsage): Promise<number> => {
      const costUsd = costOfUsage(entry, usage);
      const use = reservation?.useOf(usage, costUsd);
      reservation = undefined;
      if (!use) return costUsd;
      await (ledger
        ? ledger.keep({ paid: { id: use.id, ...usage, costUsd }, use })
        : budgets.count(orgId, [use]));
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
      else if (reservation?.begun) await ledger?.forget(reservation.begun.id);
      else await reservation?.release();
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

/** True if the provider does not offer the model: retired, never existed, or not for this key. */
function isUnknownModel(error: unknown): boolean {
  return (
    error instanceof ModelError && error.errorClass === 'NOT_CONFIGURED' && error.options.status !== undefined
  );
}

const BILLED: ReadonlySet<ModelErrorClass> = new Set(['BROKEN_STREAM', 'UNREADABLE', 'EXCESSIVE', 'TIMEOUT']);

/** True if the provider may charge for the failed call, because an answer may have begun. */
function isBilled(error: unknown): boolean {
  return !(error instanceof ModelError) || BILLED.has(error.errorClass);
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

/** Removes repeated tool calls of one answer, so that side effects happen once. */
function withoutRepeats(calls: readonly ModelToolCall[]): ModelToolCall[] {
  return calls.filter(
    (call, index) => call.id === '' || calls.findIndex((other) => isDeepStrictEqual(other, call)) === index,
  );
}

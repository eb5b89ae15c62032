import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import type { MostUse } from '../budgets/budget.repository.ts';
import { Budgets, type Reservation } from '../budgets/budgets.ts';
import type { BegunCall, ModelUse } from '../budgets/model-call.repository.ts';
import { costOfUsage, mostCostOf } from '../cost.ts';
import type {
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
import { obstacleInWords } from '../obstacle-words.ts';
import { LearnedOutputs } from '../orgs/learned-outputs.ts';
import { ModelRegistry, type ModelEntry } from '../registry.ts';
import { countRequestTokens } from '../tokens.ts';
import { ArrivedAnswer } from './arrived-answer.ts';
import { ModelBreakers } from './model-breakers.ts';
import { LocalModelCooldowns, type ModelCooldowns } from './model-cooldowns.ts';
import { StoredModelCooldowns } from './stored-model-cooldowns.ts';

/** Longest answer that is paid for where a hard budget holds and the caller sets no limit. */
const LONGEST_PAID_OUTPUT_TOKENS = 4_096;

/** What a call needs that costs nothing. */
const NOTHING: MostUse = { usd: 0, promptTokens: 0, completionTokens: 0 };

/** One model that was asked within a call. */
export interface CallAttempt extends RoutedModel {
  /** `ok`, the class of the failure, or `RESTS` for one that is passed over while another can answer. */
  outcome: string;
  durationMs: number;
  /** Why it failed. */
  message?: string;
}

/** Stores what calls cost, with whatever else it stores of the step that they belong to. */
export interface CallLedger {
  /** A call that is under way: to be stored with what is written next, and counted if its worker dies. */
  begin(call: BegunCall): void;
  /** It came to nothing, and costs nothing. False: nothing will be stored any more. */
  forget(id: string): boolean;
  /** What was paid for; it takes the place of what was begun. False: nothing will be stored any more. */
  keepUse(use: ModelUse): boolean;
}

export interface CallHooks {
  /** Before each model is asked. */
  onAttempt?: (model: RoutedModel) => void;
  /** After each, and for each that is passed over as it rests. */
  onOutcome?: (attempt: CallAttempt) => void;
  /** Without it, and where it stores nothing any more, what was paid for is stored at once. */
  ledger?: CallLedger;
}

export interface AnsweredCall extends GenerateResult {
  /** The model that answered. */
  model: string;
  provider: ProviderName;
  tier: ModelTier;
  /** Of the usage that was reported. */
  costUsd: number;
  /** Every model whose turn it was, in order; the last one answered. */
  attempts: CallAttempt[];
}

/** Makes the calls that were routed: where a model fails, the next candidate answers within the same call. */
@Injectable()
export class ModelCalls {
  constructor(
    @Inject(LanguageModels) private readonly models: LanguageModels,
    @Inject(ModelRegistry) private readonly registry: ModelRegistry,
    @Inject(ModelBreakers) private readonly breakers: ModelBreakers = new ModelBreakers(),
    @Inject(Budgets) private readonly budgets?: Pick<Budgets, 'reserve' | 'count'>,
    @Inject(LearnedOutputs) private readonly learned?: Pick<LearnedOutputs, 'note'>,
    @Inject(StoredModelCooldowns) private readonly cooldowns: ModelCooldowns = new LocalModelCooldowns(),
  ) {}

  /**
   * Asks the route's model, then its fallbacks. Text of a model that failed in the middle is taken back by
   * `request.onReset` before the next one writes.
   *
   * @throws ModelError of a request that is wrong at once; when every candidate has failed, the failure that may pass,
   *   if there was one, else the first. What an aborted signal says is thrown as it is.
   */
  async generate(
    route: Route,
    request: Omit<GenerateRequest, 'model'>,
    hooks: CallHooks = {},
  ): Promise<AnsweredCall> {
    const { orgId } = request.facts;
    const { candidates, resting } = this.candidatesOf(route, orgId);
    const attempts: CallAttempt[] = [];
    const add = (attempt: CallAttempt) => {
      attempts.push(attempt);
      hooks.onOutcome?.(attempt);
    };
    resting.forEach(add);
    const text = new SentText(request);
    let failure: ModelError | undefined;
    for (const candidate of candidates) {
      const { model } = candidate;
      const startedAt = performance.now();
      const note = (outcome: string, message?: string) => {
        const durationMs = performance.now() - startedAt;
        add({ ...candidate, outcome, durationMs, ...(message && { message }) });
      };
      try {
        text.reset();
        hooks.onAttempt?.(candidate);
        const paid = await this.pay(candidate, { ...request, ...text.listeners, model }, hooks.ledger);
        note('ok');
        this.learned?.note(orgId, route.taskType, paid.usage.completionTokens);
        return { ...paid, toolCalls: withoutRepeats(paid.toolCalls), ...candidate, attempts };
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        note(error.errorClass, error.message);
        if (!mayPassWithAnother(error)) throw error;
        failure = failure && error.retry !== 'retry' ? failure : error;
      }
    }
    throw failure ?? new ModelError('NOT_CONFIGURED', `No model was chosen for ${route.taskType}.`);
  }

  /**
   * The route's model and its fallbacks; last of all those that have come to rest since the route was chosen, as in an
   * earlier call of the turn, and those that another call tries after failures.
   */
  private candidatesOf(route: Route, orgId: string): { candidates: RoutedModel[]; resting: CallAttempt[] } {
    const awake: RoutedModel[] = [];
    const asleep: RoutedModel[] = [];
    const resting: CallAttempt[] = [];
    for (const { model, provider, tier } of [route, ...(route.fallbacks ?? [])]) {
      const candidate = { model, provider, tier };
      const obstacle = this.cooldowns.obstacle(candidate, orgId) ?? this.breakers.trial(candidate, orgId);
      (obstacle ? asleep : awake).push(candidate);
      if (obstacle)
        resting.push({ ...candidate, outcome: 'RESTS', durationMs: 0, message: obstacleInWords(obstacle) });
    }
    // Where all rest, none is passed over.
    return { candidates: [...awake, ...asleep], resting: awake.length > 0 ? resting : [] };
  }

  /** Counts what the offline model did by rules, without being asked: tokens without a price. */
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
   * Holds back what the call may cost, and counts what it has used; what broke off with one key is paid for before the
   * next one is asked. A model without a price needs no money.
   */
  private async pay(
    candidate: RoutedModel,
    request: GenerateRequest,
    ledger: CallLedger | undefined,
  ): Promise<GenerateResult & { costUsd: number }> {
    // Of what is not asked, nothing is to be paid.
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
    const arrived = new ArrivedAnswer(request);
    const beforeNextKey = async (failure: ModelError) => {
      if (!isBilled(failure)) return;
      await keep(await arrived.usage());
      arrived.forget();
      reservation = await reserve();
    };
    try {
      const limit = limited && { maxOutputTokens };
      const listened = { ...request, ...arrived.listeners, beforeNextKey, ...limit };
      const result = await this.ask(candidate, listened);
      return { ...result, costUsd: await keep(result.usage) };
    } catch (error) {
      if (isBilled(error)) await keep(await arrived.usage());
      // Without a ledger nothing was stored of a call that no money was held back for.
      else if (!reservation?.begun || ledger?.forget(reservation.begun.id) === false)
        await reservation?.release();
      throw error;
    }
  }

  private ask(candidate: RoutedModel, request: GenerateRequest): Promise<GenerateResult> {
    const { orgId } = request.facts;
    const ask = async () => {
      // With the model: an org's last key may be gone by the time that it answers.
      const way = this.cooldowns.placeOf(candidate, orgId);
      const model = this.models.modelFor(candidate, orgId);
      try {
        const result = await model.generate(request);
        await this.cooldowns.answered(way);
        return result;
      } catch (error) {
        if (isUnknownModel(error)) await this.cooldowns.rest(way);
        throw error;
      }
    };
    return this.breakers.run(candidate, ask, orgId, request.signal);
  }
}

/** The provider has retired the model, or never had it. */
function isUnknownModel(error: unknown): boolean {
  return error instanceof ModelError && error.errorClass === 'NOT_CONFIGURED' && error.options.status === 404;
}

/** An answer that was begun, or may have been, is paid for although it never came to its end. */
function isBilled(error: unknown): boolean {
  if (!(error instanceof ModelError)) return true;
  return error.errorClass === 'BROKEN_STREAM' || error.errorClass === 'TIMEOUT';
}

/** What a call uses when nothing is cached and the answer is as long as it may be. */
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

/** Whether there is text that has to be taken back. */
class SentText {
  private sent = false;

  constructor(private readonly request: Pick<GenerateRequest, 'onText' | 'onReset'>) {}

  readonly listeners = {
    onText: (text: string): void => {
      this.sent = true;
      this.request.onText?.(text);
    },
    onReset: (): void => this.reset(),
  };

  reset(): void {
    if (this.sent) this.request.onReset?.();
    this.sent = false;
  }
}

/** Another model may get the same request through; a request that is wrong, or too dear, stays so. */
function mayPassWithAnother(error: ModelError): boolean {
  if (error.errorClass === 'BUDGET_HELD') return false;
  return (
    error.retry === 'retry' || error.errorClass === 'KEY_REJECTED' || error.errorClass === 'NOT_CONFIGURED'
  );
}

/** A provider that says one call twice wants it once: what it does must not be done twice. */
function withoutRepeats(calls: readonly ModelToolCall[]): ModelToolCall[] {
  return calls.filter(
    (call, index) => call.id === '' || calls.findIndex((other) => isDeepStrictEqual(other, call)) === index,
  );
}

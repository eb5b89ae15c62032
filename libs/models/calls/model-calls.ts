import type { Budgets } from '../budgets/budgets.ts';
import { costOfUsage, estimateCost } from '../cost.ts';
import type { GenerateRequest, GenerateResult, ModelTier, ProviderName } from '../language-model.ts';
import type { LanguageModels } from '../language-models.ts';
import { ModelError } from '../model.errors.ts';
import type { Route, RoutedModel } from '../model-router.ts';
import type { ModelEntry, ModelRegistry } from '../registry.ts';
import { countRequestTokens } from '../tokens.ts';
import { ModelBreakers } from './model-breakers.ts';

/** Longest answer that is paid for where a hard budget holds and the caller sets no limit. */
const RESERVED_OUTPUT_TOKENS = 4_096;
/** Other providers count up to this much more than our tokenizer. */
const INPUT_MARGIN = 1.25;

/** One model that was asked within a call. */
export interface CallAttempt extends RoutedModel {
  /** `ok`, or the class of the failure. */
  outcome: string;
  durationMs: number;
  /** Why it failed. */
  message?: string;
}

export interface CallHooks {
  /** Before each model is asked. */
  onAttempt?: (model: RoutedModel) => void;
  /** After each. */
  onOutcome?: (attempt: CallAttempt) => void;
}

export interface AnsweredCall extends GenerateResult {
  /** The model that answered. */
  model: string;
  provider: ProviderName;
  tier: ModelTier;
  /** Of the usage that was reported. */
  costUsd: number;
  /** Every model that was asked, in order; the last one answered. */
  attempts: CallAttempt[];
}

/** Makes the calls that were routed: where a model fails, the next candidate answers within the same call. */
export class ModelCalls {
  constructor(
    private readonly models: LanguageModels,
    private readonly registry: ModelRegistry,
    private readonly breakers: ModelBreakers = new ModelBreakers(),
    private readonly budgets?: Pick<Budgets, 'reserve'>,
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
    const attempts: CallAttempt[] = [];
    const text = new SentText(request);
    let failure: ModelError | undefined;
    for (const { model, provider, tier } of [route, ...(route.fallbacks ?? [])]) {
      const candidate = { model, provider, tier };
      const startedAt = performance.now();
      const note = (outcome: string, message?: string) => {
        const durationMs = performance.now() - startedAt;
        const attempt = { ...candidate, outcome, durationMs, ...(message && { message }) };
        attempts.push(attempt);
        hooks.onOutcome?.(attempt);
      };
      try {
        text.reset();
        hooks.onAttempt?.(candidate);
        const paid = await this.pay(candidate, { ...request, ...text.listeners, model });
        note('ok');
        return { ...paid, ...candidate, attempts };
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        note(error.errorClass, error.message);
        if (!mayPassWithAnother(error)) throw error;
        failure = failure && error.retry !== 'retry' ? failure : error;
      }
    }
    throw failure ?? new ModelError('NOT_CONFIGURED', `No model was chosen for ${route.taskType}.`);
  }

  /** Holds back what the call may cost, and counts what it has cost. A model without a price needs no money. */
  private async pay(
    candidate: RoutedModel,
    request: GenerateRequest,
  ): Promise<GenerateResult & { costUsd: number }> {
    const entry = this.registry.find(candidate.model);
    if (!entry || !this.budgets || !hasPrice(entry)) {
      const result = await this.ask(candidate, request);
      return { ...result, costUsd: entry ? costOfUsage(entry, result.usage) : 0 };
    }
    const maxOutputTokens =
      request.maxOutputTokens ?? Math.min(entry.maxOutputTokens, RESERVED_OUTPUT_TOKENS);
    const inputTokens = Math.ceil((await countRequestTokens(request)) * INPUT_MARGIN);
    const mostUsd = estimateCost(entry, inputTokens, maxOutputTokens);
    const reservation = await this.budgets.reserve(request.facts.orgId, mostUsd);
    let result: GenerateResult;
    try {
      result = await this.ask(candidate, { ...request, ...(reservation.limited && { maxOutputTokens }) });
    } catch (error) {
      await reservation.release();
      throw error;
    }
    const costUsd = costOfUsage(entry, result.usage);
    await reservation.settle(candidate, result.usage, costUsd);
    return { ...result, costUsd };
  }

  private ask(candidate: RoutedModel, request: GenerateRequest): Promise<GenerateResult> {
    return this.breakers.run(candidate, () => this.models.modelFor(candidate).generate(request));
  }
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

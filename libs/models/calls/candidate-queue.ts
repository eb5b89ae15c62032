import { setTimeout as delay } from 'node:timers/promises';
import type { ModelError } from '../model.errors.ts';
import type { RoutedModel } from '../model-router.ts';
import { isShortWait } from '../obstacle-text.ts';

/** Added to a wait, because timers and the clock of a circuit round differently. */
const TIMER_SLACK_MS = 20;

/** The models that a call asks in turn. Their failures decide which of them are asked. */
export class CandidateQueue {
  private readonly rest: RoutedModel[];
  private readonly soon: { model: RoutedModel; waitMs: number }[] = [];
  private refused = false;
  private waited = false;
  /** The first failure that can be retried, else the first. */
  failure: ModelError | undefined;

  constructor(models: readonly RoutedModel[]) {
    this.rest = [...models];
  }

  /**
   * The next model to ask. If none is left, models whose circuit or key is usable again within seconds are waited for
   * and asked once more.
   */
  async next(signal: AbortSignal): Promise<RoutedModel | undefined> {
    if (this.rest.length === 0 && this.soon.length > 0 && !this.waited) {
      this.waited = true;
      const waitMs = Math.min(...this.soon.map((each) => each.waitMs)) + TIMER_SLACK_MS;
      await delay(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
      this.rest.push(...this.soon.filter((each) => each.waitMs <= waitMs).map(({ model }) => model));
    }
    return this.rest.shift();
  }

  /**
   * Notes the failure of a model. A refused request, which may be due to the dialect of the provider, and an answer
   * over our limits are tried with one other model only.
   *
   * @throws the failure if no other model may succeed: an exceeded budget.
   */
  failed(model: RoutedModel, error: ModelError): void {
    const { errorClass, options, retry } = error;
    if (errorClass === 'BUDGET_EXCEEDED' || errorClass === 'BUDGET_HELD') throw error;
    if (!this.failure || (this.failure.retry !== 'retry' && retry === 'retry')) this.failure = error;
    if (errorClass === 'BAD_REQUEST' || errorClass === 'EXCESSIVE') {
      if (this.refused) this.rest.length = 0;
      this.refused = true;
    }
    // Models of one provider share its dialect.
    if (errorClass === 'BAD_REQUEST')
      this.rest.sort((a, b) => Number(a.provider === model.provider) - Number(b.provider === model.provider));
    const { retryAfterMs } = options;
    if (isShortWait(retryAfterMs)) this.soon.push({ model, waitMs: retryAfterMs });
  }
}

/** Long, since reasoning models think before they answer. */
export const SILENCE_LIMIT_MS = 120_000;
/** Maximum duration of a whole answer; shorter than the lease of a budget reservation. */
export const CALL_LIMIT_MS = 600_000;

/** Aborts if no data arrives for too long, or if the whole answer takes too long. */
export class StreamTimeout {
  private readonly controller = new AbortController();
  private readonly whole: NodeJS.Timeout;
  private timer: NodeJS.Timeout;
  /** Predicate for an error message whose subject is the provider. */
  description = '';

  constructor(
    private readonly limitMs: number,
    wholeLimitMs: number,
  ) {
    this.whole = this.after(wholeLimitMs, `did not finish within ${wholeLimitMs} ms`);
    this.timer = this.wait();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Restarts the timer after data has arrived. */
  restart(): void {
    clearTimeout(this.timer);
    this.timer = this.wait();
  }

  end(): void {
    clearTimeout(this.timer);
    clearTimeout(this.whole);
  }

  private wait(): NodeJS.Timeout {
    return this.after(this.limitMs, `was silent for ${this.limitMs} ms`);
  }

  private after(limitMs: number, description: string): NodeJS.Timeout {
    return setTimeout(() => {
      this.description ||= description;
      this.controller.abort();
    }, limitMs);
  }
}

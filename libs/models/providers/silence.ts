/** Reasoning models think for long before they begin to answer. */
export const SILENCE_LIMIT_MS = 120_000;
/** Whole answers; below the time for which a budget is held back for a call. */
export const CALL_LIMIT_MS = 600_000;

/** Aborts when nothing was heard for too long, or when the whole of it takes too long. */
export class Silence {
  private readonly controller = new AbortController();
  private readonly whole: NodeJS.Timeout;
  private timer: NodeJS.Timeout;
  /** What happened, for a sentence about the provider. */
  said = '';

  constructor(
    private readonly limitMs: number,
    wholeLimitMs: number,
  ) {
    this.whole = this.after(wholeLimitMs, `did not come to an end in ${wholeLimitMs} ms`);
    this.timer = this.wait();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Something was heard. */
  broken(): void {
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

  private after(limitMs: number, said: string): NodeJS.Timeout {
    return setTimeout(() => {
      this.said ||= said;
      this.controller.abort();
    }, limitMs);
  }
}

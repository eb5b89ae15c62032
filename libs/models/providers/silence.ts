/** Reasoning models think for long before they begin to answer. */
export const SILENCE_LIMIT_MS = 120_000;

/** Aborts when nothing was heard for too long. */
export class Silence {
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout;

  constructor(readonly limitMs: number) {
    this.timer = this.wait();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Something was heard. */
  broken(): void {
    this.end();
    this.timer = this.wait();
  }

  end(): void {
    clearTimeout(this.timer);
  }

  private wait(): NodeJS.Timeout {
    return setTimeout(() => this.controller.abort(), this.limitMs);
  }
}

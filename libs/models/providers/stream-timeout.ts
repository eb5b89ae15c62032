/** Long, since reasoning models think before they answer. */
export const SILENCE_LIMIT_MS = 120_000;
/**
 * A provider is silent while it writes a whole answer, so the wait is longer by this factor: as long to write as to think.
 * The wait stays below the 300 s after which `fetch` gives up on a response without headers.
 */
export const WHOLE_ANSWER_PATIENCE = 2;
/** Maximum duration of a complete answer; shorter than the lease of a budget reservation. */
export const CALL_LIMIT_MS = 600_000;

/** Aborts a call if no data arrives for too long, if the whole answer takes too long, or if its reader gives up. */
export class StreamTimeout {
  private readonly controller = new AbortController();
  private readonly whole: NodeJS.Timeout;
  private readonly silence: NodeJS.Timeout;
  /** Predicate for an error message whose subject is the provider. */
  description = '';
  /** True if the limit of the whole answer has passed, not that of silence. */
  isWhole = false;

  /** @param caller aborts the call too. */
  constructor(
    limitMs: number,
    wholeLimitMs: number,
    private readonly caller: AbortSignal,
  ) {
    // A signal of two sources would cost more than the timers.
    caller.addEventListener('abort', this.follow);
    this.whole = this.after(wholeLimitMs, `did not finish within ${wholeLimitMs} ms`, true);
    this.silence = this.after(limitMs, `was silent for ${limitMs} ms`, false);
  }

  /** True if a limit has passed. */
  get passed(): boolean {
    return this.description !== '';
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Restarts the timer after data has arrived. */
  restart(): void {
    this.silence.refresh();
  }

  /** @param complete true if the answer was read to its end, so that its connection can be reused. */
  end(complete: boolean): void {
    clearTimeout(this.silence);
    clearTimeout(this.whole);
    this.caller.removeEventListener('abort', this.follow);
    if (!complete) this.controller.abort();
  }

  private readonly follow = () => this.controller.abort(this.caller.reason);

  private after(limitMs: number, description: string, isWhole: boolean): NodeJS.Timeout {
    return setTimeout(() => {
      if (!this.passed) this.isWhole = isWhole;
      this.description ||= description;
      this.controller.abort();
    }, limitMs);
  }
}

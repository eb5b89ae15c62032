/** Long, since reasoning models think before they answer. */
export const SILENCE_LIMIT_MS = 120_000;
/**
 * A provider is silent while it writes a whole answer, so the wait is longer by this factor: as long to write as to think.
 * The wait stays below the 300 s after which `fetch` gives up on a response without headers.
 */
export const WHOLE_ANSWER_PATIENCE = 2;
/** Maximum duration of a complete answer; shorter than the lease of a budget reservation. */
export const CALL_LIMIT_MS = 600_000;

/** Aborts if no data arrives for too long, or if the whole answer takes too long. */
export class StreamTimeout {
  private readonly controller = new AbortController();
  private readonly whole: NodeJS.Timeout;
  private readonly silence: NodeJS.Timeout;
  /** Predicate for an error message whose subject is the provider. */
  description = '';

  constructor(limitMs: number, wholeLimitMs: number) {
    this.whole = this.after(wholeLimitMs, `did not finish within ${wholeLimitMs} ms`);
    this.silence = this.after(limitMs, `was silent for ${limitMs} ms`);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Restarts the timer after data has arrived. */
  restart(): void {
    this.silence.refresh();
  }

  end(): void {
    clearTimeout(this.silence);
    clearTimeout(this.whole);
  }

  private after(limitMs: number, description: string): NodeJS.Timeout {
    return setTimeout(() => {
      this.description ||= description;
      this.controller.abort();
    }, limitMs);
  }
}

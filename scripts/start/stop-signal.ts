/** The terminal and npm may both deliver one Ctrl-C. Two signals within this time count as one. */
const SAME_KEY_PRESS_MS = 500;

/** A request to stop: Ctrl-C, SIGTERM, or the program's own. */
export class StopSignal {
  readonly code = { given: false, value: 0 };
  readonly requested: Promise<void>;
  private resolve: () => void = () => undefined;
  private firstAt = 0;
  private second: () => void = () => undefined;

  constructor() {
    this.requested = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  static ofProcess(): StopSignal {
    const stop = new StopSignal();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.request(0));
    // A closed terminal and an ended parent send it several times, and nobody is impatient.
    process.on('SIGHUP', () => stop.code.given || stop.request(0));
    return stop;
  }

  /** Asks to stop with exit code `value`; a second request asks not to wait any longer. */
  request(value: number): void {
    if (!this.code.given) {
      this.code.given = true;
      this.code.value = value;
      this.firstAt = performance.now();
      this.resolve();
    } else if (performance.now() - this.firstAt > SAME_KEY_PRESS_MS) {
      this.second();
    }
  }

  /** Calls `react` at the second request. @returns a function that removes it. */
  onSecond(react: () => void): () => void {
    this.second = react;
    return () => {
      this.second = () => undefined;
    };
  }
}

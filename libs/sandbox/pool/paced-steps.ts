/** Time for steps in one iteration of the event loop. The step that exceeds it is the last of the iteration. */
const TURN_MS = 10;

/**
 * Runs steps in order: at once while they are short, in later iterations of the event loop when they add up. Parsing or
 * serializing a message of a program may take 10 ms, and several in a row would block the process.
 */
export class PacedSteps {
  private readonly waiting: (() => void)[] = [];
  private usedMs = 0;
  private isScheduled = false;

  /** @param now milliseconds, for tests */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** @param step must not throw. */
  run(step: () => void): void {
    if (this.waiting.length > 0 || this.usedMs >= TURN_MS) this.waiting.push(step);
    else this.take(step);
  }

  private take(step: () => void): void {
    const startedAt = this.now();
    step();
    this.usedMs += this.now() - startedAt;
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => this.nextTurn());
  }

  private nextTurn(): void {
    this.isScheduled = false;
    this.usedMs = 0;
    for (let step; this.usedMs < TURN_MS && (step = this.waiting.shift());) this.take(step);
  }
}

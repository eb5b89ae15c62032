/** So much of one turn of the event loop goes to steps; the step in which it is used up is the last of the turn. */
const TURN_MS = 10;

/**
 * Runs steps in their order, at once while they are small and in later turns of the event loop where they add up: what a
 * program sends or is sent may take ten milliseconds to read, and all of it at once would hold up everybody else.
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

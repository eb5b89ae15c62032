/** Somebody who asks a process that was just started does not wait. */
const FIRST_JOBS = 2;
/** Where no job ends, as with slow models, all slots are open after so many steps all the same. */
const STEPS = 20;
const STEP_MS = 200;

/**
 * Opens the slots of a process that has just started one after the other: a few each 200 ms, and two with each job that
 * ends. Its code is not yet compiled and its caches are empty: jobs that all began at once would none of them end for a
 * while, and all be lost with a process that is killed early again.
 */
export class WarmUp {
  private begun = 0;
  /** How many may have begun by now. */
  private allowed = FIRST_JOBS;
  private readonly waiting: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly slots: number) {}

  async run(job: () => Promise<void>): Promise<void> {
    if (this.allowed < this.slots) await this.turnOfNext();
    try {
      await job();
    } finally {
      if (this.allowed < this.slots) this.allow(2);
    }
  }

  private async turnOfNext(): Promise<void> {
    this.timer ??= setInterval(() => this.allow(Math.ceil(this.slots / STEPS)), STEP_MS).unref();
    const turn = new Promise<void>((resolve) => this.waiting.push(resolve));
    this.allow(0);
    await turn;
  }

  private allow(more: number): void {
    this.allowed += more;
    const isOver = this.allowed >= this.slots;
    if (isOver) clearInterval(this.timer);
    const next = this.waiting.splice(0, isOver ? this.waiting.length : this.allowed - this.begun);
    this.begun += next.length;
    for (const start of next) start();
  }
}

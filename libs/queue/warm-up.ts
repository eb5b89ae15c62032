/** Jobs that may run at once after the start, so that the first requests do not wait. */
const FIRST_JOBS = 2;
/** If no job ends, as with slow models, all slots are open after this many steps. */
const STEPS = 20;
const STEP_MS = 200;

/**
 * Opens the slots of a newly started process gradually: a few every 200 ms, and two with each job that ends. Its code is
 * not compiled yet and its caches are empty. If all jobs started together, none would end for some time, and a process
 * that is killed early would lose all of them.
 */
export class WarmUp {
  private begun = 0;
  /** Number of jobs that may have started by now. */
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

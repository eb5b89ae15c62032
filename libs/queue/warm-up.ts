/** Somebody who asks a process that was just started does not wait. */
const FIRST_JOBS = 2;
/** After so long the next job begins also where none has ended: those of slow models are worth no waiting. */
const STEP_MS = 200;

/**
 * Lets the first jobs of a process begin one after the other, until there were as many as it has slots. Its code is not yet
 * compiled and its caches are empty: begun all at once, none of them would end for a while, and all would be lost with a
 * process that is killed early again. Each end lets two more begin.
 */
export class WarmUp {
  private begun = 0;
  private readonly waiting: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly slots: number,
    private readonly stepMs = STEP_MS,
  ) {}

  async run(job: () => Promise<void>): Promise<void> {
    if (this.begun < this.slots) await this.turnOfNext();
    try {
      await job();
    } finally {
      this.begin(2);
    }
  }

  private async turnOfNext(): Promise<void> {
    const turn = new Promise<void>((resolve) => this.waiting.push(resolve));
    if (this.begun < FIRST_JOBS) this.begin(1);
    else this.timer ??= setInterval(() => this.begin(1), this.stepMs).unref();
    await turn;
  }

  private begin(jobs: number): void {
    for (const start of this.waiting.splice(0, jobs)) {
      this.begun += 1;
      start();
    }
    if (this.waiting.length > 0 && this.begun < this.slots) return;
    for (const start of this.waiting.splice(0)) start();
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

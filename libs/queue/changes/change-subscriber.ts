/** Takes over what changed, by reading it anew. */
export type Refresh = () => void | Promise<void>;

/** Nothing was taken over yet; the first revision of a topic is 1, and 0 stands for none. */
const NEVER = -1;

/** One that keeps something in memory: which revision it has, and which it is on the way to. */
export class ChangeSubscriber {
  private has = NEVER;
  private wanted = NEVER;
  private running: Promise<void> | undefined;

  constructor(
    private readonly refresh: Refresh,
    private readonly reportFailure: (error: unknown) => void,
  ) {}

  /** Resolves when `revision` was taken over, or the attempt to has failed; never rejects. */
  async reach(revision: number): Promise<void> {
    this.wanted = Math.max(this.wanted, revision);
    // What runs may have read before this revision: it is waited for, and then looked again.
    while (this.has < revision) {
      if (this.running) await this.running;
      else if (!(await this.run())) return;
    }
  }

  private async run(): Promise<boolean> {
    const target = this.wanted;
    let reached = false;
    this.running = (async () => {
      try {
        // What throws at once, too, has failed only after `running` is set: it would stay set for good otherwise.
        await (async () => this.refresh())();
        this.has = target;
        reached = true;
      } catch (error) {
        this.reportFailure(error);
      } finally {
        this.running = undefined;
      }
    })();
    await this.running;
    return reached;
  }
}

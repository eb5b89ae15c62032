/** Reloads the changed values into memory. */
export type Refresh = () => void | Promise<void>;

/** No revision has been loaded yet. The first revision of a topic is 1; 0 means that the topic has never changed. */
const NEVER = -1;

/** A subscriber that caches values of a topic, with its loaded revision and the revision that it still has to load. */
export class ChangeSubscriber {
  private has = NEVER;
  private wanted = NEVER;
  private running: Promise<void> | undefined;

  constructor(
    private readonly refresh: Refresh,
    private readonly reportFailure: (error: unknown) => void,
  ) {}

  /** Loads `revision`. Resolves after the refresh, whether it succeeded or failed; never rejects. */
  async reach(revision: number): Promise<void> {
    this.wanted = Math.max(this.wanted, revision);
    // The running refresh may have read before this revision: wait for it, then refresh again.
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
        // A refresh that throws synchronously must also fail after `running` is set; otherwise `running` would never be
        // cleared.
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

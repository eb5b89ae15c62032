/** A number that is missing is most likely about to be committed; after this long it was rolled back. */
export const GAP_PATIENCE_MS = 500;
/** A look at the events without news of any, in case it was lost. */
export const IDLE_LOOK_MS = 5_000;

/** A bell that can be rung before anybody waits for it. */
export class Wake {
  private rung = false;
  private onRing: (() => void) | undefined;

  ring(): void {
    this.rung = true;
    this.onRing?.();
  }

  reset(): void {
    this.rung = false;
  }

  async wait(timeoutMs: number): Promise<void> {
    if (this.rung) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.onRing = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.onRing = undefined;
  }
}

/** Maximum wait for a missing event number. Its transaction is usually about to commit; later it counts as rolled back. */
export const GAP_PATIENCE_MS = 500;
/** Interval of looks without a notification, in case one was lost. */
export const IDLE_LOOK_MS = 5_000;

/** A bell that also wakes a waiter that comes after the ring. */
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

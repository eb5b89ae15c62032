/** Interval of looks without a notification, in case one was lost. */
export const IDLE_LOOK_MS = 5_000;

/** A bell that also wakes a waiter that comes after the ring. */
export class Wake {
  private rung = false;
  private onRing: (() => void) | undefined;

  /** @param signal also rings when it aborts. */
  constructor(signal: AbortSignal) {
    signal.addEventListener('abort', () => this.ring());
  }

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

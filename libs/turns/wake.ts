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

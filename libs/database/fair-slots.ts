import { NoConnectionError } from './database.errors.ts';

/**
 * Divides the connections of a pool among orgs: the next free one goes to the org that has waited longest since its last one. An
 * org leaves one to the others, if there are several.
 */
export class FairSlots {
  private readonly perOrg: number;
  private readonly used = new Map<string, number>();
  /** Work that waits, by org, in the order in which the orgs get slots. */
  private readonly waiting = new Map<string, (() => void)[]>();

  /** @param limitMs the longest wait for a slot. */
  constructor(
    private free: number,
    private readonly limitMs: number,
  ) {
    this.perOrg = Math.max(1, free - 1);
  }

  /** Runs `work` in a slot of `org`, which is free again when the work ends. @throws NoConnectionError */
  async run<Result>(org: string, work: () => Promise<Result>): Promise<Result> {
    if (this.mayTake(org)) this.take(org);
    else await this.wait(org);
    try {
      return await work();
    } finally {
      this.giveBack(org);
      this.startNext();
    }
  }

  private mayTake(org: string): boolean {
    return this.free > 0 && (this.used.get(org) ?? 0) < this.perOrg;
  }

  private take(org: string): void {
    this.free -= 1;
    this.used.set(org, (this.used.get(org) ?? 0) + 1);
  }

  private giveBack(org: string): void {
    this.free += 1;
    const left = (this.used.get(org) ?? 1) - 1;
    if (left > 0) this.used.set(org, left);
    else this.used.delete(org);
  }

  private async wait(org: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const line = this.waiting.get(org) ?? [];
    line.push(resolve);
    this.waiting.set(org, line);
    const timer = setTimeout(() => {
      line.splice(line.indexOf(resolve), 1);
      if (line.length === 0) this.waiting.delete(org);
      reject(new NoConnectionError());
    }, this.limitMs);
    await promise.finally(() => clearTimeout(timer));
  }

  private startNext(): void {
    for (const [org, line] of this.waiting) {
      if (!this.mayTake(org)) continue;
      this.take(org);
      const start = line.shift();
      // Set again, the org is behind all others that wait.
      this.waiting.delete(org);
      if (line.length > 0) this.waiting.set(org, line);
      start?.();
      return;
    }
  }
}

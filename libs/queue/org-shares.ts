import { RunLaterError } from './job-processor.ts';

/** A job that found no slot of its org comes back after this long at the earliest. */
const MIN_PAUSE_MS = 500;
/** Between two jobs of an org that come back: what an org has waiting does not decide how often the queue is asked. */
const SPACING_MS = 10;

interface Share {
  running: number;
  /** When the last of those that were put off comes back. */
  lastReturnMs: number;
}

/** Bounds what one org has running of a job in this process, so that a slow one leaves slots to the others. */
export class OrgShares {
  private readonly shares = new Map<string, Share>();

  constructor(private readonly perOrg: number) {}

  /** Runs the work within the org's share. @throws RunLaterError when the share is taken. */
  async run(orgId: string, work: () => Promise<void>): Promise<void> {
    const share = this.shares.get(orgId) ?? { running: 0, lastReturnMs: 0 };
    if (share.running >= this.perOrg)
      throw new RunLaterError(pauseOf(share), 'its org has its share running');
    this.shares.set(orgId, share);
    share.running += 1;
    try {
      await work();
    } finally {
      share.running -= 1;
      if (share.running === 0) this.shares.delete(orgId);
    }
  }
}

function pauseOf(share: Share): number {
  const now = performance.now();
  share.lastReturnMs = Math.max(now + MIN_PAUSE_MS, share.lastReturnMs + SPACING_MS);
  return share.lastReturnMs - now;
}

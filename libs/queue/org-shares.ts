import { RunLaterError } from './job-processor.ts';

/** Minimum delay of a job whose org has no free slot. */
const MIN_PAUSE_MS = 500;
/**
 * Spacing between two delayed jobs of an org, so that the number of its waiting jobs does not increase the load on the
 * queue.
 */
const SPACING_MS = 10;

interface Share {
  running: number;
  /** The time at which the last delayed job runs again. */
  lastReturnMs: number;
}

/** Limits the concurrent jobs of one org in this process, so that slow jobs of one org leave slots to the others. */
export class OrgShares {
  private readonly shares = new Map<string, Share>();

  constructor(private readonly perOrg: number) {}

  /** Runs the work within the org's share. @throws RunLaterError if the share is used up. */
  async run(orgId: string, work: () => Promise<void>): Promise<void> {
    const share = this.shares.get(orgId) ?? { running: 0, lastReturnMs: 0 };
    if (share.running >= this.perOrg)
      throw new RunLaterError(pauseOf(share), 'the org already runs its maximum number of jobs');
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

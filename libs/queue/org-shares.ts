import { RunLaterError } from './job-processor.ts';

/** Minimum delay of a job whose org has no free slot. */
const MIN_PAUSE_MS = 500;
/** Limits of the spacing between two delayed jobs of an org. */
const MIN_SPACING_MS = 10;
const MAX_SPACING_MS = 100;

interface Share {
  running: number;
  /**
   * Jobs return as slots become free, by the duration of the last job. Faster, they would be delayed again and again, at
   * 25 commands of the queue each; and so their number does not increase its load.
   */
  spacingMs: number;
  /** The time at which the last delayed job runs again. */
  lastReturnMs: number;
}

/** Limits the concurrent jobs of one org in this process, so that slow jobs of one org leave slots to the others. */
export class OrgShares {
  private readonly shares = new Map<string, Share>();

  constructor(private readonly perOrg: number) {}

  /** Runs the work within the org's share. @throws RunLaterError if the share is used up. */
  async run(orgId: string, work: () => Promise<void>): Promise<void> {
    const share = this.shares.get(orgId) ?? { running: 0, spacingMs: MIN_SPACING_MS, lastReturnMs: 0 };
    if (share.running >= this.perOrg)
      throw new RunLaterError(pauseOf(share), 'the org already runs its maximum number of jobs');
    this.shares.set(orgId, share);
    share.running += 1;
    const startedAt = performance.now();
    try {
      await work();
    } finally {
      share.running -= 1;
      const freeEveryMs = (performance.now() - startedAt) / this.perOrg;
      share.spacingMs = Math.min(Math.max(freeEveryMs, MIN_SPACING_MS), MAX_SPACING_MS);
      if (share.running === 0) this.shares.delete(orgId);
    }
  }
}

function pauseOf(share: Share): number {
  const now = performance.now();
  share.lastReturnMs = Math.max(now + MIN_PAUSE_MS, share.lastReturnMs + share.spacingMs);
  return share.lastReturnMs - now;
}

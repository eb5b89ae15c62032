import type { OrgTransaction } from '#database';
import type { ContactHolding, ErasedBatch } from '#identity';
import { RollupRepository } from './rollup.repository.ts';

/** Before the turns: what they came to is kept while they are still there. */
const BEFORE_TURNS = 40;
const FOREVER = new Date('9999-12-31T00:00:00Z');

/**
 * Counts of an erased contact stay: those of closed hours as they are, since such an hour is not rolled up again once it
 * has lost rows; those of hours that are still rolled up again as a part that no later round touches.
 */
export class RollupHolding implements ContactHolding {
  readonly name = 'rollups';
  readonly order = BEFORE_TURNS;

  /** Counts of many people say nothing about one. */
  async export(): Promise<Record<string, unknown[]>> {
    return {};
  }

  async erase(tx: OrgTransaction, contactId: string): Promise<ErasedBatch> {
    const rollups = new RollupRepository(tx);
    const progress = await rollups.progress({ hold: true });
    if (progress) {
      const open = { from: progress.rolledUntil, to: FOREVER };
      const kept = await rollups.keepErased(open, progress.stepMinutes, contactId);
      if (kept > 0) {
        await rollups.fillHours(open, progress.stepMinutes, { onlyWhole: false });
        await rollups.fillDays(open, new Set(['UTC', progress.timeZone]));
      }
    }
    return { deleted: {}, more: false };
  }
}

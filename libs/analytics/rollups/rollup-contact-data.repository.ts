import type { OrgTransaction } from '#database';
import type { ContactData, ErasedBatch } from '#identity';
import { RollupRepository } from './rollup.repository.ts';
import { TouchedHours } from './touched-hours.read-model.ts';

/** Before the turns: what they came to is kept while they are still there. */
const BEFORE_TURNS = 40;

/**
 * Counts of an erased contact stay: those of closed hours as they are, since such an hour is not rolled up again once it
 * has lost rows; those of hours that still grow as a part that every later round adds.
 */
export class RollupContactData implements ContactData {
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
      const { rolledUntil, stepMinutes } = progress;
      const touched = await new TouchedHours(tx).find(rolledUntil, null);
      const open = touched.filter((hour) => hour >= rolledUntil);
      await rollups.keepErased(open, stepMinutes, contactId);
      await rollups.fillHours(open, stepMinutes, { onlyWhole: false, closed: false });
    }
    return { deleted: {}, more: false };
  }
}

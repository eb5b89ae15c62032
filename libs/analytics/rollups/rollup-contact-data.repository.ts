import type { OrgTransaction } from '#database';
import type { ContactData, ErasedBatch } from '#identity';
import { RollupRepository } from './rollup.repository.ts';
import { TouchedHours } from './touched-hours.read-model.ts';

/** Runs before the turns are erased, because their counts are computed from their rows. */
const BEFORE_TURNS = 40;

/**
 * Keeps the counts of an erased contact. Closed hours stay unchanged, because an hour that has lost rows is not rolled up
 * again. For open hours, the counts are stored as a separate part that every later round adds.
 */
export class RollupContactData implements ContactData {
  readonly name = 'rollups';
  readonly order = BEFORE_TURNS;

  /** The export is empty, because aggregated counts contain no data about a single contact. */
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

import type { OrgTransaction } from '#database';
import type { ContactData, ErasedBatch } from '#identity';
import type { Changes, Outbox } from '#queue';
import { RankerVersionRepository } from './ranker-version.repository.ts';

/** After turns, so that the new training does not read them. */
const AFTER_TURNS = 200;

/** A contact's messages cannot be removed from a ranker, so erasure deletes the org's rankers and enqueues a new training. */
export class RankerContactData implements ContactData {
  readonly name = 'rankers';
  readonly order = AFTER_TURNS;

  constructor(
    private readonly changes: Pick<Changes, 'announce'>,
    private readonly outbox: Pick<Outbox, 'add'>,
  ) {}

  /** Exports nothing: a ranker contains only weights of hashed words. */
  async export(): Promise<Record<string, unknown[]>> {
    return {};
  }

  async erase(tx: OrgTransaction): Promise<ErasedBatch> {
    const versions = new RankerVersionRepository(tx);
    await versions.hold();
    const [newest] = await versions.all();
    const dropped = await versions.forget();
    if (newest && dropped > 0) {
      // Outbox tasks outlive the contact, so the key does not name it. The version makes the key of each erasure unique.
      const work = {
        key: `forgotten up to version ${newest.version}`,
        payload: { reason: 'a contact was forgotten' },
      };
      await this.outbox.add(tx, { job: 'train-ranker', ...work });
      await this.changes.announce(tx, 'rankers');
    }
    return { deleted: { ranker_versions: dropped }, more: false };
  }
}

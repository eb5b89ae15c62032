import type { OrgTransaction } from '#database';
import type { ContactData, ErasedBatch } from '#identity';
import type { Changes, Outbox } from '#queue';
import { RankerVersionRepository } from './ranker-version.repository.ts';

/** Behind the turns: what is trained anew must no longer find them. */
const AFTER_TURNS = 200;

/** What a contact's messages taught cannot be taken out of a ranker: all of it is dropped, and learned anew without them. */
export class RankerContactData implements ContactData {
  readonly name = 'rankers';
  readonly order = AFTER_TURNS;

  constructor(
    private readonly changes: Pick<Changes, 'announce'>,
    private readonly outbox: Pick<Outbox, 'add'>,
  ) {}

  /** Weights of hashed words: nothing of it can be read back. */
  async export(): Promise<Record<string, unknown[]>> {
    return {};
  }

  async erase(tx: OrgTransaction): Promise<ErasedBatch> {
    const versions = new RankerVersionRepository(tx);
    await versions.hold();
    const [newest] = await versions.all();
    const dropped = await versions.forget();
    if (newest && dropped > 0) {
      // Outbox tasks outlive the contact, so that the key names nobody; one who comes back and is forgotten again is one more.
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

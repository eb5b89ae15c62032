import type { OrgTransaction } from '#database';
import type { ContactData, ErasedBatch } from '#identity';
import type { Pack } from '#pack-kit';

/** Exports and erases the contact data of a pack through its `export` and `erase` hooks. */
export class PackContactData implements ContactData {
  readonly name: string;
  readonly order = 400;

  constructor(private readonly pack: Pack) {
    this.name = pack.name;
  }

  async export(tx: OrgTransaction, contactId: string): Promise<Record<string, unknown[]>> {
    return (await this.pack.export?.(tx, contactId)) ?? {};
  }

  async erase(tx: OrgTransaction, contactId: string): Promise<ErasedBatch> {
    return { deleted: (await this.pack.erase?.(tx, contactId)) ?? {}, more: false };
  }
}

import { Injectable } from '@nestjs/common';
import type { OrgTransaction } from '#database';

export interface ErasedBatch {
  /** Rows deleted, by table. */
  deleted: Record<string, number>;
  /** There may be more; it is asked again, in a transaction of its own. */
  more: boolean;
}

/** What one part of the platform holds of contacts. Every lib and pack that keeps their words or profile has one. */
export interface ContactHolding {
  /** Unique; such as `turns`. */
  readonly name: string;
  /** Erased in ascending order: what is found through other rows goes before them. */
  readonly order: number;
  /**
   * Ends what is under way for the contact, before anything is erased.
   *
   * @throws ErasureBusyError when something goes on that cannot be ended now.
   */
  stop?(orgId: string, contactId: string): Promise<void>;
  /** What the person may know to be held, by table. */
  export(tx: OrgTransaction, contactId: string): Promise<Record<string, unknown[]>>;
  /** Deletes about `limit` rows. */
  erase(tx: OrgTransaction, contactId: string, limit: number): Promise<ErasedBatch>;
}

/** The holdings of all libs, in the order in which they are erased. Modules register theirs when they start. */
@Injectable()
export class ContactHoldings {
  private readonly holdings = new Map<string, ContactHolding>();

  register(holding: ContactHolding): void {
    if (this.holdings.has(holding.name))
      throw new Error(`Two holdings of contacts are named ${holding.name}`);
    this.holdings.set(holding.name, holding);
  }

  all(): ContactHolding[] {
    return [...this.holdings.values()].sort((a, b) => a.order - b.order || a.name.localeCompare(b.name));
  }
}

import { Injectable } from '@nestjs/common';
import type { OrgTransaction } from '#database';

export interface ErasedBatch {
  deleted: Record<string, number>;
  /** True if rows may remain; `erase` is then called again in a new transaction. */
  more: boolean;
}

/**
 * The stored data of contacts in one part of the platform. Each lib and pack that stores messages or profiles of contacts
 * has one.
 */
export interface ContactData {
  /** Unique name, such as `turns`. */
  readonly name: string;
  /** Order of erasure, ascending: rows that are found through other rows are deleted first. */
  readonly order: number;
  /**
   * Stops running work for the contact before anything is erased.
   *
   * @throws TurnpikeError ERASURE_BUSY if some work cannot be stopped now.
   */
  stop?(orgId: string, contactId: string): Promise<void>;
  /** The rows that the person may see, by table. */
  export(tx: OrgTransaction, contactId: string): Promise<Record<string, unknown[]>>;
  /** Deletes about `limit` rows. */
  erase(tx: OrgTransaction, contactId: string, limit: number): Promise<ErasedBatch>;
}

/** The contact data of all libs and packs, in the order of erasure. Each module registers its part at start. */
@Injectable()
export class ContactDataParts {
  private readonly parts = new Map<string, ContactData>();

  register(part: ContactData): void {
    if (this.parts.has(part.name)) throw new Error(`Two parts with contact data are named ${part.name}`);
    this.parts.set(part.name, part);
  }

  all(): ContactData[] {
    return [...this.parts.values()].sort((a, b) => a.order - b.order || a.name.localeCompare(b.name));
  }
}

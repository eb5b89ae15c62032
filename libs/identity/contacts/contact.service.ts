import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import type { OrgTransaction } from '#database';
import {
  deleteContact,
  fillContact,
  findContact,
  insertContact,
  refuseErasing,
  type KnownContact,
} from './contact.repository.ts';

@Injectable()
export class ContactService {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /**
   * Finds the contact with this id; the first message creates it. An unknown name or language is filled in, a known one
   * stays.
   *
   * @param id the id chosen by the caller, 1 to 128 characters.
   * @returns `created` is true for exactly one of several concurrent calls.
   */
  async ensure(
    tx: OrgTransaction,
    id: string,
    name?: string | null,
    language?: string | null,
  ): Promise<{ contact: KnownContact; created: boolean }> {
    const known = await findContact(tx, id);
    if (known) return { contact: await fillGaps(tx, known, name, language), created: false };
    const inserted = await insertContact(tx, {
      id,
      name: name ?? null,
      language: language ?? null,
      createdAt: this.clock.now(),
    });
    if (inserted) return { contact: inserted, created: true };
    const other = await findContact(tx, id);
    if (!other) throw new Error(`Contact ${id} was deleted at the moment of its creation`);
    return { contact: await fillGaps(tx, other, name, language), created: false };
  }

  byId(tx: OrgTransaction, id: string): Promise<KnownContact | null> {
    return findContact(tx, id);
  }

  /**
   * Called before anything is stored for the contact. No erasure can start before the transaction ends. The statement is sent at
   * once.
   *
   * @throws TurnpikeError CONTACT_BEING_ERASED; `tx` must then be rolled back.
   */
  requireNotErasing(tx: OrgTransaction, id: string): Promise<void> {
    return refuseErasing(tx, id, this.clock.now());
  }

  /** Deletes the contact as part of an erasure. @returns whether the contact existed. */
  remove(tx: OrgTransaction, id: string): Promise<boolean> {
    return deleteContact(tx, id);
  }
}

async function fillGaps(
  tx: OrgTransaction,
  contact: KnownContact,
  name: string | null | undefined,
  language: string | null | undefined,
): Promise<KnownContact> {
  const filled = {
    ...contact,
    name: contact.name ?? name ?? null,
    language: contact.language ?? language ?? null,
  };
  if (filled.name !== contact.name || filled.language !== contact.language) {
    await fillContact(tx, filled);
  }
  return filled;
}

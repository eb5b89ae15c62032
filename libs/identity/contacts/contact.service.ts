import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import type { OrgTransaction } from '#database';
import {
  deleteContact,
  ensureContact,
  findContact,
  refuseErasing,
  type KnownContact,
} from './contact.repository.ts';

@Injectable()
export class ContactService {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /**
   * Finds the contact; its first message creates it.
   *
   * @param id the id chosen by the caller, 1 to 128 characters.
   * @param known what is known of a new contact.
   */
  async ensure(
    tx: OrgTransaction,
    id: string,
    known: Partial<Pick<KnownContact, 'name' | 'language'>> = {},
  ): Promise<KnownContact> {
    const { name = null, language = null } = known;
    const added = { id, name, language, createdAt: this.clock.now() };
    const contact = (await ensureContact(tx, added)) ?? (await findContact(tx, id));
    if (!contact) throw new Error(`Contact ${id} was deleted at the moment of its creation`);
    return contact;
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

import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import type { ContactErasure, ContactExport } from '#contracts';
import { Database, type OrgTransaction } from '#database';
import { type AuditActor, AuditLog } from '../audit/audit-log.repository.ts';
import { ContactService } from '../contacts/contact.service.ts';
import { markErasing, moveErasing } from '../contacts/contact.repository.ts';
import { ContactDataParts } from './contact-data.ts';

/** Rows deleted in one transaction, which takes tens of milliseconds. */
const ERASE_BATCH = 500;
/** An erasure without a batch for this long is treated as dead, and messages of the contact are accepted again. */
const ERASING_MS = 3 * 60_000;

@Injectable()
export class ContactPrivacy {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ContactService) private readonly contacts: ContactService,
    @Inject(ContactDataParts) private readonly parts: ContactDataParts,
    @Inject(AuditLog) private readonly audit: AuditLog,
  ) {}

  /** Exports all stored data of a contact and writes an audit entry. @returns undefined if the org has no such contact. */
  export(orgId: string, contactId: string, actor: AuditActor): Promise<ContactExport | undefined> {
    return this.database.forOrg(orgId, async (tx) => {
      const contact = await this.contacts.byId(tx, contactId);
      if (!contact) return undefined;
      const records: ContactExport['records'] = {};
      for (const part of this.parts.all()) records[part.name] = await part.export(tx, contactId);
      await this.audit.record(tx, { actor, action: 'contact.export', target: targetOf(orgId, contactId) });
      const { id, name, language, createdAt } = contact;
      return {
        contact: { id, name, language, createdAt: createdAt.toISOString() },
        exportedAt: this.clock.now().toISOString(),
        records,
      };
    });
  }

  /**
   * Erases all stored data of a contact: rows that are found through other rows first, the contact itself last. Each batch
   * is its own transaction, so that the next erasure completes an interrupted one. No message of the contact is accepted
   * until the erasure ends or fails.
   *
   * @returns undefined if the org has no such contact.
   * @throws TurnpikeError ERASURE_BUSY if a turn of the contact cannot be stopped; nothing was deleted.
   */
  async erase(orgId: string, contactId: string, actor: AuditActor): Promise<ContactErasure | undefined> {
    const startedAt = this.clock.now().toISOString();
    const known = await this.database.forOrg(orgId, (tx) => this.contacts.byId(tx, contactId));
    if (!known) return undefined;
    const mark = new ErasingMark(this.database, this.clock, orgId, contactId);
    await mark.set();
    try {
      for (const part of this.parts.all()) await part.stop?.(orgId, contactId);
      const deleted: ContactErasure['deleted'] = {};
      for (const part of this.parts.all())
        deleted[part.name] = await this.eraseAll(orgId, contactId, part, mark);
      return await this.finish({ orgId, contactId, actor, startedAt, deleted });
    } finally {
      await mark.release();
    }
  }

  private finish({ orgId, contactId, actor, startedAt, deleted }: FinishedErasure): Promise<ContactErasure> {
    return this.database.forOrg(orgId, async (tx) => {
      deleted.identity = { contacts: Number(await this.contacts.remove(tx, contactId)) };
      const finishedAt = this.clock.now().toISOString();
      const target = targetOf(orgId, contactId);
      await this.audit.record(tx, { actor, action: 'contact.erase', target, after: { deleted } });
      return { contactHash: hashOf(orgId, contactId), startedAt, finishedAt, deleted };
    });
  }

  private async eraseAll(
    orgId: string,
    contactId: string,
    part: ReturnType<ContactDataParts['all']>[number],
    mark: ErasingMark,
  ): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (;;) {
      const { deleted, more } = await this.database.forOrg(orgId, async (tx) => {
        const batch = await part.erase(tx, contactId, ERASE_BATCH);
        // Taken after the rows of the contact, in the same lock order as the acceptance of a message.
        await mark.renew(tx);
        return batch;
      });
      for (const [table, count] of Object.entries(deleted)) counts[table] = (counts[table] ?? 0) + count;
      if (!more) return counts;
    }
  }
}

interface FinishedErasure extends Pick<ContactErasure, 'startedAt' | 'deleted'> {
  orgId: string;
  contactId: string;
  actor: AuditActor;
}

/**
 * Marks the contact's row as being erased. A later erasure takes over the mark; the earlier one then leaves it unchanged.
 */
class ErasingMark {
  private until: Date;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly orgId: string,
    private readonly contactId: string,
  ) {
    this.until = this.next();
  }

  set(): Promise<void> {
    return this.database.forOrg(this.orgId, (tx) => markErasing(tx, this.contactId, this.until));
  }

  async renew(tx: OrgTransaction): Promise<void> {
    const [from, to] = [this.until, this.next()];
    await moveErasing(tx, this.contactId, { from, to });
    tx.afterCommit(() => {
      this.until = to;
    });
  }

  /** Has no effect if the erasure has completed, because the row is deleted. */
  release(): Promise<void> {
    return this.database.forOrg(this.orgId, (tx) =>
      moveErasing(tx, this.contactId, { from: this.until, to: null }),
    );
  }

  private next(): Date {
    return new Date(this.clock.now().getTime() + ERASING_MS);
  }
}

/** Includes the org, because the same id in two orgs means two people. */
function hashOf(orgId: string, contactId: string): string {
  return createHash('sha256').update(`${orgId}/${contactId}`).digest('hex');
}

const targetOf = (orgId: string, contactId: string) => `contact:sha256:${hashOf(orgId, contactId)}`;

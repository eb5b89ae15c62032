import { Inject, Injectable } from '@nestjs/common';
import { Database, type OrgTransaction } from '#database';
import { AuditLog, type AuditRecord } from '#identity';
import type { Viewer } from './viewer.ts';

/** The entry of a change of one org, whose actor is the viewer. */
export type ChangeEntry = Omit<AuditRecord, 'orgId' | 'actor'>;

/** Changes rows of one org, and records the change in the same transaction. */
@Injectable()
export class AuditedChanges {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(AuditLog) private readonly audit: AuditLog,
  ) {}

  /** @param change answers with the entry for the audit log, or undefined. @returns whether it changed something. */
  async inOrg(
    { actor }: Viewer,
    orgId: string,
    change: (tx: OrgTransaction) => Promise<ChangeEntry | undefined>,
  ): Promise<boolean> {
    return this.database.forOrg(orgId, async (tx) => {
      const entry = await change(tx);
      if (entry) await this.audit.record(tx, { actor, ...entry });
      return entry !== undefined;
    });
  }
}

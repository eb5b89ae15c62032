import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#database';
import { AuditLog, type AuditRecord, type UserView } from '#identity';

/** Records sign-ins, failed sign-ins and sign-outs in the audit log. */
@Injectable()
export class SessionAudit {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(AuditLog) private readonly audit: AuditLog,
  ) {}

  signedIn(user: UserView): Promise<void> {
    return this.ofUser(user, 'session.open');
  }

  signedOut(user: UserView): Promise<void> {
    return this.ofUser(user, 'session.end');
  }

  /** Written for unknown users too, so that the response time does not reveal whether an account exists. */
  failed(meant: Pick<UserView, 'id' | 'orgId'> | null, address: string): Promise<void> {
    return this.record({
      orgId: meant?.orgId ?? null,
      actor: { kind: 'system' },
      action: 'session.refuse',
      target: meant ? `user:${meant.id}` : 'user:unknown',
      after: { address },
    });
  }

  private ofUser(user: UserView, action: string): Promise<void> {
    const { id, orgId } = user;
    return this.record({ orgId, actor: { kind: 'user', userId: id }, action, target: `user:${id}` });
  }

  private record(record: AuditRecord): Promise<void> {
    return this.database.asPlatform('users of the platform belong to no org', (tx) =>
      this.audit.record(tx, record),
    );
  }
}

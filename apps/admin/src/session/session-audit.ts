import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#database';
import { AuditLog, type UserView } from '#identity';

/** Writes sign-ins and sign-outs into the audit log. */
@Injectable()
export class SessionAudit {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(AuditLog) private readonly audit: AuditLog,
  ) {}

  signedIn(user: UserView): Promise<void> {
    return this.record(user, 'session.open');
  }

  signedOut(user: UserView): Promise<void> {
    return this.record(user, 'session.end');
  }

  private record(user: UserView, action: string): Promise<void> {
    return this.database.asPlatform('users of the platform belong to no org', (tx) =>
      this.audit.record(tx, {
        orgId: user.orgId,
        actor: { kind: 'user', userId: user.id },
        action,
        target: `user:${user.id}`,
      }),
    );
  }
}

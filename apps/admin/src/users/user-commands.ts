import { Inject, Injectable } from '@nestjs/common';
import type {
  ApiKeyMade,
  ChangeUser,
  ConsoleUser,
  InvitationMade,
  InviteUser,
  MakeApiKey,
} from '#contracts/console';
import { Database, type Transaction } from '#database';
import { ProblemError } from '#http';
import { ApiKeyService, AuditLog, InvitationService, UserService } from '#identity';
import { notAllowed } from '../http/problems.ts';
import type { Viewer } from '../session/viewer.ts';

/** Audited actions on users, invitations and API keys. The controller has checked that the viewer is an admin. */
@Injectable()
export class UserCommands {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(AuditLog) private readonly audit: AuditLog,
    @Inject(UserService) private readonly users: UserService,
    @Inject(InvitationService) private readonly invitations: InvitationService,
    @Inject(ApiKeyService) private readonly keys: ApiKeyService,
  ) {}

  /** @throws ProblemError 409 for the own role or account, which another admin must change. */
  async change(viewer: Viewer, user: ConsoleUser, { name, role, disabled }: ChangeUser): Promise<void> {
    const itself = user.id === viewer.user.id;
    if (itself && (disabled === true || (role !== undefined && role !== user.role))) {
      throw new ProblemError(409, 'own-account', 'Another admin must change your role or disable you.');
    }
    if (user.org === null && role !== undefined && role !== user.role) {
      throw notAllowed(
        'The role of a platform user cannot be changed. Invite the user again with another role.',
      );
    }
    await this.inOrg(user.org?.id ?? null, async (tx) => {
      if (name !== undefined || role !== undefined) await this.users.update(tx, user.id, { name, role });
      if (disabled !== undefined) await this.users.setDisabled(tx, user.id, disabled);
      await this.audit.record(tx, {
        orgId: user.org?.id ?? null,
        actor: viewer.actor,
        action: 'user.change',
        target: `user:${user.id}`,
        before: { name: user.name, role: user.role, disabled: user.disabledAt !== null },
        after: {
          name: name ?? user.name,
          role: role ?? user.role,
          disabled: disabled ?? user.disabledAt !== null,
        },
      });
    });
  }

  /** @param orgId null invites into the platform. */
  async invite(viewer: Viewer, orgId: string | null, invitation: InviteUser): Promise<InvitationMade> {
    const made = await this.inOrg(orgId, (tx) =>
      this.invitations.invite(tx, { orgId, ...invitation, actor: viewer.actor }),
    );
    return { ...made, expiresAt: made.expiresAt.toISOString() };
  }

  /** Creates a link with which the user sets a new password. */
  async passwordLink(viewer: Viewer, { org, ...user }: ConsoleUser): Promise<InvitationMade> {
    const orgId = org?.id ?? null;
    const made = await this.inOrg(orgId, (tx) =>
      this.invitations.passwordLink(tx, { ...user, orgId }, viewer.actor),
    );
    return { ...made, expiresAt: made.expiresAt.toISOString() };
  }

  async takeBack(viewer: Viewer, id: string): Promise<void> {
    await this.inOrg(viewer.orgId, (tx) => this.invitations.revoke(tx, id, viewer.actor));
  }

  async makeKey(viewer: Viewer, orgId: string, request: MakeApiKey): Promise<ApiKeyMade> {
    return this.database.forOrg(orgId, async (tx) => {
      const { id, key, prefix } = await this.keys.create(tx, request);
      await this.audit.record(tx, {
        actor: viewer.actor,
        action: 'api_key.create',
        target: `api_key:${id}`,
        after: { name: request.name, prefix, scopes: request.scopes, userId: request.userId },
      });
      return { id, key, prefix };
    });
  }

  async revokeKey(viewer: Viewer, orgId: string, id: string): Promise<void> {
    await this.database.forOrg(orgId, async (tx) => {
      await this.keys.revoke(tx, id);
      await this.audit.record(tx, { actor: viewer.actor, action: 'api_key.revoke', target: `api_key:${id}` });
    });
  }

  private inOrg<Result>(orgId: string | null, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    if (orgId !== null) return this.database.forOrg(orgId, work);
    return this.database.asPlatform('people of the platform belong to no org', work);
  }
}

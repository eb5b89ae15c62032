import type { ConsolePermissions } from '#contracts/console';
import type { AuditActor, UserView } from '#identity';

/** Who looks at the console, and what the role lets them see. */
export interface Viewer {
  user: UserView;
  /** As whom changes stand in the audit log. */
  actor: AuditActor;
  /** The only org they see; null for every org. */
  orgId: string | null;
  permissions: ConsolePermissions;
}

/** The rights of a user. A platform admin, and an analyst of no org, see every org; an analyst reads no texts. */
export function viewerOf(user: UserView, actorKind: 'user' | 'api_key' = 'user'): Viewer {
  return {
    user,
    actor: { kind: actorKind, userId: user.id },
    orgId: user.orgId,
    permissions: { allOrgs: user.orgId === null, messageTexts: user.role !== 'analyst' },
  };
}

import type { ApiKeyScope } from '#contracts';
import type { AuditActor, UserView } from '#identity';

/** Who looks at the console, and what the role lets them see. */
export interface Viewer {
  user: UserView;
  /** As whom changes stand in the audit log. */
  actor: AuditActor;
  /** The only org they see; null for every org. */
  orgId: string | null;
  /** Writes as staff, themselves; a script only with a key that has the scope messages:staff too. */
  staff: boolean;
  permissions: { allOrgs: boolean };
}

/**
 * The rights of a user. A platform admin, and an analyst of no org, see every org.
 *
 * @param key with which a script comes; absent for a session.
 */
export function viewerOf(user: UserView, key?: { scopes: readonly ApiKeyScope[] }): Viewer {
  return {
    user,
    actor: { kind: key ? 'api_key' : 'user', userId: user.id },
    orgId: user.orgId,
    staff: user.role !== 'analyst' && (!key || key.scopes.includes('messages:staff')),
    permissions: { allOrgs: user.orgId === null },
  };
}

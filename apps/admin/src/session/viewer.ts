import type { ApiKeyScope } from '#contracts';
import type { AuditActor, UserView } from '#identity';

/** The signed-in user or script, with the permissions of the role. */
export interface Viewer {
  user: UserView;
  actor: AuditActor;
  /** The only org in scope; null for every org. */
  orgId: string | null;
  /** Writes messages as staff; a script also needs the scope messages:staff. */
  staff: boolean;
  permissions: { allOrgs: boolean };
}

/** Platform admins, and analysts without an org, see every org. @param key of a script; absent for a session. */
export function viewerOf(user: UserView, key?: { scopes: readonly ApiKeyScope[] }): Viewer {
  return {
    user,
    actor: { kind: key ? 'api_key' : 'user', userId: user.id },
    orgId: user.orgId,
    staff: user.role !== 'analyst' && (!key || key.scopes.includes('messages:staff')),
    permissions: { allOrgs: user.orgId === null },
  };
}

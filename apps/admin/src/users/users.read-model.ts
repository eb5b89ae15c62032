import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { toPage } from '#contracts';
import {
  type ConsoleApiKey,
  type ConsoleApiKeyPage,
  type ConsoleInvitation,
  type ConsoleInvitationPage,
  type ConsoleInvitationQuery,
  type ConsoleKeyQuery,
  type ConsoleUser,
  type ConsoleUserPage,
  type ConsoleUserQuery,
} from '#contracts/console';
import type { OrgScope } from '../session/org-scope.ts';
import { cursorOf, momentIn, ORG } from '../session/rows.read-model.ts';
import { likeOf } from '../turns/turn-search.ts';

const USERS = `
  SELECT u.id, ${ORG}, u.email, u.name, u.handle, u.role, u.created_at AS "createdAt", u.disabled_at AS "disabledAt",
         (SELECT max(a.at) FROM audit_log a WHERE a.actor_user_id = u.id AND a.action = 'session.open') AS "lastSignInAt"
    FROM users u LEFT JOIN orgs o ON o.id = u.org_id
   WHERE ($1::uuid IS NULL OR u.org_id = $1) AND ($2::text IS NULL OR u.role = $2)
     AND ($3::text IS NULL OR u.name ILIKE $3 OR u.email ILIKE $3 OR u.handle ILIKE $3)
     AND ($4::timestamptz IS NULL OR (u.created_at, u.id) < ($4, $5::uuid))
     AND ($7::uuid IS NULL OR u.id = $7)
   ORDER BY u.created_at DESC, u.id DESC LIMIT $6`;

const INVITATIONS = `
  SELECT i.id, ${ORG}, i.email, i.role, u.name AS "invitedBy", i.created_at AS "createdAt", i.expires_at AS "expiresAt"
    FROM invitations i LEFT JOIN orgs o ON o.id = i.org_id LEFT JOIN users u ON u.id = i.invited_by
   WHERE ($1::uuid IS NULL OR i.org_id = $1) AND i.user_id IS NULL AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > $2
     AND ($3::timestamptz IS NULL OR (i.created_at, i.id) < ($3, $4::uuid))
   ORDER BY i.created_at DESC, i.id DESC LIMIT $5`;

const KEYS = `
  SELECT k.id, ${ORG}, k.name, k.prefix, k.scopes, k.created_at AS "createdAt", k.last_used_at AS "lastUsedAt",
         k.revoked_at AS "revokedAt",
         CASE WHEN u.id IS NOT NULL
              THEN json_build_object('id', u.id, 'name', u.name, 'handle', u.handle, 'role', u.role) END AS "user"
    FROM api_keys k JOIN orgs o ON o.id = k.org_id LEFT JOIN users u ON u.id = k.user_id
   WHERE ($1::uuid IS NULL OR k.org_id = $1)
     AND ($2::timestamptz IS NULL OR (k.created_at, k.id) < ($2, $3::uuid))
   ORDER BY k.created_at DESC, k.id DESC LIMIT $4`;

const NAMES = 'SELECT id, name FROM users WHERE id = ANY($1::uuid[])';

@Injectable()
export class UsersReadModel {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** Names of users by id, as far as the scope includes them. */
  async names(scope: OrgScope, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
    const wanted = [...new Set(ids.filter((id) => id !== null))];
    if (wanted.length === 0) return new Map();
    const rows = await scope.rows<{ id: string; name: string }>(NAMES, [wanted]);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** Users, newest first. @throws CursorError for a cursor of another list. */
  async users(
    scope: OrgScope,
    { role, q, limit, cursor }: Omit<ConsoleUserQuery, 'org'>,
  ): Promise<ConsoleUserPage> {
    const words = q === undefined ? null : likeOf(q);
    const values = [scope.orgId, role ?? null, words, ...momentIn(cursor), limit + 1, null];
    return toPage(await scope.rows<ConsoleUser>(USERS, values), limit, cursorOf);
  }

  /** @returns undefined if `scope` has no such user. */
  user(scope: OrgScope, userId: string): Promise<ConsoleUser | undefined> {
    return scope.row(USERS, [scope.orgId, null, null, null, null, 1, userId]);
  }

  /** @param all the viewer's widest scope: names are read in it, because platform admins belong to no org. */
  async invitations(
    scope: OrgScope,
    { limit, cursor }: Omit<ConsoleInvitationQuery, 'org'>,
    all: OrgScope,
  ): Promise<ConsoleInvitationPage> {
    const values = [scope.orgId, this.clock.now(), ...momentIn(cursor), limit + 1];
    const rows = await all.rows<ConsoleInvitation>(INVITATIONS, values);
    return toPage(rows, limit, cursorOf);
  }

  /** Keys, newest first, including revoked ones. @throws CursorError for a cursor of another list. */
  async keys(scope: OrgScope, { limit, cursor }: Omit<ConsoleKeyQuery, 'org'>): Promise<ConsoleApiKeyPage> {
    const values = [scope.orgId, ...momentIn(cursor), limit + 1];
    return toPage(await scope.rows<ConsoleApiKey>(KEYS, values), limit, cursorOf);
  }
}

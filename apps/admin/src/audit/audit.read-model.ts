import { Inject, Injectable } from '@nestjs/common';
import { momentCursor, toPage } from '#contracts';
import { type AuditQuery, type ConsoleAuditEntry, type ConsoleAuditPage } from '#contracts/console';
import { OrgScopes, type OrgScope } from '../session/org-scope.ts';

const DAY_MS = 86_400_000;

interface AuditRow {
  id: string;
  at: Date;
  org: ConsoleAuditEntry['org'];
  actorKind: ConsoleAuditEntry['actor']['kind'];
  actorUserId: string | null;
  actorName: string | null;
  actorEmail: string | null;
  action: string;
  target: string;
  targetName: string | null;
  before: unknown;
  after: unknown;
  reason: string | null;
}

const PAGE = `
  SELECT a.*, CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id, 'slug', o.slug, 'name', o.name) END AS org,
         named.name AS "targetName"
    FROM (SELECT a.id, a.at, a.org_id, a.actor_kind AS "actorKind", a.actor_user_id AS "actorUserId", u.name AS "actorName",
                 u.email AS "actorEmail", a.action, a.target, a.before, a.after, a.reason
            FROM audit_log a LEFT JOIN users u ON u.id = a.actor_user_id
           WHERE ($1::uuid IS NULL OR a.org_id = $1)
             AND ($2::text IS NULL OR a.action = $2 OR starts_with(a.action, rtrim($2, '.') || '.'))
             AND ($3::text IS NULL OR a.actor_kind = $3)
             AND ($4::uuid IS NULL OR a.actor_user_id = $4)
             AND ($5::text IS NULL OR a.target ILIKE $5 OR a.reason ILIKE $5 OR u.name ILIKE $5 OR u.email ILIKE $5
                  OR a.target IN (SELECT 'user:' || w.id FROM users w WHERE w.name ILIKE $5 OR w.email ILIKE $5))
             AND ($6::timestamptz IS NULL OR a.at >= $6)
             AND ($7::timestamptz IS NULL OR a.at < $7)
             AND ($8::timestamptz IS NULL OR (a.at, a.id) < ($8, $9::uuid))
           ORDER BY a.at DESC, a.id DESC
           LIMIT $10) a
    LEFT JOIN orgs o ON o.id = a.org_id
   CROSS JOIN LATERAL (SELECT split_part(a.target, ':', 1) AS kind,
                              CASE WHEN a.target ~ '^[a-z_]+:[0-9a-f-]{36}$' THEN split_part(a.target, ':', 2)::uuid END AS id) t
    LEFT JOIN LATERAL (
         SELECT w.name || coalesce(' (' || w.email || ')', '') AS name FROM users w WHERE t.kind = 'user' AND w.id = t.id
          UNION ALL SELECT k.name FROM api_keys k WHERE t.kind = 'api_key' AND k.id = t.id
          UNION ALL SELECT i.email FROM invitations i WHERE t.kind = 'invitation' AND i.id = t.id
          UNION ALL SELECT q.name FROM saved_queries q WHERE t.kind = 'analytics_query' AND q.id = t.id) named ON true
   ORDER BY a.at DESC, a.id DESC`;

/** The audit log, newest first. */
@Injectable()
export class AuditReadModel {
  constructor(@Inject(OrgScopes) private readonly scopes: OrgScopes) {}

  /**
   * @param everybody names platform admins too, who are not users of the org.
   * @throws CursorError for a cursor of another list.
   */
  async page(scope: OrgScope, query: Omit<AuditQuery, 'org'>, everybody: boolean): Promise<ConsoleAuditPage> {
    const [at, id] = query.cursor === undefined ? [] : momentCursor.decode(query.cursor);
    const rows = await this.scopes.run(everybody ? { orgId: null } : scope, (tx) =>
      tx.queryUnscoped<AuditRow>(PAGE, [
        scope.orgId,
        query.action ?? null,
        query.actor ?? null,
        query.user ?? null,
        query.q === undefined ? null : `%${query.q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
        query.from === undefined ? null : new Date(query.from),
        query.to === undefined ? null : new Date(Date.parse(query.to) + DAY_MS),
        at ?? null,
        id ?? null,
        query.limit + 1,
      ]),
    );
    return toPage(rows, query.limit, (row) => momentCursor.encode([row.at, row.id]), toView);
  }
}

function toView(row: AuditRow): ConsoleAuditEntry {
  const { id, org, action, target, targetName, before, after, reason } = row;
  return {
    id,
    at: row.at.toISOString(),
    org,
    actor: { kind: row.actorKind, userId: row.actorUserId, name: row.actorName, email: row.actorEmail },
    action,
    target,
    targetName,
    before,
    after,
    reason,
  };
}

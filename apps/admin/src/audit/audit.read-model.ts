import { toPage } from '#contracts';
import { type AuditQuery, type ConsoleAuditEntry, type ConsoleAuditPage } from '#contracts/console';
import { dayAfter } from '#text';
import type { OrgScope } from '../session/org-scope.ts';
import { cursorAt, momentIn, ORG } from '../session/rows.read-model.ts';
import { likeOf } from '../turns/turn-search.ts';

const PAGE = `
  SELECT a.id, a.at, ${ORG}, a.actor, a.action, a.target, named.name AS "targetName", a.before, a.after,
         coalesce(a.reason, p.comment) AS reason
    FROM (SELECT a.id, a.at, a.org_id, a.action, a.target, a.before, a.after, a.reason,
                 json_build_object('kind', a.actor_kind, 'userId', a.actor_user_id, 'name', u.name, 'email', u.email) AS actor
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
    LEFT JOIN approvals p ON t.kind = 'approval' AND p.id = t.id AND p.org_id = a.org_id
    LEFT JOIN LATERAL (
         SELECT w.name || coalesce(' (' || w.email || ')', '') AS name FROM users w WHERE t.kind = 'user' AND w.id = t.id
          UNION ALL SELECT k.name FROM api_keys k WHERE t.kind = 'api_key' AND k.id = t.id
          UNION ALL SELECT i.email FROM invitations i WHERE t.kind = 'invitation' AND i.id = t.id
          UNION ALL SELECT q.name FROM saved_queries q WHERE t.kind = 'analytics_query' AND q.id = t.id
          UNION ALL SELECT concat(a.after->>'tool', ' (', a.after->>'state', ')') WHERE t.kind = 'approval') named ON true
   ORDER BY a.at DESC, a.id DESC`;

/** @param all the viewer's widest scope: names are read in it, because platform admins belong to no org. */
export async function auditPage(
  scope: OrgScope,
  query: Omit<AuditQuery, 'org'>,
  all: OrgScope,
): Promise<ConsoleAuditPage> {
  const { action, actor, user, q, from, to, cursor, limit } = query;
  const rows = await all.rows<ConsoleAuditEntry>(PAGE, [
    scope.orgId,
    action ?? null,
    actor ?? null,
    user ?? null,
    q === undefined ? null : likeOf(q),
    from === undefined ? null : new Date(from),
    to === undefined ? null : new Date(dayAfter(to, 1)),
    ...momentIn(cursor),
    limit + 1,
  ]);
  return toPage(rows, limit, ({ at, id }) => cursorAt(at, id));
}

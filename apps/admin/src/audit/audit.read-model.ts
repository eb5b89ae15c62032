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
  action: string;
  target: string;
  before: unknown;
  after: unknown;
  reason: string | null;
}

const PAGE = `
  SELECT a.id, a.at, CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id, 'slug', o.slug, 'name', o.name) END AS org,
         a.actor_kind AS "actorKind", a.actor_user_id AS "actorUserId", u.name AS "actorName", a.action, a.target,
         a.before, a.after, a.reason
    FROM audit_log a LEFT JOIN orgs o ON o.id = a.org_id LEFT JOIN users u ON u.id = a.actor_user_id
   WHERE ($1::uuid IS NULL OR a.org_id = $1)
     AND ($2::text IS NULL OR a.action = $2 OR starts_with(a.action, rtrim($2, '.') || '.'))
     AND ($3::text IS NULL OR a.actor_kind = $3)
     AND ($4::uuid IS NULL OR a.actor_user_id = $4)
     AND ($5::text IS NULL OR a.target ILIKE $5 OR a.reason ILIKE $5 OR u.name ILIKE $5 OR u.email ILIKE $5)
     AND ($6::timestamptz IS NULL OR a.at >= $6)
     AND ($7::timestamptz IS NULL OR a.at < $7)
     AND ($8::timestamptz IS NULL OR (a.at, a.id) < ($8, $9::uuid))
   ORDER BY a.at DESC, a.id DESC
   LIMIT $10`;

/** The audit log, newest first. */
@Injectable()
export class AuditReadModel {
  constructor(@Inject(OrgScopes) private readonly scopes: OrgScopes) {}

  /**
   * @param everybody whether people of the platform are named, who are no users of the org.
   * @throws CursorError for a cursor that was not given out here.
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

function toView({ actorKind, actorUserId, actorName, at, ...row }: AuditRow): ConsoleAuditEntry {
  return {
    ...row,
    at: at.toISOString(),
    actor: { kind: actorKind, userId: actorUserId, name: actorName },
  };
}

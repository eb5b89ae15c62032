import { Inject, Injectable } from '@nestjs/common';
import type { FlagAlertView, FlagChange } from '#contracts';
import { FlagAlertRepository } from '#flags';
import type { OrgScope } from '../session/org-scope.ts';

const SHOWN_CHANGES = 100;
const SHOWN_ALERTS = 100;

/** The history of flags: audit entries of one flag, and fallbacks by safeguards. */
@Injectable()
export class FlagHistoryReadModel {
  constructor(@Inject(FlagAlertRepository) private readonly alertRows: FlagAlertRepository) {}

  /** Platform changes only for viewers of every org. @param all as for the audit log, the viewer's widest scope. */
  of(scope: OrgScope, flag: string, all: OrgScope): Promise<FlagChange[]> {
    return all.rows(
      `SELECT a.id, a.at, $1::text AS flag, CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id, 'slug', o.slug) END AS org,
              json_build_object('kind', a.actor_kind, 'userId', a.actor_user_id, 'name', u.name) AS actor,
              a.action, a.before, a.after, a.reason AS why
         FROM audit_log a LEFT JOIN orgs o ON o.id = a.org_id LEFT JOIN users u ON u.id = a.actor_user_id
        WHERE a.target = 'flag:' || $1 AND ($2::uuid IS NULL OR a.org_id = $2)
        ORDER BY a.at DESC, a.id DESC LIMIT $3`,
      [flag, scope.orgId, SHOWN_CHANGES],
    );
  }

  async alerts(scope: OrgScope): Promise<FlagAlertView[]> {
    const rows = await scope.run((tx) => this.alertRows.latest(tx, SHOWN_ALERTS));
    return rows.map(({ orgId, slug, raisedAt, ...alert }) => ({
      ...alert,
      org: { id: orgId, slug },
      raisedAt: raisedAt.toISOString(),
    }));
  }
}

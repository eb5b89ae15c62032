import { Inject, Injectable } from '@nestjs/common';
import type { FlagAlertView, FlagChange } from '#contracts';
import { FlagAlertRepository } from '#flags';
import { OrgScopes, type OrgScope } from '../session/org-scope.ts';

const SHOWN_CHANGES = 100;
const SHOWN_ALERTS = 100;

interface ChangeRow extends Omit<FlagChange, 'at' | 'org' | 'actor'> {
  at: Date;
  orgId: string | null;
  orgSlug: string | null;
  actorKind: string;
  actorUserId: string | null;
  actorName: string | null;
}

/** The history of flags: audit entries of one flag, and fallbacks by safeguards. */
@Injectable()
export class FlagHistoryReadModel {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(FlagAlertRepository) private readonly alertRows: FlagAlertRepository,
  ) {}

  /** Latest changes of a flag, newest first; platform changes only for viewers of every org. */
  async of(scope: OrgScope, flag: string): Promise<FlagChange[]> {
    const rows = await this.scopes.run(scope, (tx) =>
      tx.queryUnscoped<ChangeRow>(
        `SELECT a.id, a.at, a.org_id AS "orgId", o.slug AS "orgSlug", a.actor_kind AS "actorKind",
                a.actor_user_id AS "actorUserId", u.name AS "actorName", a.action, a.before, a.after, a.reason AS why
           FROM audit_log a LEFT JOIN orgs o ON o.id = a.org_id LEFT JOIN users u ON u.id = a.actor_user_id
          WHERE a.target = 'flag:' || $1 AND ($2::uuid IS NULL OR a.org_id = $2)
          ORDER BY a.at DESC, a.id DESC LIMIT $3`,
        [flag, scope.orgId, SHOWN_CHANGES],
      ),
    );
    return rows.map(({ orgId, orgSlug, actorKind, actorUserId, actorName, at, ...row }) => ({
      ...row,
      flag,
      at: at.toISOString(),
      org: orgId === null || orgSlug === null ? null : { id: orgId, slug: orgSlug },
      actor: { kind: actorKind, userId: actorUserId, name: actorName },
    }));
  }

  async alerts(scope: OrgScope): Promise<FlagAlertView[]> {
    const rows = await this.scopes.run(scope, (tx) => this.alertRows.latest(tx, SHOWN_ALERTS));
    return rows.map(({ orgId, slug, raisedAt, ...alert }) => ({
      ...alert,
      org: { id: orgId, slug },
      raisedAt: raisedAt.toISOString(),
    }));
  }
}

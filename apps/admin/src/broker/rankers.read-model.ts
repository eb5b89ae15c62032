import { Inject, Injectable } from '@nestjs/common';
import type { BrokerRanker } from '#contracts/console';
import { OrgScopes, type OrgScope } from '../session/org-scope.ts';

const VERSIONS = `
  SELECT o.id AS "orgId", o.slug AS "orgSlug", o.name AS "orgName", v.version, v.serving, v.verdict, v.examples AS calls,
         v.tools, v.trained_until AS "trainedUntil", v.train_ms AS "trainMs", v.comparison, v.created_at AS "createdAt"
    FROM ranker_versions v JOIN orgs o ON o.id = v.org_id
   WHERE $1::uuid IS NULL OR v.org_id = $1
   ORDER BY v.created_at DESC, v.org_id, v.version DESC LIMIT $2`;

interface VersionRow extends Omit<BrokerRanker, 'org' | 'trainedUntil' | 'createdAt'> {
  orgId: string;
  orgSlug: string;
  orgName: string;
  trainedUntil: Date;
  createdAt: Date;
}

/** Ranker trainings, newest first, each with its comparison. */
@Injectable()
export class RankersReadModel {
  constructor(@Inject(OrgScopes) private readonly scopes: OrgScopes) {}

  async list(scope: OrgScope, limit: number): Promise<BrokerRanker[]> {
    const rows = await this.scopes.run(scope, (tx) =>
      tx.queryUnscoped<VersionRow>(VERSIONS, [scope.orgId, limit]),
    );
    return rows.map(({ orgId, orgSlug, orgName, trainedUntil, createdAt, ...version }) => ({
      ...version,
      org: { id: orgId, slug: orgSlug, name: orgName },
      trainedUntil: trainedUntil.toISOString(),
      createdAt: createdAt.toISOString(),
    }));
  }
}

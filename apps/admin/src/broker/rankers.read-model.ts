import type { BrokerRanker } from '#contracts/console';
import type { OrgScope } from '../session/org-scope.ts';
import { ORG } from '../session/rows.read-model.ts';

const VERSIONS = `
  SELECT ${ORG}, v.version, v.serving, v.verdict, v.examples AS calls,
         v.tools, v.trained_until AS "trainedUntil", v.train_ms AS "trainMs", v.comparison, v.created_at AS "createdAt"
    FROM ranker_versions v JOIN orgs o ON o.id = v.org_id
   WHERE $1::uuid IS NULL OR v.org_id = $1
   ORDER BY v.created_at DESC, v.org_id, v.version DESC LIMIT $2`;

/** Ranker trainings, newest first, each with its comparison. */
export function rankerVersions(scope: OrgScope, limit: number): Promise<BrokerRanker[]> {
  return scope.rows(VERSIONS, [scope.orgId, limit]);
}

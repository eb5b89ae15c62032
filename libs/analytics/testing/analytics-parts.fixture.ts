import { randomUUID } from 'node:crypto';
import { FixedClock } from '#config';
import type { Database } from '#database';
import { OrgService, SecretBox, type NewOrg } from '#identity';
import { AnalyticsReadModel } from '../queries/analytics.read-model.ts';
import { Analytics } from '../queries/analytics.service.ts';
import { Rollups } from '../rollups/rollups.service.ts';

/** The rollup and query services on a database, with a clock that the test sets. */
export function analyticsParts(database: Database, now: Date) {
  const clock = new FixedClock(now);
  const orgs = new OrgService(database, clock, new Map<string, string>(), new SecretBox(undefined));
  return {
    database,
    dataSource: database.dataSource,
    clock,
    orgs,
    rollups: new Rollups(database, clock, orgs),
    analytics: new Analytics(new AnalyticsReadModel(database), clock, orgs),
    newOrg: (more: Partial<NewOrg> = {}) =>
      orgs.create({ slug: `o-${randomUUID().slice(0, 8)}`, name: 'Org', packs: [], ...more }),
  };
}

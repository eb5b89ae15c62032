import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { OrgScopes, type OrgScope } from '../session/org-scope.ts';

const MINUTES = 5;
const MINUTE_MS = 60_000;

const ENDED = `
  SELECT CASE WHEN t.channel = 'voice' THEN 'turn.voice' ELSE 'turn.chat' END AS job, count(*)::int AS ended
    FROM orgs o JOIN turns t ON t.org_id = o.id AND t.created_at > $2 AND t.finished_at > $1 AND ($3::uuid IS NULL OR o.id = $3)
   GROUP BY 1
   UNION ALL
  SELECT f.job, count(*)::int FROM orgs o JOIN outbox_tasks f ON f.org_id = o.id AND f.created_at > $2 AND f.finished_at > $1 AND ($3::uuid IS NULL OR o.id = $3)
   GROUP BY 1`;

const GIVEN_UP = `
  SELECT f.job, count(*)::int AS count FROM orgs o JOIN outbox_tasks f ON f.org_id = o.id AND f.state = 'failed' AND ($2::uuid IS NULL OR o.id = $2) GROUP BY 1
   UNION ALL
  SELECT CASE WHEN t.channel = 'voice' THEN 'turn.voice' ELSE 'turn.chat' END, count(*)::int
    FROM orgs o JOIN turns t ON t.org_id = o.id AND t.created_at > $1 AND t.state = 'failed' AND ($2::uuid IS NULL OR o.id = $2)
   GROUP BY 1`;

/** Work that ended in the last minutes began at most this long before; older rows are not read. */
const BEGAN_WITHIN_MS = 24 * 60 * MINUTE_MS;

/** Rate at which work ends, and the number of dead tasks, by job; for turns, those that failed in the last 24 h. */
@Injectable()
export class QueueRatesReadModel {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async byJob({ orgId }: Pick<OrgScope, 'orgId'>): Promise<{
    endedPerMinute: Map<string, number>;
    givenUp: Map<string, number>;
  }> {
    const now = this.clock.now().getTime();
    const since = [new Date(now - MINUTES * MINUTE_MS), new Date(now - BEGAN_WITHIN_MS)];
    return this.scopes.everyOrg().run(async (tx) => {
      const ended = await tx.queryUnscoped<{ job: string; ended: number }>(ENDED, [...since, orgId]);
      const givenUp = await tx.queryUnscoped<{ job: string; count: number }>(GIVEN_UP, [
        new Date(now - BEGAN_WITHIN_MS),
        orgId,
      ]);
      return {
        endedPerMinute: new Map(ended.map((row) => [row.job, row.ended / MINUTES])),
        givenUp: new Map(givenUp.map((row) => [row.job, row.count])),
      };
    });
  }
}

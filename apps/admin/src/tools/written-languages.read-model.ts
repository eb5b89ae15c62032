import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { RecentAnswers } from '#identity';
import { daysBefore } from '../days-before.ts';
import { OrgScopes, type OrgScope } from '../session/org-scope.ts';

/** Habits of users move slowly, and the list of tools asks every few seconds. */
const MAX_AGE_MS = 60_000;
/** Of an org's turns: a language that one in fifty is in is no stray message. */
const MIN_SHARE = 0.02;

const WRITTEN = `
  SELECT o.packs, w.language
    FROM orgs o
    CROSS JOIN LATERAL (
      SELECT d.language, count(*) AS turns, sum(count(*)) OVER () AS of
        FROM broker_decisions d
       WHERE d.org_id = o.id AND d.created_at >= $2 AND d.language IS NOT NULL
       GROUP BY d.language) w
   WHERE ($1::uuid IS NULL OR o.id = $1) AND w.turns >= w.of * $3`;

/** Which languages messages were in. */
@Injectable()
export class WrittenLanguagesReadModel {
  private readonly recent = new RecentAnswers<ReadonlyMap<string, ReadonlySet<string>>>(MAX_AGE_MS);

  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Codes as in `detectLanguage`, by pack of the orgs that they were written in. */
  of(scope: OrgScope, days: number): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    return this.recent.get(`${scope.orgId} ${days}`, () => this.read(scope, days));
  }

  private async read(scope: OrgScope, days: number): Promise<Map<string, Set<string>>> {
    const since = daysBefore(this.clock.now(), days);
    const rows = await this.scopes.run(scope, (tx) =>
      tx.queryUnscoped<{ packs: string[]; language: string }>(WRITTEN, [scope.orgId, since, MIN_SHARE]),
    );
    const byPack = new Map<string, Set<string>>();
    for (const { packs, language } of rows) {
      for (const pack of packs) byPack.set(pack, (byPack.get(pack) ?? new Set()).add(language));
    }
    return byPack;
  }
}

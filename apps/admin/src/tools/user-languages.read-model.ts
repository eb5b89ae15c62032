import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { ShortLivedCache } from '#identity';
import { daysBefore } from '../days-before.ts';
import type { OrgScope } from '../session/org-scope.ts';

/** Languages change slowly, and the tool list polls every few seconds. */
const MAX_AGE_MS = 60_000;
/** Minimum share of an org's turns: below one in fifty a language is considered noise. */
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

@Injectable()
export class UserLanguagesReadModel {
  private readonly recent = new ShortLivedCache<ReadonlyMap<string, ReadonlySet<string>>>(MAX_AGE_MS);

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** Codes as in `detectLanguage`, by pack of the orgs in which messages were written. */
  of(scope: OrgScope, days: number): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    return this.recent.get(`${scope.orgId} ${days}`, () => this.read(scope, days));
  }

  private async read(scope: OrgScope, days: number): Promise<Map<string, Set<string>>> {
    const since = daysBefore(this.clock.now(), days);
    const values = [scope.orgId, since, MIN_SHARE];
    const rows = await scope.rows<{ packs: string[]; language: string }>(WRITTEN, values);
    const byPack = new Map<string, Set<string>>();
    for (const { packs, language } of rows) {
      for (const pack of packs) byPack.set(pack, (byPack.get(pack) ?? new Set()).add(language));
    }
    return byPack;
  }
}

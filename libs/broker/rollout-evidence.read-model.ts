import { Inject, Injectable } from '@nestjs/common';
import { Database, type PlatformTransaction } from '#database';
import type { EvidenceWindow, MeasuredDay, MeasuredTurns, RolloutEvidence } from '#flags';

/** Counts an org's turns with tool calls and a computed set, and those in which the broker had chosen every called tool. */
const measuredOf = (org: string, first: number, key = '') => `
  SELECT ${key}count(*)::int AS turns, (count(*) FILTER (WHERE cardinality(tools_missed) = 0))::int AS hits
    FROM broker_decisions
   WHERE org_id = ${org} AND mode = $${first} AND created_at > $${first + 1} AND created_at <= $${first + 2}
     AND tools_brokered IS NOT NULL AND cardinality(tools_selected) > 0`;

/** Queries each org separately, to use the index that starts with the org. */
const ALL_ORGS = `orgs o CROSS JOIN LATERAL (${measuredOf('o.id', 1)}) m`;

const BY_DAY = `
  SELECT m.day, sum(m.turns)::int AS turns, sum(m.hits)::int AS hits
    FROM orgs o CROSS JOIN LATERAL (${measuredOf('o.id', 1, `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, `)} GROUP BY 1) m
   GROUP BY 1 ORDER BY 1`;

/** Reads toolInBrokeredSet from broker decisions: the share of turns with tool calls that have no miss. */
@Injectable()
export class RolloutEvidenceReadModel implements RolloutEvidence {
  constructor(@Inject(Database) private readonly database: Database) {}

  async overall({ variant, from, to }: EvidenceWindow): Promise<MeasuredTurns> {
    const [row] = await this.acrossOrgs((tx) =>
      tx.query<MeasuredTurns>(
        `SELECT coalesce(sum(m.turns), 0)::int AS turns, coalesce(sum(m.hits), 0)::int AS hits FROM ${ALL_ORGS}`,
        [variant, from, to],
      ),
    );
    return row ?? { turns: 0, hits: 0 };
  }

  async byDay({ variant, from, to }: EvidenceWindow): Promise<MeasuredDay[]> {
    return this.acrossOrgs((tx) => tx.query<MeasuredDay>(BY_DAY, [variant, from, to]));
  }

  async byOrg({ variant, from, to }: EvidenceWindow): Promise<Map<string, MeasuredTurns>> {
    const rows = await this.acrossOrgs((tx) =>
      tx.query<MeasuredTurns & { orgId: string }>(
        `SELECT o.id AS "orgId", m.turns, m.hits FROM ${ALL_ORGS} WHERE m.turns > 0`,
        [variant, from, to],
      ),
    );
    return new Map(rows.map(({ orgId, ...measured }) => [orgId, measured]));
  }

  async ofOrg(orgId: string, { variant, from, to }: EvidenceWindow): Promise<MeasuredTurns> {
    const [row] = await this.database.forOrg(orgId, (tx) =>
      tx.query<MeasuredTurns>(measuredOf('$1', 2), [variant, from, to]),
    );
    return row ?? { turns: 0, hits: 0 };
  }

  private acrossOrgs<Rows>(read: (tx: PlatformTransaction) => Promise<Rows>): Promise<Rows> {
    return this.database.asPlatform('a rollout is judged by the turns of every org', read);
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import type { ConsoleOverview } from '#contracts/console';
import { Database } from '#database';
import { OrgService, platformSettings, ShortLivedCache } from '#identity';
import { dayIn } from '#text';
import { firstOutcomeOf, replyMsOf } from '#turns';
import type { OrgScope } from '../session/org-scope.ts';
import { readRows } from '../session/rows.read-model.ts';
import { alertRows, OWN_PROVIDER_ALERTS } from './overview-alerts.ts';

const FIGURES = (from: string, to: string) => `
  (SELECT json_build_object(
      'turns', count(*)::int, 'completed', count(*) FILTER (WHERE outcome = 'completed')::int,
      'failed', count(*) FILTER (WHERE outcome = 'failed')::int,
      'p50Ms', percentile_cont(0.5) WITHIN GROUP (ORDER BY ms), 'p95Ms', percentile_cont(0.95) WITHIN GROUP (ORDER BY ms))
     FROM recent WHERE created_at > $2::timestamptz - interval '${from}' AND created_at <= $2::timestamptz - interval '${to}')`;

/** `$1` is the org or null, `$2` the current time, `$4` the day of each org in `$3`. Each org is read along its indexes, as far back as shown. */
const overviewOf = (platform: boolean) => `
  WITH scoped AS (
    SELECT id, o.slug, d.today FROM unnest($3::uuid[], $4::date[]) AS d(id, today) JOIN orgs o USING (id)
  ), recent AS (
    SELECT t.state, ${firstOutcomeOf('t')} AS outcome, t.created_at, ${replyMsOf('t')} AS ms
      FROM scoped s JOIN turns t ON t.org_id = s.id AND t.created_at > $2::timestamptz - interval '2 hours'
  ), used AS (
    SELECT s.id AS org_id, s.today, u.day, u.cost_usd FROM scoped s
     CROSS JOIN LATERAL (
       SELECT day, cost_usd FROM model_usage m WHERE m.org_id = s.id
          AND m.day BETWEEN least(s.today - 13, date_trunc('month', s.today)::date) AND s.today
       UNION ALL SELECT day, cost_usd FROM model_calls c WHERE c.org_id = s.id) u
  ), spent AS (
    SELECT org_id, 'day' AS period, coalesce(sum(cost_usd) FILTER (WHERE day = today), 0) AS spent FROM used GROUP BY org_id
    UNION ALL
    SELECT org_id, 'month', coalesce(sum(cost_usd) FILTER (WHERE day >= date_trunc('month', today)::date), 0) FROM used GROUP BY org_id
  ), alerts AS (${alertRows(platform)})
  SELECT ${FIGURES('1 hour', '0')} AS hour, ${FIGURES('2 hours', '1 hour')} AS before,
    (SELECT json_agg(row ORDER BY row.at) FROM (
       SELECT m.at, count(r.*)::int AS accepted, count(*) FILTER (WHERE r.outcome = 'completed')::int AS completed,
              count(*) FILTER (WHERE r.outcome = 'failed')::int AS failed,
              percentile_cont(0.95) WITHIN GROUP (ORDER BY r.ms) AS "p95Ms"
         FROM generate_series(date_trunc('minute', $2::timestamptz) - interval '59 minutes', date_trunc('minute', $2::timestamptz), interval '1 minute') AS m(at)
         LEFT JOIN recent r ON date_trunc('minute', r.created_at) = m.at
        GROUP BY m.at) row) AS minutes,
    (SELECT json_build_object(
        'queued', count(*) FILTER (WHERE t.state = 'queued')::int, 'running', count(*) FILTER (WHERE t.state = 'running')::int,
        'awaitingApproval', (SELECT count(*)::int FROM scoped s JOIN approvals a ON a.org_id = s.id AND a.state = 'pending'),
        'oldestMs', extract(epoch FROM $2::timestamptz - min(t.created_at) FILTER (WHERE t.state = 'queued')) * 1000)
       FROM scoped s JOIN turns t ON t.org_id = s.id AND t.state IN ('queued', 'running')) AS queue,
    (SELECT json_build_object(
        'todayUsd', coalesce(sum(p.spent), 0), 'softUsd', sum(b.soft_usd), 'hardUsd', sum(b.hard_usd),
        'budgetedUsd', coalesce(CASE WHEN count(b.hard_usd) > 0 THEN sum(p.spent) FILTER (WHERE b.hard_usd IS NOT NULL)
                                ELSE sum(p.spent) FILTER (WHERE b.soft_usd IS NOT NULL) END, 0),
        'over', CASE WHEN bool_or(coalesce(p.spent, 0) >= b.hard_usd) THEN 'hard' WHEN bool_or(coalesce(p.spent, 0) >= b.soft_usd) THEN 'soft' END,
        'days', (SELECT coalesce(json_agg(json_build_object('day', d.day, 'usd', d.usd) ORDER BY d.day), '[]') FROM (
            SELECT g.day::date::text AS day, coalesce(sum(u.cost_usd), 0) AS usd
              FROM generate_series((SELECT max(today) FROM scoped) - 13, (SELECT max(today) FROM scoped), interval '1 day') AS g(day)
              LEFT JOIN used u ON u.day = g.day::date GROUP BY g.day) d))
       FROM scoped s LEFT JOIN spent p ON p.org_id = s.id AND p.period = 'day'
       LEFT JOIN budgets b ON b.org_id = s.id AND b.period = 'day') AS spend,
    (SELECT coalesce(json_agg(json_build_object('kind', kind, 'count', count, 'subject', subject, 'org', org, 'at', at)
                              ORDER BY at DESC), '[]') FROM alerts) AS alerts`;

/** toolInBrokeredSet over the last 7 days and for each of them, in UTC. */
const BROKER = `
  WITH measured AS (
    SELECT (d.created_at AT TIME ZONE 'UTC')::date AS day, (cardinality(d.tools_missed) = 0)::int AS hit
      FROM orgs o JOIN broker_decisions d ON d.org_id = o.id AND d.created_at > $2::timestamptz - interval '7 days'
     WHERE ($1::uuid IS NULL OR o.id = $1) AND d.tools_brokered IS NOT NULL AND cardinality(d.tools_selected) > 0)
  SELECT avg(hit)::float8 AS rate, count(*)::int AS turns,
         (SELECT json_agg(json_build_object('day', d.day, 'rate', d.rate, 'turns', d.turns) ORDER BY d.day) FROM (
            SELECT g.day::date::text AS day, avg(m.hit)::float8 AS rate, count(m.*)::int AS turns
              FROM generate_series(($2::timestamptz AT TIME ZONE 'UTC')::date - 6, ($2::timestamptz AT TIME ZONE 'UTC')::date, interval '1 day') AS g(day)
              LEFT JOIN measured m ON m.day = g.day::date GROUP BY g.day) d) AS days
    FROM measured`;

const OF_ALL = overviewOf(true);
const OF_ONE = overviewOf(false);

/** Every open overview polls every 2 s; they share one answer. */
const MAX_AGE_MS = 1_500;
/** Decisions of a week change slowly, and are the only part of the screen that grows with every turn. */
const BROKER_MAX_AGE_MS = 15_000;

type Alert = ConsoleOverview['alerts'][number];
type OverviewRow = Omit<ConsoleOverview, 'at' | 'broker'>;
type BrokerRow = Omit<ConsoleOverview['broker'], 'target'>;

/** State of the installation, or of one org: one statement, and a second one for slow figures. */
@Injectable()
export class OverviewReadModel {
  private readonly recent = new ShortLivedCache<ConsoleOverview>(MAX_AGE_MS);
  private readonly brokers = new ShortLivedCache<BrokerRow>(BROKER_MAX_AGE_MS);

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Database) private readonly database: Database,
    @Inject(OrgService) private readonly orgs: OrgService,
  ) {}

  of(scope: OrgScope): Promise<ConsoleOverview> {
    return this.recent.get(scope.orgId ?? '', () => this.read(scope));
  }

  private async read(scope: OrgScope): Promise<ConsoleOverview> {
    const now = this.clock.now();
    const sql = scope.orgId === null ? OF_ALL : OF_ONE;
    const zones = await this.orgs.timeZonesOf(scope.orgId);
    const today = [...zones.values()].map((zone) => dayIn(zone, now));
    const [row, ownAlerts, broker] = await Promise.all([
      scope.row<OverviewRow>(sql, [scope.orgId, now, [...zones.keys()], today]),
      this.ownProviderAlerts(scope, now),
      this.brokers.get(scope.orgId ?? '', () => this.brokerOf(scope, now)),
    ]);
    if (!row) throw new Error('The overview is one row');
    return {
      ...row,
      at: now.toISOString(),
      minutes: row.minutes.map(withIsoTime),
      broker: { ...broker, target: platformSettings.TOOL_BROKER_MIN_RATE.default },
      alerts: [...row.alerts.map(withIsoTime), ...ownAlerts].toSorted((one, other) =>
        one.at < other.at ? 1 : -1,
      ),
    };
  }

  /** In the view of all orgs these alerts are already part of the main query. */
  private async ownProviderAlerts({ orgId }: OrgScope, now: Date): Promise<Alert[]> {
    if (orgId === null) return [];
    return this.database.asPlatform('keys and circuits of an org are kept by processes', (tx) =>
      readRows<Alert>(tx, OWN_PROVIDER_ALERTS, [orgId, now]),
    );
  }

  private async brokerOf(scope: OrgScope, now: Date): Promise<BrokerRow> {
    const row = await scope.row<BrokerRow>(BROKER, [scope.orgId, now]);
    if (!row) throw new Error('The broker’s week is one row');
    return row;
  }
}

/** PostgreSQL writes timestamps into JSON with the offset of the session. */
function withIsoTime<Row extends { at: string }>(row: Row): Row {
  return { ...row, at: new Date(row.at).toISOString() };
}

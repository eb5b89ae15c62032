/**
 * Alerts as rows of (kind, count, subject, org, at). The alerts of the inbox have the time of the oldest item, the others that
 * of the newest. `$1` is the org or null, `$2` the current time; `scoped` holds the orgs in view with their `spent_today`.
 */
const OF_ORGS = `
  SELECT 'flag_fallback' AS kind, count(*)::int AS count, a.flag AS subject, s.slug AS org, max(a.raised_at) AS at
    FROM scoped s JOIN flag_alerts a ON a.org_id = s.id AND a.raised_at > $2::timestamptz - interval '24 hours'
   GROUP BY a.flag, s.slug
  UNION ALL
  SELECT CASE WHEN b.hard_usd IS NOT NULL AND u.spent >= b.hard_usd THEN 'budget_hard' ELSE 'budget_soft' END, 1,
         b.period, s.slug, $2::timestamptz
    FROM scoped s JOIN budgets b ON b.org_id = s.id
    JOIN spent u ON u.org_id = s.id AND u.period = b.period
   WHERE u.spent >= coalesce(b.soft_usd, b.hard_usd)
  UNION ALL
  SELECT 'failed_turns', count(*)::int, NULL, NULL, max(created_at) FROM recent WHERE state = 'failed' AND created_at > $2::timestamptz - interval '1 hour'
  HAVING count(*) > 0
  UNION ALL
  SELECT 'approvals', count(*)::int, NULL, NULL, min(w.at) FROM (
    SELECT a.requested_at AS at FROM scoped s JOIN approvals a ON a.org_id = s.id AND a.state = 'pending'
    UNION ALL
    SELECT r.created_at FROM scoped s
      JOIN tool_runs r ON r.org_id = s.id AND r.state = 'awaiting_approval' AND r.approval_expires_at > $2) w
  HAVING count(*) > 0
  UNION ALL
  SELECT 'unknown_outcomes', count(*)::int, NULL, NULL, min(e.started_at)
    FROM scoped s JOIN tool_effects e ON e.org_id = s.id AND e.state = 'unknown_outcome' HAVING count(*) > 0
  UNION ALL
  SELECT 'changed_definitions', count(*)::int, NULL, NULL, min(d.current_since)
    FROM tool_definitions d
   WHERE d.approved_at IS NULL AND ($1::uuid IS NULL OR d.org_id = $1)
     AND NOT EXISTS (SELECT 1 FROM tool_definitions n WHERE n.org_id IS NOT DISTINCT FROM d.org_id AND n.name = d.name
                        AND n.current_since > d.current_since)
  HAVING count(*) > 0
  UNION ALL
  SELECT 'failed_webhooks', count(*)::int, NULL, NULL, min(w.finished_at)
    FROM scoped s JOIN webhook_deliveries w ON w.org_id = s.id AND w.state = 'failed'
     AND w.created_at > $2::timestamptz - interval '24 hours'
  HAVING count(*) > 0`;

/**
 * Alerts about provider keys, circuits and models: the deployment's, which belong to no org, and those of
 * orgs with their slug.
 * @param fits SQL condition on their org `o`, which is null for the deployment's.
 */
const OF_PROVIDERS = (fits: string) => `
  SELECT 'provider_key_removed' AS kind, count(*)::int AS count, k.name AS subject, o.slug AS org, max(k.changed_at) AS at
    FROM (SELECT provider AS place, regexp_replace(provider, '^org/[^/]+/', '') AS name, changed_at FROM provider_key_states
           WHERE removed_status IS NOT NULL) k
    LEFT JOIN orgs o ON starts_with(k.place, 'org/' || o.id || '/') WHERE ${fits} GROUP BY k.name, o.slug
  UNION ALL
  SELECT 'circuit_open', count(*)::int, c.model, o.slug, max(c.since) FROM model_circuits c LEFT JOIN orgs o ON o.id = c.org_id
   WHERE c.state <> 'closed' AND c.seen_at > $2::timestamptz - interval '1 minute' AND ${fits} GROUP BY c.model, o.slug
  UNION ALL
  SELECT 'model_unknown', 1, r.model, o.slug, max(r.changed_at) FROM model_cooldowns r
    LEFT JOIN orgs o ON starts_with(r.place, 'org/' || o.id || '/')
   WHERE r.cooldown_until > clock_timestamp() AND ${fits} GROUP BY r.model, o.slug`;

const OF_PLATFORM = `
  UNION ALL ${OF_PROVIDERS('true')}
  UNION ALL
  SELECT 'mcp_server_away', count(*)::int, server, NULL, max(since) FROM mcp_server_states
   WHERE state = 'away' AND seen_at > $2::timestamptz - interval '1 minute' GROUP BY server`;

/** The org's own keys, circuits and models are in tables of processes, which need platform rights. */
export const OWN_PROVIDER_ALERTS = `
  SELECT kind, count, subject, org, at FROM (${OF_PROVIDERS('o.id = $1::uuid')}) own ORDER BY at DESC`;

/** @param platform whether every org is in view. */
export function alertRows(platform: boolean): string {
  return platform ? OF_ORGS + OF_PLATFORM : OF_ORGS;
}

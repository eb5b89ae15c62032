import type { Clock } from '#config';
import type { CallerKind } from '#contracts';
import type { DeprecatedTool, DeprecatedTools } from '#contracts/console';
import type { Database, Transaction } from '#database';
import type { ToolRegistry } from '../registry.ts';

const DAY_MS = 86_400_000;
/** Users of a tool that the report names; the uses count all of them. */
const MAX_USERS_NAMED = 50;

/**
 * Calls by day, and by who made them, in one pass: rows of the first kind have no org, rows of the second no day. Calls
 * that failed count too: somebody still asks for the tool.
 */
const USES = `
  SELECT c.tool, c.day, c.org, c.agent, c.caller_kind AS "callerKind", count(*)::integer AS uses
    FROM (
      SELECT i.tool, to_char(i.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, o.slug AS org,
             coalesce(t.agent, '') AS agent, i.caller_kind
        FROM orgs o
        JOIN tool_calls i ON i.org_id = o.id AND i.tool = ANY ($2) AND i.created_at >= $3
        LEFT JOIN turns t ON t.org_id = i.org_id AND t.id = i.turn_id
       WHERE $1::uuid IS NULL OR o.id = $1) c
   GROUP BY GROUPING SETS ((c.tool, c.day), (c.tool, c.org, c.agent, c.caller_kind))
   ORDER BY uses DESC, c.org, c.agent, c.caller_kind`;

type UseRow = { tool: string; uses: number } & (
  { day: string; org: null } | { day: null; org: string; agent: string; callerKind: CallerKind }
);

/** Which deprecated tools are still used, by whom, and which can go. */
export class DeprecationReport {
  constructor(
    private readonly registry: ToolRegistry,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * @param orgId whose tools and calls are meant; null for the platform's tools and the calls of every org.
   * @param days whole days in UTC, today included.
   */
  async of(orgId: string | null, days: number): Promise<DeprecatedTools> {
    const today = Math.floor(this.clock.now().getTime() / DAY_MS) * DAY_MS;
    const dayNames = Array.from({ length: days }, (_, index) => dayOf(today - (days - 1 - index) * DAY_MS));
    const from = dayNames[0] ?? dayOf(today);
    const deprecated = this.registry.effective(orgId).tools.filter(({ metadata }) => metadata.deprecated);
    const names = deprecated.map(({ tool }) => tool.name);
    const read = (tx: Transaction) => tx.queryUnscoped<UseRow>(USES, [orgId, names, `${from}T00:00:00Z`]);
    const rows =
      orgId === null
        ? await this.database.asPlatform('the platform asks for the uses of every org', read)
        : await this.database.forOrg(orgId, read);
    const items = deprecated
      .map(({ tool, metadata }): DeprecatedTool => {
        const own = rows.filter((row) => row.tool === tool.name);
        const { replacedBy = '', reason = '' } = metadata.deprecated ?? {};
        return { name: tool.name, replacedBy, reason, ...usesOf(own, dayNames) };
      })
      .sort((one, other) => (one.name < other.name ? -1 : 1));
    return { days, from, items };
  }
}

function usesOf(
  rows: UseRow[],
  days: string[],
): Pick<DeprecatedTool, 'uses' | 'perDay' | 'by' | 'safeToRemove'> {
  const perDay = days.map((day) => ({ day, uses: rows.find((row) => row.day === day)?.uses ?? 0 }));
  const by = rows.flatMap((row) => {
    if (row.org === null) return [];
    const { org, agent, callerKind, uses } = row;
    return [{ org, agent: agent || null, callerKind, uses }];
  });
  const uses = by.reduce((sum, user) => sum + user.uses, 0);
  return { uses, perDay, by: by.slice(0, MAX_USERS_NAMED), safeToRemove: uses === 0 };
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { dayAfter, dayIn, startOfDay } from '#text';
import type { CallerKind } from '#contracts';
import type { DeprecatedTool, DeprecatedTools } from '#contracts/console';
import { Database, type Transaction } from '#database';
import { DEPLOYMENT_SETTINGS, OrgService, timeZone, wholeNumberSetting, type SettingReader } from '#identity';
import { isOfPacks } from '../packs-of-org.ts';
import { ToolRegistry } from '../registry.ts';

/** Maximum number of caller groups (org, agent, caller kind) per tool. Totals include all calls. */
const MAX_CALLER_GROUPS = 50;

/**
 * Calls per day, per caller group and in total, in one query. Rows per day have no org, rows per caller group have no day,
 * totals have neither. Failed calls count too, because they show that the tool is still in use.
 */
const USES = `
  SELECT c.tool, c.day, c.org, c.agent, c.caller_kind AS "callerKind", count(*)::integer AS uses,
         max(c.created_at) AS "lastUsedAt", count(DISTINCT c.conversation_id)::integer AS conversations
    FROM (
      SELECT i.tool, to_char(i.created_at AT TIME ZONE $4, 'YYYY-MM-DD') AS day, o.slug AS org,
             coalesce(t.agent, '') AS agent, i.caller_kind, i.created_at, i.conversation_id
        FROM orgs o
        JOIN tool_calls i ON i.org_id = o.id AND i.tool = ANY ($2) AND i.created_at >= $3
        LEFT JOIN turns t ON t.org_id = i.org_id AND t.id = i.turn_id
       WHERE $1::uuid IS NULL OR o.id = $1) c
   GROUP BY GROUPING SETS ((c.tool, c.day), (c.tool, c.org, c.agent, c.caller_kind), (c.tool))
   ORDER BY uses DESC, c.org, c.agent, c.caller_kind`;

/** Time of the oldest stored call. */
const OLDEST = `
  SELECT min(oldest.created_at) AS since
    FROM orgs o
    CROSS JOIN LATERAL (SELECT i.created_at FROM tool_calls i WHERE i.org_id = o.id ORDER BY i.created_at, i.id LIMIT 1) oldest
   WHERE $1::uuid IS NULL OR o.id = $1`;

type UseRow = { tool: string; uses: number; lastUsedAt: Date; conversations: number } & (
  | { day: string; org: null }
  | { day: null; org: string; agent: string; callerKind: CallerKind }
  | { day: null; org: null }
);

/** Report on deprecated tools: which are still used, by whom, and which can be removed. */
@Injectable()
export class DeprecationReport {
  constructor(
    @Inject(ToolRegistry) private readonly registry: ToolRegistry,
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(OrgService) private readonly orgs: Pick<OrgService, 'settingsOf' | 'byId'>,
    @Inject(DEPLOYMENT_SETTINGS) private readonly deployment: SettingReader,
  ) {}

  /**
   * Builds the report.
   *
   * @param orgId the org whose tools and calls are reported; null for the platform's tools and the calls of all orgs.
   * @param requestedDays whole days in the time zone of the org, or of the deployment, including today; default is the
   *   setting `DEPRECATION_WINDOW_DAYS`.
   */
  async of(orgId: string | null, requestedDays?: number): Promise<DeprecatedTools> {
    const settings = orgId === null ? this.deployment : await this.orgs.settingsOf(orgId);
    const days = requestedDays ?? wholeNumberSetting(settings, 'DEPRECATION_WINDOW_DAYS');
    const timezone = timeZone(settings, 'ORG_TIMEZONE');
    const dayNames = daysUntil(dayIn(timezone, this.clock.now()), days);
    const from = dayNames[0] ?? '';
    const { tools } = this.registry.effective(orgId);
    const deprecated = tools.filter(({ metadata }) => metadata.deprecated);
    const replacements = new Set(deprecated.map(({ metadata }) => metadata.deprecated?.replacedBy ?? ''));
    const short = tools.filter(({ tool }) => tool.shortFor !== undefined && replacements.has(tool.shortFor));
    const counted = [
      ...new Set([...[...deprecated, ...short].map(({ tool }) => tool.name), ...replacements]),
    ];
    const { rows, since } = await this.read(orgId, [counted, startOfDay(from, timezone), timezone]);
    const usesOf = (name: string) => totalOf(rows, name)?.uses ?? 0;
    const packs = orgId === null ? null : ((await this.orgs.byId(orgId))?.packs ?? []);
    // Turns of the org are never offered tools of other packs. Such a tool is listed only if it was called.
    const concerns = (entry: (typeof tools)[number]) =>
      isOfPacks(entry, packs) || usesOf(entry.tool.name) > 0;
    const items = deprecated
      .filter(concerns)
      .map(({ tool, metadata }): DeprecatedTool => {
        const { replacedBy = '', reason = '' } = metadata.deprecated ?? {};
        return { name: tool.name, replacedBy, reason, ...usageOf(rows, tool.name, dayNames) };
      })
      .sort((one, other) => (one.name < other.name ? -1 : 1));
    const names = new Set(items.map(({ name }) => name));
    return {
      days,
      from,
      timezone,
      note: noteOf(since && dayIn(timezone, since), from),
      items,
      totals: totalsOf(
        items,
        [...replacements].filter((name) => !names.has(name)).reduce((sum, name) => sum + usesOf(name), 0),
      ),
      short: short.filter(concerns).map(({ tool }) => ({
        name: tool.name,
        shortFor: tool.shortFor ?? '',
        uses: usesOf(tool.name),
      })),
    };
  }

  private async read(
    orgId: string | null,
    window: [names: string[], from: Date, timezone: string],
  ): Promise<{ rows: UseRow[]; since: Date | null }> {
    const read = async (tx: Transaction) => {
      const rows = await tx.queryUnscoped<UseRow>(USES, [orgId, ...window]);
      const [oldest] = await tx.queryUnscoped<{ since: Date | null }>(OLDEST, [orgId]);
      return { rows, since: oldest?.since ?? null };
    };
    return orgId === null
      ? this.database.asPlatform('the platform asks for the uses of every org', read)
      : this.database.forOrg(orgId, read);
  }
}

function totalOf(rows: UseRow[], tool: string): UseRow | undefined {
  return rows.find((row) => row.tool === tool && row.org === null && row.day === null);
}

function usageOf(
  rows: UseRow[],
  tool: string,
  days: string[],
): Omit<DeprecatedTool, 'name' | 'replacedBy' | 'reason'> {
  const own = rows.filter((row) => row.tool === tool);
  const { uses, lastUsedAt, conversations } = totalOf(rows, tool) ?? { uses: 0, conversations: 0 };
  const by = own.flatMap((row) => {
    if (row.org === null) return [];
    const { org, agent, callerKind } = row;
    return [{ org, agent: agent || null, callerKind, uses: row.uses, sharePct: share(row.uses, uses) }];
  });
  return {
    uses,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    conversations,
    perDay: days.map((day) => ({ day, uses: own.find((row) => row.day === day)?.uses ?? 0 })),
    by: by.slice(0, MAX_CALLER_GROUPS),
    verdict: uses === 0 ? 'safe_to_remove' : 'still_in_use',
  };
}

function totalsOf(items: DeprecatedTool[], replacements: number): DeprecatedTools['totals'] {
  const deprecated = items.reduce((sum, { uses }) => sum + uses, 0);
  const all = deprecated + replacements;
  return { deprecated, replacements, sharePct: all === 0 ? null : share(deprecated, all) };
}

/** Share in percent, with one decimal. */
function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 10;
}

/** Note for a window that begins before the oldest stored call; null if the calls cover the window. */
function noteOf(since: string | null, from: string): string | null {
  if (since === null) return 'No tool calls are recorded yet, so usage is unknown.';
  return since > from ? `Calls are recorded since ${since}; usage before that date is unknown.` : null;
}

/** The `count` days that end with `last`, oldest first. */
function daysUntil(last: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => dayAfter(last, index + 1 - count));
}

import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import type { ConsoleTool } from '#contracts/console';
import { OrgScopes, type OrgScope } from '../session/org-scope.ts';

const DAY_MS = 86_400_000;

const USES = `
  SELECT i.tool, count(*)::integer AS calls, count(*) FILTER (WHERE NOT i.success)::integer AS errors,
         percentile_cont(0.95) WITHIN GROUP (ORDER BY i.duration_ms) AS "p95Ms"
    FROM orgs o
    JOIN tool_calls i ON i.org_id = o.id AND i.created_at >= $2
   WHERE $1::uuid IS NULL OR o.id = $1
   GROUP BY i.tool`;

export type ToolUses = ConsoleTool['uses'];

/** How often each tool was called, with what success and how fast. */
@Injectable()
export class ToolUsesReadModel {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** By tool; tools without a call are absent. */
  async of(scope: OrgScope, days: number): Promise<Map<string, ToolUses>> {
    const since = new Date(this.clock.now().getTime() - days * DAY_MS);
    const rows = await this.scopes.run(scope, (tx) =>
      tx.queryUnscoped<ToolUses & { tool: string }>(USES, [scope.orgId, since]),
    );
    return new Map(rows.map(({ tool, ...uses }) => [tool, uses]));
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import type { ConsoleTool, ToolUser, ToolUsers } from '#contracts/console';
import { daysBefore } from '../days-before.ts';
import type { OrgScope } from '../session/org-scope.ts';
import { ORG } from '../session/rows.read-model.ts';
import { UsersReadModel } from '../users/users.read-model.ts';

const MAX_USERS = 50;

/** Selects the member or the API key that caused a call, or else the contact of the conversation; null if unknown. */
const WHO = 'coalesce(i.caller_user_id::text, i.caller_key_id::text, c.contact_id)';

const CALLS = `
    FROM orgs o
    JOIN tool_calls i ON i.org_id = o.id AND i.created_at >= $2`;
const CONVERSATION = 'LEFT JOIN conversations c ON c.org_id = i.org_id AND c.id = i.conversation_id';
const OF_SCOPE = '($1::uuid IS NULL OR o.id = $1)';

const FIGURES = `count(*)::integer AS calls, count(*) FILTER (WHERE NOT i.success)::integer AS errors,
         avg(i.duration_ms) AS "meanMs", percentile_cont(0.95) WITHIN GROUP (ORDER BY i.duration_ms) AS "p95Ms"`;

/** Conversations are looked up once each, not per call. The same contact id in two orgs counts as two users. */
const USES = `
  WITH callers AS (
    SELECT DISTINCT i.org_id, i.tool, i.caller_user_id, i.caller_key_id,
           CASE WHEN i.caller_user_id IS NULL AND i.caller_key_id IS NULL THEN i.conversation_id END AS conversation_id
      ${CALLS} WHERE ${OF_SCOPE}
  ), users AS (
    SELECT tool, count(who)::integer AS users
      FROM (SELECT DISTINCT i.tool, i.org_id, ${WHO} AS who FROM callers i ${CONVERSATION}) named
     GROUP BY tool
  )
  SELECT figures.*, users.users
    FROM (SELECT i.tool, ${FIGURES} ${CALLS} WHERE ${OF_SCOPE} GROUP BY i.tool) figures JOIN users USING (tool)`;

const BY_USER = `
  SELECT ${ORG}, ${WHO} AS who, i.caller_user_id IS NOT NULL AS "isUser",
         i.caller_user_id IS NULL AND i.caller_key_id IS NOT NULL AS "isKey", ${FIGURES}, max(i.created_at) AS "lastAt",
         count(${WHO}) OVER ()::integer AS of
    ${CALLS} ${CONVERSATION} WHERE ${OF_SCOPE} AND i.tool = $3
   GROUP BY o.id, who, "isUser", "isKey"
   ORDER BY calls DESC, "lastAt" DESC, who LIMIT ${MAX_USERS}`;

export type ToolUses = ConsoleTool['uses'];

interface UserRow extends Omit<ToolUses, 'users'> {
  org: ToolUser['org'];
  who: string | null;
  isUser: boolean;
  isKey: boolean;
  lastAt: string;
  of: number;
}

/** Calls of each tool: number, users, success and duration. */
@Injectable()
export class ToolUsesReadModel {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(UsersReadModel) private readonly users: UsersReadModel,
  ) {}

  /** By tool; tools without calls are absent. */
  async of(scope: OrgScope, days: number): Promise<Map<string, ToolUses>> {
    const values = [scope.orgId, this.since(days)];
    const rows = await scope.rows<ToolUses & { tool: string }>(USES, values);
    return new Map(rows.map(({ tool, ...uses }) => [tool, uses]));
  }

  /** Users of a tool, the most active first. */
  async usersOf(scope: OrgScope, tool: string, days: number): Promise<ToolUsers> {
    const rows = await scope.rows<UserRow>(BY_USER, [scope.orgId, this.since(days), tool]);
    const names = await this.users.names(
      scope,
      rows.map(({ isUser, who }) => (isUser ? who : null)),
    );
    return { days, users: rows[0]?.of ?? 0, items: rows.map((row) => userView(row, names)) };
  }

  private since(days: number): Date {
    return daysBefore(this.clock.now(), days);
  }
}

function userView(
  { who, isUser, isKey, of: _of, ...row }: UserRow,
  names: ReadonlyMap<string, string>,
): ToolUser {
  const kind = isUser ? 'user' : isKey ? 'key' : 'contact';
  return { ...row, user: who === null ? null : { kind, id: who, name: names.get(who) ?? null } };
}

import { Inject, Injectable } from '@nestjs/common';
import type { ConsoleEffect, ConsoleEffectPage, EffectState } from '#contracts';
import { redact } from '#telemetry';
import { OrgScopes, type OrgScope } from '../session/org-scope.ts';
import { textsReadable, type ReadableTexts } from '../session/readable-texts.ts';
import { decodeCursor, encodeCursor } from './effect-cursor.ts';

interface EffectRow {
  key: string;
  orgId: string;
  orgSlug: string;
  orgName: string;
  tool: string;
  state: EffectState;
  turnId: string | null;
  conversationId: string | null;
  arguments: unknown;
  result: unknown;
  startedAt: Date;
  finishedAt: Date | null;
  settledBy: string | null;
  settledAt: Date | null;
  settledWhy: string | null;
}

const READABLE = textsReadable('$2', 'o.id');

/**
 * `$2` lists the orgs whose texts may be read. Each org is read along its index, only as far as the page
 * reaches.
 */
const rowsWhere = (condition: string) => `
  SELECT e.key, o.id AS "orgId", o.slug AS "orgSlug", o.name AS "orgName", e.tool, e.state, e.turn_id AS "turnId",
         e.conversation_id AS "conversationId", CASE WHEN ${READABLE} THEN e.arguments END AS arguments,
         CASE WHEN ${READABLE} THEN e.result END AS result, e.started_at AS "startedAt", e.finished_at AS "finishedAt",
         e.settled_by AS "settledBy", e.settled_at AS "settledAt", e.settled_why AS "settledWhy"
    FROM orgs o
   CROSS JOIN LATERAL (SELECT * FROM tool_effects i WHERE i.org_id = o.id AND ${condition}) e
   WHERE $1::uuid IS NULL OR o.id = $1`;

const ONE = rowsWhere('i.key = $3');
/** The state is inlined so that the planner can use the partial index of open effects. */
const pageWhere = (state: string) =>
  `${rowsWhere(`${state}
            AND ($3::timestamptz IS NULL OR (i.started_at, i.org_id, i.key) < ($3, $4::uuid, $5::text))
          ORDER BY i.started_at DESC, i.key DESC
          LIMIT $6`)}
   ORDER BY e.started_at DESC, e.org_id DESC, e.key DESC
   LIMIT $6`;
const PAGES: Record<EffectState | 'any', string> = {
  started: pageWhere(`i.state = 'started'`),
  done: pageWhere(`i.state = 'done'`),
  failed: pageWhere(`i.state = 'failed'`),
  unknown_outcome: pageWhere(`i.state = 'unknown_outcome'`),
  any: pageWhere('true'),
};

interface PageRequest {
  state: EffectState | undefined;
  limit: number;
  cursor: string | undefined;
  /** The orgs whose arguments and results may be shown. */
  texts: ReadableTexts;
}

/** Lists calls with side effects. */
@Injectable()
export class EffectsReadModel {
  constructor(@Inject(OrgScopes) private readonly scopes: OrgScopes) {}

  /** @throws ProblemError 422 for a cursor of another list. */
  async page(scope: OrgScope, { state, limit, cursor, texts }: PageRequest): Promise<ConsoleEffectPage> {
    const after = cursor === undefined ? undefined : decodeCursor(cursor);
    const parameters = [
      scope.orgId,
      texts,
      after?.startedAt ?? null,
      after?.orgId ?? null,
      after?.key ?? null,
      limit + 1,
    ];
    const rows = await this.scopes.run(scope, (tx) =>
      tx.queryUnscoped<EffectRow>(PAGES[state ?? 'any'], parameters),
    );
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return {
      items: items.map(effectView),
      nextCursor: rows.length > limit && last ? encodeCursor(last) : null,
    };
  }

  /** For viewers who may read texts. @returns undefined if `scope` has no such effect. */
  async one(scope: OrgScope, key: string): Promise<ConsoleEffect | undefined> {
    const [row] = await this.scopes.run(scope, (tx) =>
      tx.queryUnscoped<EffectRow>(ONE, [scope.orgId, null, key]),
    );
    return row && effectView(row);
  }
}

function effectView(row: EffectRow): ConsoleEffect {
  const { settledBy, settledAt, settledWhy } = row;
  return {
    key: row.key,
    org: { id: row.orgId, slug: row.orgSlug, name: row.orgName },
    tool: row.tool,
    state: row.state,
    turnId: row.turnId,
    conversationId: row.conversationId,
    arguments: row.arguments,
    result: redact(row.result),
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    settled:
      settledBy && settledAt ? { by: settledBy, at: settledAt.toISOString(), why: settledWhy ?? '' } : null,
  };
}

import { z } from 'zod';
import {
  cursorCodec,
  momentText,
  effectKey,
  toPage,
  type ConsoleEffect,
  type ConsoleEffectPage,
  type ConsoleEffectQuery,
  type EffectState,
} from '#contracts';
import { redact } from '#telemetry';
import type { OrgScope } from '../session/org-scope.ts';
import { ORG } from '../session/rows.read-model.ts';
import { textsReadable } from '../session/readable-texts.ts';

/** The last effect of a page: its start, org and key. */
const effectCursor = cursorCodec(z.tuple([momentText, z.uuid(), effectKey]));

const READABLE = textsReadable('$2', 'o.id');

/** `$2` lists the orgs whose texts may be read. Each org is read along its index, as far as the page reaches. */
const rowsWhere = (condition: string) => `
  SELECT e.key, ${ORG}, e.tool, e.state, e.turn_id AS "turnId",
         e.conversation_id AS "conversationId", CASE WHEN ${READABLE} THEN e.arguments END AS arguments,
         CASE WHEN ${READABLE} THEN e.result END AS result, e.started_at AS "startedAt", e.finished_at AS "finishedAt",
         CASE WHEN e.settled_by IS NOT NULL THEN json_build_object('by', e.settled_by, 'why', coalesce(e.settled_why, ''),
           'at', to_char(e.settled_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END AS settled
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

/** @throws CursorError for a cursor of another list. */
export async function effectPage(
  scope: OrgScope,
  { state, limit, cursor }: Omit<ConsoleEffectQuery, 'org'>,
): Promise<ConsoleEffectPage> {
  const after = cursor === undefined ? [null, null, null] : effectCursor.decode(cursor);
  const values = [scope.orgId, scope.texts, ...after, limit + 1];
  return toPage(
    await scope.rows<ConsoleEffect>(PAGES[state ?? 'any'], values),
    limit,
    ({ startedAt, org, key }) => effectCursor.encode([startedAt, org.id, key]),
    withoutSecrets,
  );
}

/** The caller must check that the viewer may read texts. @returns undefined if `scope` has no such effect. */
export async function findEffect(scope: OrgScope, key: string): Promise<ConsoleEffect | undefined> {
  const row = await scope.row<ConsoleEffect>(ONE, [scope.orgId, null, key]);
  return row && withoutSecrets(row);
}

function withoutSecrets(effect: ConsoleEffect): ConsoleEffect {
  return { ...effect, result: redact(effect.result) };
}

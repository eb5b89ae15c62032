import type { OrgTransaction } from '#database';
import { CONVERSATION_SUMMARY, TOOL_SEARCH } from '#tools';
import type { Example } from '../learning/training-set.ts';

const CALLS = `
  FROM tool_calls c
  JOIN turns t ON t.org_id = c.org_id AND t.id = c.turn_id
  JOIN messages m ON m.org_id = t.org_id AND m.id = t.message_id
 WHERE c.org_id = $1 AND c.success AND c.tool <> $2`;

export interface LoggedCall extends Example {
  at: Date;
}

interface CallRow {
  text: string;
  tool: string;
  turnId: string;
  conversationId: string;
  agent: string | null;
  channel: string;
  /** Kind of the artifact last changed before the turn. */
  openArtifact: string | null;
  at: Date;
}

/** The newest successful calls with their messages, each tool of a turn once, oldest first. */
export async function readTrainingLog(tx: OrgTransaction, most: number): Promise<LoggedCall[]> {
  const rows = await tx.query<CallRow>(
    `SELECT m.text, c.tool, t.id AS "turnId", t.conversation_id AS "conversationId", t.agent, t.channel, c.created_at AS at,
            (SELECT a.kind FROM artifact_versions v JOIN artifacts a ON a.org_id = v.org_id AND a.id = v.artifact_id
              WHERE v.org_id = $1 AND v.conversation_id = t.conversation_id AND v.created_at < t.created_at
                AND a.kind <> '${CONVERSATION_SUMMARY}'
              ORDER BY v.created_at DESC LIMIT 1) AS "openArtifact"
       ${CALLS} ORDER BY c.created_at DESC, c.id DESC LIMIT $3`,
    [TOOL_SEARCH, most],
  );
  const lastOf = new Map<string, { turnId: string; tool: string; before: string | undefined }>();
  const seen = new Set<string>();
  return rows.reverse().flatMap((row) => {
    const last = lastOf.get(row.conversationId);
    const before = last?.turnId === row.turnId ? last.before : last?.tool;
    lastOf.set(row.conversationId, { turnId: row.turnId, tool: row.tool, before });
    const call = `${row.turnId} ${row.tool}`;
    if (seen.has(call)) return [];
    seen.add(call);
    const contexts = [`channel:${row.channel}`];
    if (row.agent) contexts.push(`agent:${row.agent}`);
    if (row.openArtifact) contexts.push(`artifact:${row.openArtifact}`);
    if (before) contexts.push(`after:${before}`);
    return [{ text: row.text, tool: row.tool, contexts, at: row.at }];
  });
}

/** Counts successful calls after `since`, up to `most`, to decide whether a training is due. */
export async function countCallsSince(tx: OrgTransaction, since: Date | null, most: number): Promise<number> {
  const [row] = await tx.query<{ calls: number }>(
    `SELECT count(*)::int AS calls FROM (
       SELECT 1 ${CALLS} AND ($3::timestamptz IS NULL OR c.created_at > $3) LIMIT $4) new_calls`,
    [TOOL_SEARCH, since, most],
  );
  return row?.calls ?? 0;
}

/** Counts tools per turn called successfully in a period. A lower number than read before means that rows were deleted. */
export async function countCallsBetween(tx: OrgTransaction, from: Date, until: Date): Promise<number> {
  const [row] = await tx.query<{ calls: number }>(
    `SELECT count(DISTINCT (c.turn_id, c.tool))::int AS calls ${CALLS} AND c.created_at BETWEEN $3 AND $4`,
    [TOOL_SEARCH, from, until],
  );
  return row?.calls ?? 0;
}

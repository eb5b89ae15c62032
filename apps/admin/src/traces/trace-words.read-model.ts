import type { SpansWithWords } from '#contracts/console';
import type { OrgScope } from '../session/org-scope.ts';
import { textsReadable } from '../session/readable-texts.ts';
import { likeOf } from '../turns/turn-search.ts';
import { MAX_SPANS } from './trace-view.read-model.ts';

const holds = (...columns: string[]) =>
  columns.map((column) => `s.${column} ILIKE ANY($3::text[])`).join(' OR ');

/** An attribute may quote user text. */
const SPANS = `
  SELECT "spanId", "where" FROM (
    SELECT s.span_id AS "spanId", s.started_at,
           CASE WHEN ${holds('name', 'tool', 'model', 'agent')} THEN 'name'
                WHEN ${holds('error_message')} THEN 'error'
                WHEN NOT ${textsReadable('$4', 's.org_id')} THEN NULL
                WHEN ${holds('input')} THEN 'input'
                WHEN ${holds('output')} THEN 'output'
                WHEN ${holds('prompt', 'thought_summary', 'draft_reply', 'thought_steps::text', 'tool_calls::text', 'attributes::text')}
                THEN 'more' END AS "where"
      FROM spans s
     WHERE s.trace_id = $1 AND ($2::uuid IS NULL OR s.org_id = $2)) looked
   WHERE "where" IS NOT NULL ORDER BY started_at, "spanId" LIMIT ${MAX_SPANS}`;

/** Searches texts only in orgs whose texts the viewer may read, because a match would reveal the contents. */
export async function spansWithWords(
  scope: OrgScope,
  traceId: string,
  words: string,
): Promise<SpansWithWords> {
  // Texts are stored as JSON, where quotes and line breaks are escaped.
  const patterns = [words, JSON.stringify(words).slice(1, -1)].map(likeOf);
  return { items: await scope.rows(SPANS, [traceId, scope.orgId, patterns, scope.texts]) };
}

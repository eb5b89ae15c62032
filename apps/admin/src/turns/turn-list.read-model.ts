import { toPage, unpackIds } from '#contracts';
import { type ConsoleTurn, type ConsoleTurnPage, type ConsoleTurnQuery } from '#contracts/console';
import type { OrgScope } from '../session/org-scope.ts';
import { textsReadable } from '../session/readable-texts.ts';
import { cursorOf, momentIn } from '../session/rows.read-model.ts';
import { EXCERPT_CHARACTERS, TURN_COLUMNS, turnView } from './turn-row.ts';
import { searchOf } from './turn-search.ts';

/** Characters of a message shown in a list row. */
const SHOWN_CHARACTERS = 60;
/** Characters shown before the found words of a message. */
const FOUND_LEAD_CHARACTERS = 10;

/** The newest turns of each org, then of all. `LATERAL` reads each org along an index, as far as the page reaches. */
const PAGE = `
  SELECT ${TURN_COLUMNS}, left(m.text, ${EXCERPT_CHARACTERS}) AS excerpt,
         CASE WHEN f.role IS NOT NULL THEN json_build_object('role', f.role, 'text', f.text) END AS found
    FROM orgs o
   CROSS JOIN LATERAL (
         SELECT * FROM turns i
          WHERE i.org_id = o.id
            AND ($2::text IS NULL OR i.state = $2)
            AND ($3::text IS NULL OR i.agent = $3 OR i.pack || '/' || i.agent = $3)
            AND ($4::text IS NULL OR i.channel = $4)
            AND ($5::text IS NULL OR i.contact_id = $5)
            AND ($6::timestamptz IS NULL OR (i.created_at, i.id) < ($6, $7::uuid))
            AND ($8::uuid IS NULL OR i.id = $8 OR i.conversation_id = $8)
            AND ($9::text IS NULL OR i.trace_id = $9)
            AND ($14::uuid[] IS NULL OR i.id = ANY($14))
            AND ($15::text IS NULL OR EXISTS (SELECT 1 FROM turn_steps s
                  WHERE s.org_id = i.org_id AND s.turn_id = i.id AND starts_with(s.key, 'program:')))
            AND ($10::text IS NULL OR i.contact_id ILIKE $10 OR (${textsReadable('$11', 'i.org_id')} AND EXISTS (
                  SELECT 1 FROM messages w
                   WHERE w.org_id = i.org_id AND w.conversation_id = i.conversation_id AND w.turn_seq = i.seq
                     AND w.text ILIKE $10)))
          ORDER BY i.created_at DESC, i.id DESC
          LIMIT $12) t
    LEFT JOIN messages m ON m.org_id = t.org_id AND m.id = t.message_id
    LEFT JOIN LATERAL (
         SELECT w.role, substr(w.text, greatest(1, strpos(lower(w.text), lower($13)) - ${FOUND_LEAD_CHARACTERS}), ${EXCERPT_CHARACTERS}) AS text
           FROM messages w
          WHERE ${textsReadable('$11', 't.org_id')} AND $13::text IS NOT NULL AND left(m.text, ${SHOWN_CHARACTERS}) NOT ILIKE $10
            AND w.org_id = t.org_id AND w.conversation_id = t.conversation_id AND w.turn_seq = t.seq
            AND w.text ILIKE $10
          ORDER BY w.seq
          LIMIT 1) f ON true
   WHERE $1::uuid IS NULL OR o.id = $1
   ORDER BY t.created_at DESC, t.id DESC
   LIMIT $12`;

const FAILED_AMONG = `
  SELECT t.org_id AS "orgId", t.id
    FROM orgs o
   CROSS JOIN LATERAL (
         SELECT i.org_id, i.id, i.created_at FROM turns i
          WHERE i.org_id = o.id AND i.id = ANY($2::uuid[]) AND i.state = 'failed') t
   WHERE $1::uuid IS NULL OR o.id = $1
   ORDER BY t.created_at, t.id`;

/** @throws CursorError for a cursor of another list. */
export async function turnPage(
  scope: OrgScope,
  { limit, cursor, ...filter }: Omit<ConsoleTurnQuery, 'org'>,
): Promise<ConsoleTurnPage> {
  const search = searchOf(filter.q);
  const rows = await scope.rows<ConsoleTurn>(PAGE, [
    scope.orgId,
    filter.state ?? null,
    filter.agent ?? null,
    filter.channel ?? null,
    filter.contact ?? null,
    ...momentIn(cursor),
    search.id ?? null,
    search.traceId ?? null,
    search.like ?? null,
    scope.texts,
    limit + 1,
    search.like === undefined ? null : filter.q,
    filter.among === undefined ? null : unpackIds(filter.among),
    filter.programs ?? null,
  ]);
  return toPage(rows, limit, cursorOf, (turn) => turnView(turn, scope));
}

/** The failed turns among `ids`, oldest first, with their org. */
export function failedAmong(
  scope: OrgScope,
  ids: readonly string[],
): Promise<{ orgId: string; id: string }[]> {
  return scope.rows(FAILED_AMONG, [scope.orgId, ids]);
}

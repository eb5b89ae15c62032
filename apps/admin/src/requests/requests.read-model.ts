import { toPage, type ConsoleRequest, type ConsoleRequestPage, type ConsoleRequestQuery } from '#contracts';
import type { OrgScope } from '../session/org-scope.ts';
import { cursorAt, momentIn, ORG } from '../session/rows.read-model.ts';
import { textsReadable } from '../session/readable-texts.ts';

/** Occurrences shown per request; its votes count all of them. */
const SHOWN_OCCURRENCES = 5;

const READABLE = textsReadable('$2', 'o.id');

/** Time of the last occurrence or move, cut to the millisecond as the cursor stores it. */
const LAST_OF = (row: string) => `date_trunc('milliseconds', ${row}.updated_at)`;

/** `$2` lists the orgs whose texts may be read. Repeated requests share a row, so an org has few enough to sort. */
const rowsWhere = (condition: string) => `
  SELECT r.id, ${ORG}, r.category, r.urgency, r.status, r.votes,
         CASE WHEN ${READABLE} THEN r.title END AS title, CASE WHEN ${READABLE} THEN r.description END AS description,
         r.created_at AS "createdAt", r.updated_at AS "updatedAt", coalesce(a.occurrences, '[]') AS occurrences
    FROM orgs o
   CROSS JOIN LATERAL (SELECT * FROM feature_requests i WHERE i.org_id = o.id AND ${condition}) r
    LEFT JOIN LATERAL (
         SELECT jsonb_agg(jsonb_build_object('conversationId', n.conversation_id, 'turnId', n.turn_id,
                  'quote', CASE WHEN ${READABLE} THEN n.quote END,
                  'createdAt', to_char(n.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
                  ORDER BY n.created_at DESC, n.id DESC) AS occurrences
           FROM (SELECT * FROM feature_request_occurrences c
                  WHERE c.org_id = r.org_id AND c.request_id = r.id
                  ORDER BY c.created_at DESC, c.id DESC LIMIT ${SHOWN_OCCURRENCES}) n) a ON true
   WHERE $1::uuid IS NULL OR o.id = $1`;

const ONE = rowsWhere('i.id = $3');

const PAGE = `${rowsWhere(`($3::text IS NULL OR i.status = $3)
            AND ($4::text IS NULL OR i.category = $4)
            AND ($5::text IS NULL OR i.urgency = $5)
            AND ($6::timestamptz IS NULL OR (${LAST_OF('i')}, i.id) < ($6, $7::uuid))
          ORDER BY ${LAST_OF('i')} DESC, i.id DESC
          LIMIT $8`)}
   ORDER BY ${LAST_OF('r')} DESC, r.id DESC
   LIMIT $8`;

/** @throws CursorError for a cursor of another list. */
export async function requestPage(
  scope: OrgScope,
  { limit, cursor, ...filter }: Omit<ConsoleRequestQuery, 'org'>,
): Promise<ConsoleRequestPage> {
  const { status = null, category = null, urgency = null } = filter;
  const values = [scope.orgId, scope.texts, status, category, urgency, ...momentIn(cursor), limit + 1];
  return toPage(await scope.rows<ConsoleRequest>(PAGE, values), limit, ({ updatedAt, id }) =>
    cursorAt(updatedAt, id),
  );
}

/** The caller must check that the viewer may read texts. @returns undefined if `scope` has no such request. */
export function findRequest(scope: OrgScope, id: string): Promise<ConsoleRequest | undefined> {
  return scope.row(ONE, [scope.orgId, null, id]);
}

import {
  toPage,
  type ConsoleDelivery,
  type ConsoleDeliveryDetail,
  type ConsoleDeliveryPage,
  type ConsoleDeliveryQuery,
} from '#contracts';
import { redactText } from '#text';
import type { OrgScope } from '../session/org-scope.ts';
import { cursorOf, momentIn, ORG } from '../session/rows.read-model.ts';

const COLUMNS = `d.id, ${ORG}, d.turn_id AS "turnId",
         d.conversation_id AS "conversationId", d.event, d.url, d.state, d.attempts, d.round AS replays,
         d.last_status AS "lastStatus", d.last_error AS "lastError", d.created_at AS "createdAt",
         d.next_attempt_at AS "nextAttemptAt", d.finished_at AS "finishedAt"`;

/** Reads each org along its index, only as far as the page reaches. */
const PAGE = `
  SELECT ${COLUMNS}
    FROM orgs o
   CROSS JOIN LATERAL (
         SELECT * FROM webhook_deliveries i
          WHERE i.org_id = o.id AND ($2::text IS NULL OR i.state = $2) AND ($3::text IS NULL OR i.event = $3)
            AND ($4::uuid IS NULL OR i.turn_id = $4)
            AND ($5::timestamptz IS NULL OR (i.created_at, i.id) < ($5, $6::uuid))
          ORDER BY i.created_at DESC, i.id DESC LIMIT $7) d
   WHERE $1::uuid IS NULL OR o.id = $1
   ORDER BY d.created_at DESC, d.id DESC LIMIT $7`;

const ONE = `
  SELECT ${COLUMNS}, coalesce(a.list, '[]') AS "attemptList"
    FROM orgs o
    JOIN webhook_deliveries d ON d.org_id = o.id AND d.id = $2
    LEFT JOIN LATERAL (
         SELECT jsonb_agg(jsonb_build_object('seq', t.seq, 'status', t.status, 'error', t.error,
                  'durationMs', t.duration_ms,
                  'at', to_char(t.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY t.seq) AS list
           FROM webhook_attempts t WHERE t.org_id = d.org_id AND t.delivery_id = d.id) a ON true
   WHERE $1::uuid IS NULL OR o.id = $1`;

/** @throws CursorError for a cursor of another list. */
export async function deliveryPage(
  scope: OrgScope,
  { state, event, turnId, limit, cursor }: Omit<ConsoleDeliveryQuery, 'org'>,
): Promise<ConsoleDeliveryPage> {
  const filter = [state ?? null, event ?? null, turnId ?? null];
  const values = [scope.orgId, ...filter, ...momentIn(cursor), limit + 1];
  return toPage(await scope.rows<ConsoleDelivery>(PAGE, values), limit, cursorOf, withoutKeys);
}

/** @returns undefined if `scope` has no such delivery. */
export async function findDelivery(scope: OrgScope, id: string): Promise<ConsoleDeliveryDetail | undefined> {
  const row = await scope.row<ConsoleDeliveryDetail>(ONE, [scope.orgId, id]);
  return row && withoutKeys(row);
}

/** An address may contain a key of the receiver. */
function withoutKeys<Delivery extends ConsoleDelivery>(delivery: Delivery): Delivery {
  return { ...delivery, url: redactText(delivery.url) };
}

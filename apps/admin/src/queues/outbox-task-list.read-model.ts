import { Inject, Injectable } from '@nestjs/common';
import { toPage, unpackIds } from '#contracts';
import {
  type ConsoleOutboxTask,
  type ConsoleOutboxTaskPage,
  type OutboxTasksQuery,
} from '#contracts/console';
import type { OrgTransaction } from '#database';
import { redact } from '#telemetry';
import { OrgScopes, type OrgScope } from '../session/org-scope.ts';
import { cursorOf, momentIn, ORG } from '../session/rows.read-model.ts';
import { searchOf } from '../turns/turn-search.ts';

/** Each attempt of a delivery restarts its outbox task later, so the delivery counts the attempts. */
const ATTEMPTS = `
         coalesce(CASE WHEN f.job = 'deliver' THEN (SELECT d.attempts FROM webhook_deliveries d
                                                     WHERE d.org_id = f.org_id AND d.id = (f.payload->>'deliveryId')::uuid) END,
                  f.attempts)`;

/** Reads each org along its index, only as far as the page reaches. */
const pageWhere = (state: string) => `
  SELECT f.id, ${ORG}, f.job, f.key, f.state, ${ATTEMPTS} AS attempts, f.error,
         f.payload, f.turn_id AS "turnId", f.conversation_id AS "conversationId",
         nullif(split_part(f.traceparent, '-', 2), '') AS "traceId", f.run_at AS "runAt", f.created_at AS "createdAt",
         f.finished_at AS "finishedAt"
    FROM orgs o
   CROSS JOIN LATERAL (
         SELECT * FROM outbox_tasks i
          WHERE i.org_id = o.id AND ${state} AND ($2::text IS NULL OR i.job = $2)
            AND ($3::timestamptz IS NULL OR (i.created_at, i.id) < ($3, $4::uuid))
            AND ($5::uuid IS NULL OR $5 IN (i.id, i.turn_id, i.conversation_id))
            AND ($6::text IS NULL OR i.key ILIKE $6 OR i.error ILIKE $6 OR i.payload::text ILIKE $6)
            AND ($8::uuid[] IS NULL OR i.id = ANY($8))
          ORDER BY i.created_at DESC, i.id DESC
          LIMIT $7) f
   WHERE $1::uuid IS NULL OR o.id = $1
   ORDER BY f.created_at DESC, f.id DESC
   LIMIT $7`;

/** The state is inlined so that the planner can use the partial index of dead tasks. */
const PAGES = {
  any: pageWhere('true'),
  pending: pageWhere(`i.state = 'pending'`),
  running: pageWhere(`i.state = 'running'`),
  done: pageWhere(`i.state = 'done'`),
  failed: pageWhere(`i.state = 'failed'`),
} as const;

const FAILED = `
  SELECT i.id, o.id AS "orgId", i.job, d.id AS "failedDelivery" FROM orgs o
    JOIN outbox_tasks i ON i.org_id = o.id AND i.id = ANY($1::uuid[]) AND i.state = 'failed'
    LEFT JOIN webhook_deliveries d ON i.job = 'deliver' AND d.org_id = i.org_id AND d.id = (i.payload->>'deliveryId')::uuid
     AND d.state = 'failed'`;

const OF_ROUND = `SELECT id FROM outbox_tasks WHERE org_id = $1 AND job = 'deliver' AND key = $2`;

/** A dead outbox task with the fields that decide how it is run again. */
export interface DeadOutboxTask {
  id: string;
  orgId: string;
  job: string;
  /** The delivery that failed with it; null for another job, and if it has been sent again since. */
  failedDelivery: string | null;
}

@Injectable()
export class OutboxTaskListReadModel {
  constructor(@Inject(OrgScopes) private readonly scopes: OrgScopes) {}

  /** @throws CursorError for a cursor of another list. */
  async page(
    scope: OrgScope,
    { state, job, q, among, limit, cursor }: Omit<OutboxTasksQuery, 'org'>,
  ): Promise<ConsoleOutboxTaskPage> {
    const search = searchOf(q);
    const rows = await scope.rows<ConsoleOutboxTask>(PAGES[state ?? 'any'], [
      scope.orgId,
      job ?? null,
      ...momentIn(cursor),
      search.id ?? null,
      search.like ?? search.traceId ?? null,
      limit + 1,
      among === undefined ? null : unpackIds(among),
    ]);
    return toPage(rows, limit, cursorOf, (row) => ({ ...row, payload: redact(row.payload) }));
  }

  /** The outbox task of a delivery round. */
  async ofRound(tx: OrgTransaction, key: string): Promise<string | undefined> {
    const [row] = await tx.query<{ id: string }>(OF_ROUND, [key]);
    return row?.id;
  }

  /** The dead tasks among `ids`, of every org. */
  failedAmong(ids: readonly string[]): Promise<DeadOutboxTask[]> {
    return this.scopes.everyOrg().rows(FAILED, [ids]);
  }
}

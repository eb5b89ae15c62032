import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { cursorCodec, instant, toPage } from '#contracts';
import { type InboxItem, type InboxKind, type InboxPage, type InboxQuery } from '#contracts/console';
import { redact } from '#telemetry';
import { ToolRegistry } from '#tools';
import type { OrgScope } from '../session/org-scope.ts';
import { ORG } from '../session/rows.read-model.ts';
import { inDeclaredOrder } from './argument-order.ts';

/** Ids of unknown outcomes contain the key of the call. */
const MAX_ID_CHARACTERS = 600;
const inboxCursor = cursorCodec(z.tuple([instant, z.string().max(MAX_ID_CHARACTERS)]));

const SHOWN_OLD_WEBHOOKS_DAYS = 14;

/**
 * Every kind as (kind, id, org_id, at, own), where `own` holds the fields of the kind. `$1` is the org or
 * null, `$2` the current time. A definition waits while it is the current one of its tool; the last approved
 * definition is returned beside it.
 */
const WAITING = `
  SELECT 'approval' AS kind, 'approval:' || a.id AS id, a.org_id, a.requested_at AS at, json_build_object(
           'approvalId', a.id, 'runId', NULL, 'askedBy', NULL, 'turnId', a.turn_id, 'conversationId', a.conversation_id, 'tool', a.tool, 'arguments', a.arguments,
           'reason', a.reason, 'expiresAt', a.expires_at) AS own
    FROM approvals a WHERE a.state = 'pending' AND ($1::uuid IS NULL OR a.org_id = $1) AND a.expires_at > $2
  UNION ALL
  SELECT 'approval', 'run:' || r.id, r.org_id, r.created_at, json_build_object(
           'approvalId', NULL, 'runId', r.id, 'askedBy', (SELECT u.name FROM users u WHERE u.id = r.user_id), 'turnId', NULL,
           'conversationId', r.conversation_id, 'tool', r.tool, 'arguments', r.approval_arguments, 'reason', r.approval_reason,
           'expiresAt', r.expires_at)
    FROM (SELECT *, approval_expires_at AS expires_at FROM tool_runs) r
   WHERE r.state = 'awaiting_approval' AND ($1::uuid IS NULL OR r.org_id = $1) AND r.expires_at > $2
  UNION ALL
  SELECT 'effect', 'effect:' || e.org_id || ':' || e.key, e.org_id, e.started_at, json_build_object(
           'key', e.key, 'turnId', e.turn_id, 'conversationId', e.conversation_id, 'tool', e.tool, 'arguments', e.arguments,
           'result', e.result)
    FROM tool_effects e WHERE e.state = 'unknown_outcome' AND ($1::uuid IS NULL OR e.org_id = $1)
  UNION ALL
  SELECT 'definition', 'definition:' || d.id, d.org_id, d.current_since, json_build_object(
           'tool', d.name, 'hash', d.hash, 'definition', d.definition, 'approved', (
             SELECT b.definition FROM tool_definitions b
              WHERE b.org_id IS NOT DISTINCT FROM d.org_id AND b.name = d.name AND b.approved_at IS NOT NULL
              ORDER BY b.current_since DESC LIMIT 1))
    FROM tool_definitions d
   WHERE d.approved_at IS NULL AND ($1::uuid IS NULL OR d.org_id = $1)
     AND NOT EXISTS (SELECT 1 FROM tool_definitions n
                      WHERE n.org_id IS NOT DISTINCT FROM d.org_id AND n.name = d.name AND n.current_since > d.current_since)
  UNION ALL
  SELECT 'webhook', 'webhook:' || w.id, w.org_id, coalesce(w.finished_at, w.created_at), json_build_object(
           'deliveryId', w.id, 'turnId', w.turn_id, 'conversationId', w.conversation_id, 'event', w.event, 'url', w.url,
           'attempts', w.attempts, 'lastStatus', w.last_status, 'lastError', w.last_error)
    FROM webhook_deliveries w
   WHERE w.state = 'failed' AND ($1::uuid IS NULL OR w.org_id = $1)
     AND w.created_at > $2::timestamptz - interval '${SHOWN_OLD_WEBHOOKS_DAYS} days'`;

const PAGE = `
  WITH waiting AS (${WAITING})
  SELECT (SELECT json_object_agg(kind, n) FROM (SELECT kind, count(*)::int AS n FROM waiting GROUP BY kind) c) AS counts,
         (SELECT coalesce(json_agg(json_build_object('kind', p.kind, 'id', p.id, 'at', p.at, 'org', p.org, 'own', p.own)
                                   ORDER BY p.at DESC, p.id DESC), '[]') FROM (
            SELECT w.kind, w.id, w.at, w.own,
                   ${ORG}
              FROM waiting w LEFT JOIN orgs o ON o.id = w.org_id
             WHERE ($3::text IS NULL OR w.kind = $3) AND ($4::timestamptz IS NULL OR (w.at, w.id) < ($4, $5::text))
             ORDER BY w.at DESC, w.id DESC LIMIT $6) p) AS items`;

interface ItemRow {
  kind: InboxKind;
  id: string;
  at: string;
  org: InboxItem['org'];
  own: Record<string, unknown> & { expiresAt?: string; tool?: string };
}

interface PageRow {
  counts: Partial<Record<InboxKind, number>> | null;
  items: ItemRow[];
}

/** Reads everything that waits for a person, in one statement. */
@Injectable()
export class InboxReadModel {
  constructor(@Inject(ToolRegistry) private readonly registry: ToolRegistry) {}

  /** @throws CursorError for a cursor of another list. */
  async page(
    scope: OrgScope,
    now: Date,
    { kind, limit, cursor }: Omit<InboxQuery, 'org'>,
  ): Promise<InboxPage> {
    const [at, id] = cursor === undefined ? [] : inboxCursor.decode(cursor);
    const values = [scope.orgId, now, kind ?? null, at ?? null, id ?? null, limit + 1];
    const row = await scope.row<PageRow>(PAGE, values);
    const page = toPage(
      row?.items ?? [],
      limit,
      (item) => inboxCursor.encode([new Date(item.at), item.id]),
      (item) => itemView(item, this.parametersOf(item)),
    );
    return { ...page, counts: { approval: 0, effect: 0, definition: 0, webhook: 0, ...row?.counts } };
  }

  /** The parameters of the called tool; undefined for an item that is no call and for a removed tool. */
  private parametersOf({ org, own: { tool } }: ItemRow): Record<string, unknown> | undefined {
    if (!org || tool === undefined) return undefined;
    return this.registry.toolOf(org.id, tool)?.parameters;
  }
}

function itemView(
  { kind, id, at, org, own }: ItemRow,
  parameters: Record<string, unknown> | undefined,
): InboxItem {
  const moment = own.expiresAt === undefined ? {} : { expiresAt: new Date(own.expiresAt).toISOString() };
  const hidden = 'result' in own ? { result: redact(own.result) } : {};
  const ordered = 'arguments' in own ? { arguments: inDeclaredOrder(own.arguments, parameters) } : {};
  // The statement returns different fields per kind; tests check them against the page's schema.
  return {
    kind,
    id,
    at: new Date(at).toISOString(),
    org,
    ...own,
    ...moment,
    ...hidden,
    ...ordered,
  } as InboxItem;
}

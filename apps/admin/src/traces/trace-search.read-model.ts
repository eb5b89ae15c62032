import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { CLOCK, type Clock } from '#config';
import { cursorCodec, toPage } from '#contracts';
import { SPAN_ID, type FoundSpan, type FoundSpanPage, type TraceSearchQuery } from '#contracts/console';
import { OrgScopes, type OrgScope } from '../session/org-scope.ts';
import { searchOf } from '../turns/turn-words.ts';

const DAY_MS = 86_400_000;

/** Every org is read along its index `ix_spans_org_kind_started`, and only as far as the page reaches. */
const FOUND = `
  SELECT s.trace_id AS "traceId", s.span_id AS "spanId", o.id AS "orgId", o.slug AS "orgSlug", o.name AS "orgName", s.name,
         coalesce(s.kind, 'other') AS kind, s.status, s.agent, s.model, s.tool, s.turn_id AS "turnId",
         s.conversation_id AS "conversationId", s.prompt_tokens + coalesce(s.completion_tokens, 0) AS tokens,
         s.cost_usd::float8 AS "costUsd", s.latency_ms AS "durationMs", s.error_message AS "errorMessage",
         s.started_at AS "startedAt", to_char(s.started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place
    FROM orgs o
   CROSS JOIN LATERAL (
         SELECT * FROM spans i
          WHERE i.org_id = o.id AND i.kind = $2 AND i.started_at > $3
            AND ($4::timestamptz IS NULL OR (i.started_at, i.span_id) < ($4, $5::text))
            AND ($6::text IS NULL OR i.agent = $6)
            AND ($7::text IS NULL OR i.model = $7)
            AND ($8::text IS NULL OR i.tool = $8)
            AND ($9::text IS NULL OR i.status = $9)
            AND ($10::numeric IS NULL OR i.cost_usd >= $10)
            AND ($11::float8 IS NULL OR i.latency_ms >= $11)
            AND ($12::float8 IS NULL OR i.latency_ms <= $12)
            AND ($13::uuid IS NULL OR $13 IN (i.turn_id, i.conversation_id))
            AND ($14::text IS NULL OR i.trace_id = $14)
            AND ($15::text IS NULL OR i.error_message ILIKE $15 OR i.name ILIKE $15
                 OR ($16 AND (i.input ILIKE $15 OR i.output ILIKE $15)))
          ORDER BY i.started_at DESC, i.span_id DESC
          LIMIT $17) s
   WHERE $1::uuid IS NULL OR o.id = $1
   ORDER BY s.started_at DESC, s.span_id DESC
   LIMIT $17`;

/** To the microsecond, as spans are stored: several begin within one millisecond. */
const spanCursor = cursorCodec(z.tuple([z.iso.datetime({ precision: 6 }), z.string().regex(SPAN_ID)]));

type FoundRow = Omit<FoundSpan, 'org' | 'startedAt'> & {
  orgId: string;
  orgSlug: string;
  orgName: string;
  startedAt: Date;
  place: string;
};

/** Search over what was traced. */
@Injectable()
export class TraceSearchReadModel {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param texts without them input and output are not searched: an answer would tell what they hold.
   * @throws CursorError for a cursor that was not given out here.
   */
  async page(
    scope: OrgScope,
    query: Omit<TraceSearchQuery, 'org'>,
    { texts }: { texts: boolean },
  ): Promise<FoundSpanPage> {
    const [startedAt, spanId] = query.cursor === undefined ? [] : spanCursor.decode(query.cursor);
    const search = searchOf(query.q);
    const rows = await this.scopes.run(scope, (tx) =>
      tx.queryUnscoped<FoundRow>(FOUND, [
        scope.orgId,
        kindOf(query),
        new Date(this.clock.now().getTime() - query.days * DAY_MS),
        startedAt ?? null,
        spanId ?? null,
        query.agent ?? null,
        query.model ?? null,
        query.tool ?? null,
        query.status ?? null,
        query.minCost ?? null,
        query.minMs ?? null,
        query.maxMs ?? null,
        search.id ?? null,
        search.traceId ?? null,
        search.like ?? null,
        texts,
        query.limit + 1,
      ]),
    );
    return toPage(rows, query.limit, (row) => spanCursor.encode([row.place, row.spanId]), foundView);
  }
}

/** What is searched for: calls of a tool or a model, else turns. */
function kindOf({ tool, model }: Pick<TraceSearchQuery, 'tool' | 'model'>): string {
  if (tool !== undefined) return 'tool';
  return model === undefined ? 'turn' : 'model';
}

function foundView({ orgId, orgSlug, orgName, startedAt, place: _place, ...row }: FoundRow): FoundSpan {
  return {
    ...row,
    org: { id: orgId, slug: orgSlug, name: orgName },
    startedAt: startedAt.toISOString(),
  };
}

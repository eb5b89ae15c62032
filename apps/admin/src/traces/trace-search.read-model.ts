import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { CLOCK, type Clock } from '#config';
import { cursorCodec, toPage } from '#contracts';
import { SPAN_ID, type FoundSpan, type FoundSpanPage, type TraceSearchQuery } from '#contracts/console';
import type { OrgScope } from '../session/org-scope.ts';
import { ORG } from '../session/rows.read-model.ts';
import { readsTextsOf, textsReadable, type ReadableTexts } from '../session/readable-texts.ts';
import { searchOf } from '../turns/turn-search.ts';
import { AWAITS_APPROVAL, CANCELLED } from './span-conditions.ts';
import { filterValues, fits, parameter, searched } from './trace-filters.ts';

/** Spans searched for words per answer; the next page continues after them. */
const SPANS_READ_FOR_WORDS = 2_000;

const EXCERPT_CHARACTERS = 160;

const COLUMNS = `
  s.trace_id AS "traceId", s.span_id AS "spanId", ${ORG}, s.name,
  s.kind, s.status, ${AWAITS_APPROVAL('s')} AS "awaitsApproval", ${CANCELLED('s')} AS cancelled,
  s.agent, s.model, s.tool, s.turn_id AS "turnId",
  s.conversation_id AS "conversationId", s.prompt_tokens + coalesce(s.completion_tokens, 0) AS tokens,
  s.cost_usd::float8 AS "costUsd", s.latency_ms AS "durationMs", s.error_message AS "errorMessage",
  (SELECT left(m.text, ${EXCERPT_CHARACTERS}) FROM turns t JOIN messages m ON m.org_id = t.org_id AND m.id = t.message_id
    WHERE s.kind = 'turn' AND t.org_id = s.org_id AND t.id = s.turn_id) AS excerpt,
  s.started_at AS "startedAt"`;

const PLACE = (at: string) => `to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const AT = parameter(0);
const AT_SPAN = parameter(1);
/** The searched words or id. */
const LOOKED_FOR = parameter(2);

/** The spans `i` of the kind and filters, starting at the cursor. */
const FITS = (i: string) => `
  ${i}.kind = $2 AND ${searched(i)} AND ${fits(i)}
  AND (${AT}::timestamptz IS NULL OR (${i}.started_at, ${i}.span_id) < (${AT}, ${AT_SPAN}::text))`;

const TEXTS = parameter(3);
const PAGE = parameter(4);
const CANDIDATES = parameter(5);

/**
 * Reads every org along its index `ix_spans_searched`, which alone decides about matches, only as far as the
 * page reaches, and then fetches the matching rows. Words are only in the rows, so a limited number of
 * candidates is fetched; each result row has their number and their end. If no candidate matches, there is
 * one row without a span.
 */
const FOUND = (more: string) => `
  WITH candidates AS MATERIALIZED (
    SELECT c.* FROM orgs o CROSS JOIN LATERAL (
      SELECT i.org_id, i.started_at, i.span_id FROM spans i WHERE i.org_id = o.id AND ${FITS('i')} ${more}
       ORDER BY i.started_at DESC, i.span_id DESC LIMIT ${CANDIDATES}) c
     WHERE $1::uuid IS NULL OR o.id = $1
     ORDER BY c.started_at DESC, c.span_id DESC LIMIT ${CANDIDATES}
  ), read_to AS (
    SELECT started_at, span_id, (SELECT count(*) FROM candidates)::int AS spans FROM candidates ORDER BY started_at, span_id LIMIT 1
  )
  SELECT r.spans AS "read", ${PLACE('r.started_at')} AS "readTo", r.span_id AS "readToSpan", found.*, ${PLACE('found."startedAt"')} AS place
    FROM read_to r LEFT JOIN LATERAL (
      SELECT ${COLUMNS} FROM candidates c
        JOIN spans s ON s.org_id = c.org_id AND s.kind = $2 AND s.kind IN ('turn', 'tool', 'model')
         AND s.started_at = c.started_at AND s.span_id = c.span_id
        JOIN orgs o ON o.id = s.org_id
       WHERE ${LOOKED_FOR}::text IS NULL OR s.error_message ILIKE ${LOOKED_FOR} OR s.name ILIKE ${LOOKED_FOR}
          OR (${textsReadable(TEXTS, 's.org_id')} AND (s.input ILIKE ${LOOKED_FOR} OR s.output ILIKE ${LOOKED_FOR}))
       ORDER BY s.started_at DESC, s.span_id DESC LIMIT ${PAGE}) found ON true
   ORDER BY found."startedAt" DESC, found."spanId" DESC`;

const FOUND_OF_ALL = FOUND('');
/** Uses the index `ix_spans_failed`, whose condition appears in the text. */
const FOUND_OF_FAILED = FOUND(`AND i.status = 'error'`);

/** Spans of one trace, turn or conversation, along their own index. */
const NAMED = (named: string) => `
  SELECT ${COLUMNS}, ${PLACE('s.started_at')} AS place FROM spans s JOIN orgs o ON o.id = s.org_id
   WHERE ($1::uuid IS NULL OR s.org_id = $1) AND ${named} AND ${FITS('s')}
   ORDER BY s.started_at DESC, s.span_id DESC LIMIT ${parameter(3)}`;
const OF_TRACE = NAMED(`s.trace_id = ${LOOKED_FOR}::text`);
const OF_TURN_OR_CONVERSATION = NAMED(`${LOOKED_FOR}::uuid IN (s.turn_id, s.conversation_id)
     AND (s.org_id, s.conversation_id) IN (SELECT t.org_id, t.conversation_id FROM turns t WHERE t.id = ${LOOKED_FOR}
                                           UNION ALL SELECT o.id, ${LOOKED_FOR} FROM orgs o)`);

/** To the microsecond, as spans are stored: several can begin within one millisecond. */
const spanCursor = cursorCodec(z.tuple([z.iso.datetime({ precision: 6 }), z.string().regex(SPAN_ID)]));

type FoundRow = FoundSpan & { place: string };

/** How far spans were searched for words. */
interface ReadTo {
  read: number;
  readTo: string;
  readToSpan: string;
}
type ReadRow = ReadTo & (FoundRow | { spanId: null });

/** Searches spans. */
@Injectable()
export class TraceSearchReadModel {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /**
   * A page of a word search may be short or empty although there is a next page; it then says how far spans
   * were searched.
   * Searches input and output only of orgs whose texts the viewer may read: a hit would reveal the contents.
   * @throws CursorError for a cursor of another list.
   */
  async page(scope: OrgScope, query: Omit<TraceSearchQuery, 'org'>): Promise<FoundSpanPage> {
    const [startedAt, spanId] = query.cursor === undefined ? [] : spanCursor.decode(query.cursor);
    const search = searchOf(query.q);
    const values = [...filterValues(scope.orgId, query, this.clock.now()), startedAt ?? null, spanId ?? null];
    const most = query.limit + 1;
    const pageOf = (rows: FoundRow[]) =>
      toPage(
        rows,
        query.limit,
        (row) => spanCursor.encode([row.place, row.spanId]),
        (row) => foundView(row, scope.texts),
      );
    const named = search.traceId ?? search.id;
    if (named !== undefined) {
      const sql = search.traceId === undefined ? OF_TURN_OR_CONVERSATION : OF_TRACE;
      return pageOf(await scope.rows<FoundRow>(sql, [...values, named, most]));
    }
    const candidates = search.like === undefined ? most : Math.max(most, SPANS_READ_FOR_WORDS);
    const rows = await scope.rows<ReadRow>(query.status === 'error' ? FOUND_OF_FAILED : FOUND_OF_ALL, [
      ...values,
      search.like ?? null,
      scope.texts,
      most,
      candidates,
    ]);
    const page = pageOf(rows.filter((row): row is FoundRow & ReadTo => row.spanId !== null));
    const [read] = rows;
    if (page.nextCursor !== null || search.like === undefined || !read || read.read < candidates) return page;
    return { ...page, nextCursor: spanCursor.encode([read.readTo, read.readToSpan]) };
  }
}

function foundView({ place: _place, excerpt, ...row }: FoundRow, texts: ReadableTexts): FoundSpan {
  const readable = readsTextsOf(texts, row.org.id);
  return { ...row, excerpt: readable ? (excerpt?.replace(/\s+/g, ' ').trim() ?? null) : null };
}

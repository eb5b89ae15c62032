import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { CLOCK, type Clock } from '#config';
import { cursorCodec, momentText, toPage } from '#contracts';
import { SPAN_ID, type FoundSpan, type FoundSpanPage, type TraceSearchQuery } from '#contracts/console';
import type { OrgScope } from '../session/org-scope.ts';
import { ORG } from '../session/rows.read-model.ts';
import { readsTextsOf, textsReadable, type ReadableTexts } from '../session/readable-texts.ts';
import { traceWordQuery } from '#telemetry';
import { searchOf } from '../turns/turn-search.ts';
import { ATTEMPTS, AWAITS_APPROVAL, CANCELLED, IS_LISTED, LISTED_STATUS } from './run-conditions.ts';
import { filterValues, fits, inTime, ofKind, parameter, UNTIL } from './trace-filters.ts';

const EXCERPT_CHARACTERS = 160;

const COLUMNS = `
  i.trace_id AS "traceId", i.span_id AS "spanId", ${ORG}, i.name,
  coalesce(i.kind, 'other') AS kind, i.status, ${AWAITS_APPROVAL('i')} AS "awaitsApproval",
  ${CANCELLED('i', 'i.error_class')} AS cancelled, i.agent, i.models, i.tools, i.turn_id AS "turnId",
  i.conversation_id AS "conversationId", i.prompt_tokens + coalesce(i.completion_tokens, 0) AS tokens,
  i.cost_usd::float8 AS "costUsd", i.latency_ms AS "durationMs", i.error_message AS "errorMessage",
  (SELECT left(m.text, ${EXCERPT_CHARACTERS}) FROM turns t JOIN messages m ON m.org_id = t.org_id AND m.id = t.message_id
    WHERE i.kind = 'turn' AND t.org_id = i.org_id AND t.id = i.turn_id) AS excerpt,
  ${ATTEMPTS('i')} AS attempts, i.started_at AS "startedAt",
  to_char(i.started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place`;

const AT = parameter(0);
const AT_SPAN = parameter(1);
const PAGE = parameter(2);
/** The id that is looked for, or the searched words for viewers who may read texts. */
const LOOKED_FOR = parameter(3);
/** The searched words for other viewers. */
const PUBLIC_WORDS = parameter(4);
const TEXTS = parameter(5);

/** The runs `i` of the kind and time, starting at the cursor. A turn has one row, its last attempt. */
const IN_PLACE = `${ofKind} AND ${inTime}
  AND (${AT}::timestamptz IS NULL OR (i.started_at, i.span_id) < (${AT}, ${AT_SPAN}::text))`;
const FITS = `${IN_PLACE} AND ${fits(LISTED_STATUS('i'))} AND ${IS_LISTED('i', UNTIL)}`;
const NEWEST_FIRST = 'i.started_at DESC, i.span_id DESC';

/** Reads every org along an index, only as far as the page reaches. */
const FOUND = (more: string, from = 'traces') => `
  SELECT ${COLUMNS} FROM (
    SELECT c.* FROM orgs o CROSS JOIN LATERAL (
      SELECT i.trace_id, i.span_id, i.started_at FROM ${from} i WHERE i.org_id = o.id AND ${FITS} ${more}
       ORDER BY ${NEWEST_FIRST} LIMIT ${PAGE}) c
     WHERE $1::uuid IS NULL OR o.id = $1
     ORDER BY c.started_at DESC, c.span_id DESC LIMIT ${PAGE}) c
    JOIN traces i ON i.trace_id = c.trace_id AND i.span_id = c.span_id AND i.started_at = c.started_at
    JOIN orgs o ON o.id = i.org_id
   ORDER BY ${NEWEST_FIRST}`;
/** Frequent words are found among so many newest runs, others by their index: the planner cannot know how frequent a word is. */
const LOOKED_THROUGH = 20_000;
const NEWEST = `(SELECT i.* FROM traces i WHERE i.org_id = o.id AND ${IN_PLACE} ORDER BY ${NEWEST_FIRST}
  LIMIT ${LOOKED_THROUGH} / CASE WHEN $1::uuid IS NULL THEN (SELECT count(*) FROM orgs) ELSE 1 END)`;
const WITH_WORDS = `AND i.words @@ ${LOOKED_FOR}::tsquery`;
const WITH_WORDS_OF_SOME = `AND i.words @@ CASE WHEN ${textsReadable(TEXTS, 'o.id')} THEN ${LOOKED_FOR}::tsquery ELSE ${PUBLIC_WORDS}::tsquery END`;
/** Uses the index `ix_traces_failed`, whose condition appears in the text. */
const FAILED = `AND i.status = 'error'`;

/** Runs of one trace, turn or conversation, along their own index. */
const NAMED = (named: string) => `
  SELECT ${COLUMNS} FROM traces i JOIN orgs o ON o.id = i.org_id
   WHERE ($1::uuid IS NULL OR i.org_id = $1) AND ${named} AND ${FITS}
   ORDER BY i.started_at DESC, i.span_id DESC LIMIT ${PAGE}`;
const OF_TRACE = NAMED(`i.trace_id = ${LOOKED_FOR}::text`);
const OF_TURN_OR_CONVERSATION = NAMED(`${LOOKED_FOR}::uuid IN (i.turn_id, i.conversation_id)
     AND (i.org_id, i.conversation_id) IN (SELECT t.org_id, t.conversation_id FROM turns t WHERE t.id = ${LOOKED_FOR}
                                           UNION ALL SELECT o.id, ${LOOKED_FOR} FROM orgs o)`);

/** To the microsecond, as runs are stored: several can begin within one millisecond. */
const runCursor = cursorCodec(z.tuple([momentText, z.string().regex(SPAN_ID)]));

type FoundRow = FoundSpan & { place: string };

@Injectable()
export class TraceSearchReadModel {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** Where the viewer may not read texts, words are searched only in names and errors: a hit would reveal the texts. */
  async page(scope: OrgScope, query: Omit<TraceSearchQuery, 'org'>): Promise<FoundSpanPage> {
    const [startedAt, spanId] = query.cursor === undefined ? [] : runCursor.decode(query.cursor);
    const values = [
      ...filterValues(scope.orgId, query, this.clock.now()),
      startedAt ?? null,
      spanId ?? null,
      query.limit + 1,
    ];
    const { sql, rare, more } = searchFor(query, scope.texts);
    let rows = await scope.rows<FoundRow>(sql, [...values, ...more]);
    if (rare && rows.length <= query.limit)
      rows = await scope.rowsByAnyIndex<FoundRow>(rare, [scope.orgId, ...values.slice(1), ...more]);
    return toPage(
      rows,
      query.limit,
      (row) => runCursor.encode([row.place, row.spanId]),
      (row) => foundView(row, scope.texts),
    );
  }
}

function searchFor(
  { q, status }: Pick<TraceSearchQuery, 'q' | 'status'>,
  texts: ReadableTexts,
): { sql: string; rare?: string; more: unknown[] } {
  const { traceId, id } = searchOf(q);
  if (traceId !== undefined) return { sql: OF_TRACE, more: [traceId] };
  if (id !== undefined) return { sql: OF_TURN_OR_CONVERSATION, more: [id] };
  const failed = status === 'error' ? FAILED : '';
  if (!q) return { sql: FOUND(failed), more: [] };
  const [words, publicWords] = [traceWordQuery(q, true), traceWordQuery(q, false)];
  const byWords = (condition: string, ...used: unknown[]) => ({
    sql: FOUND(`${failed} ${condition}`, NEWEST),
    rare: FOUND(`${failed} ${condition}`),
    more: used,
  });
  if (texts === null) return byWords(WITH_WORDS, words);
  if (texts.length === 0) return byWords(WITH_WORDS, publicWords);
  return byWords(WITH_WORDS_OF_SOME, words, publicWords, texts);
}

function foundView({ place: _place, excerpt, ...row }: FoundRow, texts: ReadableTexts): FoundSpan {
  const readable = readsTextsOf(texts, row.org.id);
  return { ...row, excerpt: readable ? (excerpt?.replace(/\s+/g, ' ').trim() ?? null) : null };
}

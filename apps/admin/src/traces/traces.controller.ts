import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import {
  consoleTraceQuery,
  SPAN_ID,
  TRACE_ID,
  traceFacetsQuery,
  traceSearchQuery,
  traceWordsQuery,
  type ConsoleSpanDetail,
  type ConsoleTrace,
  type FoundSpanPage,
  type SpansWithWords,
  type TraceFacets,
  type TraceFacetsQuery,
  type TraceSearchQuery,
} from '#contracts/console';
import { notFound } from '../http/problems.ts';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { findSpan } from './span-detail.read-model.ts';
import { TraceFacetsReadModel } from './trace-facets.read-model.ts';
import { TraceSearchReadModel } from './trace-search.read-model.ts';
import { findTrace } from './trace-view.read-model.ts';
import { spansWithWords } from './trace-words.read-model.ts';

const traceIdSchema = z.string().regex(TRACE_ID, 'expected a trace id: 32 hexadecimal digits');
const spanIdSchema = z.string().regex(SPAN_ID, 'expected a span id: 16 hexadecimal digits');

@Controller('admin/traces')
export class TracesController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(TraceSearchReadModel) private readonly found: TraceSearchReadModel,
    @Inject(TraceFacetsReadModel) private readonly counts: TraceFacetsReadModel,
  ) {}

  @Get()
  async search(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: traceSearchQuery }) { org, ...query }: TraceSearchQuery,
  ): Promise<FoundSpanPage> {
    return this.found.page(await this.scopes.of(viewer, org), query);
  }

  @Get('facets')
  async facets(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: traceFacetsQuery }) { org, ...filters }: TraceFacetsQuery,
  ): Promise<TraceFacets> {
    return this.counts.facets(await this.scopes.of(viewer, org), filters);
  }

  @Get(':traceId')
  async trace(
    @CurrentViewer() viewer: Viewer,
    @Param('traceId', { schema: traceIdSchema }) traceId: string,
    @Query({ schema: consoleTraceQuery }) { turn }: z.infer<typeof consoleTraceQuery>,
  ): Promise<ConsoleTrace> {
    const trace = await findTrace(await this.scopes.of(viewer), traceId, turn);
    if (!trace) throw notFound('No spans of this trace are stored.');
    return trace;
  }

  /** Spans of the trace that contain the words; empty if there is no such trace. */
  @Get(':traceId/words')
  async withWords(
    @CurrentViewer() viewer: Viewer,
    @Param('traceId', { schema: traceIdSchema }) traceId: string,
    @Query({ schema: traceWordsQuery }) { q }: z.infer<typeof traceWordsQuery>,
  ): Promise<SpansWithWords> {
    return spansWithWords(await this.scopes.of(viewer), traceId, q);
  }

  @Get(':traceId/spans/:spanId')
  async span(
    @CurrentViewer() viewer: Viewer,
    @Param('traceId', { schema: traceIdSchema }) traceId: string,
    @Param('spanId', { schema: spanIdSchema }) spanId: string,
  ): Promise<ConsoleSpanDetail> {
    const span = await findSpan(await this.scopes.of(viewer), traceId, spanId);
    if (!span) throw notFound('This span is not stored.');
    return span;
  }
}

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
import { ToolRegistry } from '#tools';
import { missing } from '../http/problems.ts';
import type { OrgScope } from '../session/org-scope.ts';
import { ScopedQuery, ViewerScope, type Scoped } from '../session/picked-org.ts';
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
    @Inject(TraceSearchReadModel) private readonly found: TraceSearchReadModel,
    @Inject(ToolRegistry) private readonly registry: ToolRegistry,
    @Inject(TraceFacetsReadModel) private readonly counts: TraceFacetsReadModel,
  ) {}

  @Get()
  async search(
    @ScopedQuery(traceSearchQuery) { scope, ...query }: Scoped<TraceSearchQuery>,
  ): Promise<FoundSpanPage> {
    return this.found.page(scope, query);
  }

  @Get('facets')
  async facets(
    @ScopedQuery(traceFacetsQuery) { scope, ...filters }: Scoped<TraceFacetsQuery>,
  ): Promise<TraceFacets> {
    return this.counts.facets(scope, filters);
  }

  @Get(':traceId')
  async trace(
    @ViewerScope() scope: OrgScope,
    @Param('traceId', { schema: traceIdSchema }) traceId: string,
    @Query({ schema: consoleTraceQuery }) { turn }: z.infer<typeof consoleTraceQuery>,
  ): Promise<ConsoleTrace> {
    return (await findTrace(scope, traceId, turn)) ?? missing('No spans of this trace are stored.');
  }

  /** Spans of the trace that contain the words; empty if there is no such trace. */
  @Get(':traceId/words')
  async withWords(
    @ViewerScope() scope: OrgScope,
    @Param('traceId', { schema: traceIdSchema }) traceId: string,
    @Query({ schema: traceWordsQuery }) { q }: z.infer<typeof traceWordsQuery>,
  ): Promise<SpansWithWords> {
    return spansWithWords(scope, traceId, q);
  }

  @Get(':traceId/spans/:spanId')
  async span(
    @ViewerScope() scope: OrgScope,
    @Param('traceId', { schema: traceIdSchema }) traceId: string,
    @Param('spanId', { schema: spanIdSchema }) spanId: string,
  ): Promise<ConsoleSpanDetail> {
    return (await findSpan(scope, traceId, spanId, this.registry)) ?? missing('This span is not stored.');
  }
}

import { Controller, Get, Header, Inject, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import {
  analyticsMeasures,
  analyticsQuery,
  type AnalyticsAnswer,
  type AnalyticsCatalogue,
  type AnalyticsQuery,
} from '#contracts/console';
import { Analytics, measureView } from '#analytics';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { answerCsv } from './answer-csv.ts';

/** Figures for analysts. They contain no message texts. */
@Controller('admin/analytics')
export class AnalyticsController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(Analytics) private readonly analytics: Analytics,
  ) {}

  /** Lists the measures and their dimensions. */
  @Get('measures')
  measures(): AnalyticsCatalogue {
    return { items: analyticsMeasures.map(measureView) };
  }

  @Get('query')
  @Header('cache-control', 'no-store')
  async query(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: analyticsQuery }) query: AnalyticsQuery,
  ): Promise<AnalyticsAnswer> {
    const { orgId } = await this.scopes.of(viewer, query.org);
    return this.analytics.ask(orgId, query);
  }

  /** Returns the same answer as a file. */
  @Get('download')
  @Header('cache-control', 'no-store')
  async download(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: analyticsQuery }) query: AnalyticsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const answer = await this.query(viewer, query);
    const day = answer.range.from.slice(0, 'YYYY-MM-DD'.length);
    const name = `turnpike-${query.measures.join('-')}-${day}.${query.format}`;
    void reply.header('content-disposition', `attachment; filename="${name}"`);
    void reply.type(query.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8');
    return query.format === 'csv' ? answerCsv(answer) : JSON.stringify(answer, null, 2);
  }
}

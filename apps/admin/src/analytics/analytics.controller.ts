import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import {
  analyticsMeasures,
  analyticsQuery,
  type AnalyticsAnswer,
  type AnalyticsCatalogue,
  type AnalyticsQuery,
} from '#contracts/console';
import { Analytics, measureView } from '#analytics';
import { ScopedQuery, type Scoped } from '../session/picked-org.ts';
import { answerCsv } from './answer-csv.ts';

/** Figures for analysts. They contain no message texts. */
@Controller('admin/analytics')
export class AnalyticsController {
  constructor(@Inject(Analytics) private readonly analytics: Analytics) {}

  @Get('measures')
  measures(): AnalyticsCatalogue {
    return { items: analyticsMeasures.map(measureView) };
  }

  @Get('query')
  @Header('cache-control', 'no-store')
  async query(
    @ScopedQuery(analyticsQuery) { scope, ...query }: Scoped<AnalyticsQuery>,
  ): Promise<AnalyticsAnswer> {
    return this.analytics.ask(scope.orgId, query);
  }

  /** Returns the same answer as a file. */
  @Get('download')
  @Header('cache-control', 'no-store')
  async download(
    @ScopedQuery(analyticsQuery) query: Scoped<AnalyticsQuery>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const answer = await this.query(query);
    const day = answer.range.from.slice(0, 'YYYY-MM-DD'.length);
    const name = `turnpike-${query.measures.join('-')}-${day}.${query.format}`;
    void reply.header('content-disposition', `attachment; filename="${name}"`);
    void reply.type(query.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8');
    return query.format === 'csv' ? answerCsv(answer) : JSON.stringify(answer, null, 2);
  }
}

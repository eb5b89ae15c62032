import { Controller, Get, Inject } from '@nestjs/common';
import {
  brokerMetricsQuery,
  brokerMissesQuery,
  brokerModesQuery,
  brokerRankersQuery,
  toolGapsQuery,
  type BrokerMetricsQuery,
  type BrokerMissesQuery,
  type BrokerModesQuery,
  type BrokerRankers,
  type BrokerRankersQuery,
  type ToolGapsQuery,
} from '#contracts/console';
import { CLOCK, type Clock } from '#config';
import { daysBefore } from '../days-before.ts';
import { ScopedQuery, type Scoped } from '../session/picked-org.ts';
import { brokerFigures, missPage } from './broker-metrics.read-model.ts';
import { compareModes } from './broker-modes.read-model.ts';
import { rankerVersions } from './rankers.read-model.ts';
import { ToolGapsReadModel } from './tool-gaps.read-model.ts';

/** Figures of the tool broker: its choices compared with the calls that followed. */
@Controller('admin/broker')
export class BrokerController {
  constructor(
    @Inject(ToolGapsReadModel) private readonly toolGaps: ToolGapsReadModel,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('metrics')
  async metrics(@ScopedQuery(brokerMetricsQuery) { scope, ...query }: Scoped<BrokerMetricsQuery>) {
    return brokerFigures(scope, this.since(query.days), query);
  }

  @Get('modes')
  async compare(@ScopedQuery(brokerModesQuery) { scope, days }: Scoped<BrokerModesQuery>) {
    return compareModes(scope, this.since(days));
  }

  /** Trained rankers of each org, newest first, with the live one. */
  @Get('rankers')
  async versions(
    @ScopedQuery(brokerRankersQuery) { scope, limit }: Scoped<BrokerRankersQuery>,
  ): Promise<BrokerRankers> {
    return { items: await rankerVersions(scope, limit) };
  }

  @Get('misses')
  async misses(@ScopedQuery(brokerMissesQuery) { scope, days, ...page }: Scoped<BrokerMissesQuery>) {
    return missPage(scope, this.since(days), page);
  }

  /** Messages without a suitable tool, grouped, most frequent first. */
  @Get('gaps')
  async gaps(@ScopedQuery(toolGapsQuery) { scope, days, from, to, ...page }: Scoped<ToolGapsQuery>) {
    const end = to === undefined ? this.clock.now() : new Date(to);
    const start = from === undefined ? daysBefore(end, days) : new Date(from);
    return this.toolGaps.report(scope, { from: start, to: end, ...page });
  }

  private since(days: number): Date {
    return daysBefore(this.clock.now(), days);
  }
}

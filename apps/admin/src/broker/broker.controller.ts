import { Controller, Get, Inject, Query } from '@nestjs/common';
import {
  brokerMetricsQuery,
  brokerMissesQuery,
  brokerModesQuery,
  brokerRankersQuery,
  toolGapsQuery,
  type BrokerMetrics,
  type BrokerMetricsQuery,
  type BrokerMissesQuery,
  type BrokerMissPage,
  type BrokerModes,
  type BrokerModesQuery,
  type BrokerRankers,
  type BrokerRankersQuery,
  type ToolGapReport,
  type ToolGapsQuery,
} from '#contracts/console';
import { CLOCK, type Clock } from '#config';
import { daysBefore } from '../days-before.ts';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { brokerFigures, missPage } from './broker-metrics.read-model.ts';
import { compareModes } from './broker-modes.read-model.ts';
import { rankerVersions } from './rankers.read-model.ts';
import { ToolGapsReadModel } from './tool-gaps.read-model.ts';

/** Figures of the tool broker: its choices compared with the calls that followed. */
@Controller('admin/broker')
export class BrokerController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(ToolGapsReadModel) private readonly toolGaps: ToolGapsReadModel,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('metrics')
  async metrics(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: brokerMetricsQuery }) query: BrokerMetricsQuery,
  ): Promise<BrokerMetrics> {
    return brokerFigures(await this.scopes.of(viewer, query.org), this.since(query.days), query);
  }

  /** Compares shadow with enforce. */
  @Get('modes')
  async compare(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: brokerModesQuery }) { org, days }: BrokerModesQuery,
  ): Promise<BrokerModes> {
    return compareModes(await this.scopes.of(viewer, org), this.since(days));
  }

  /** Trained rankers of each org, newest first, with the live one. */
  @Get('rankers')
  async versions(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: brokerRankersQuery }) { org, limit }: BrokerRankersQuery,
  ): Promise<BrokerRankers> {
    return { items: await rankerVersions(await this.scopes.of(viewer, org), limit) };
  }

  @Get('misses')
  async misses(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: brokerMissesQuery }) { org, days, ...page }: BrokerMissesQuery,
  ): Promise<BrokerMissPage> {
    return missPage(await this.scopes.of(viewer, org), this.since(days), page);
  }

  /** Messages without a suitable tool, grouped, most frequent first. */
  @Get('gaps')
  async gaps(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: toolGapsQuery }) { org, days, from, to, ...page }: ToolGapsQuery,
  ): Promise<ToolGapReport> {
    const end = to === undefined ? this.clock.now() : new Date(to);
    const start = from === undefined ? daysBefore(end, days) : new Date(from);
    return this.toolGaps.report(await this.scopes.of(viewer, org), { from: start, to: end, ...page });
  }

  private since(days: number): Date {
    return daysBefore(this.clock.now(), days);
  }
}

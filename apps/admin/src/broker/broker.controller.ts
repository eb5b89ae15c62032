import { Controller, Get, Inject, Query } from '@nestjs/common';
import {
  brokerMetricsQuery,
  brokerMissesQuery,
  type BrokerMetrics,
  type BrokerMetricsQuery,
  type BrokerMissesQuery,
  type BrokerMissPage,
} from '#contracts';
import { CLOCK, type Clock } from '#config';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { BrokerMetricsReadModel } from './broker-metrics.read-model.ts';

const DAY_MS = 86_400_000;

/** What the tool broker chose, measured by what was then called. */
@Controller('admin/broker')
export class BrokerController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(BrokerMetricsReadModel) private readonly broker: BrokerMetricsReadModel,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('metrics')
  async metrics(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: brokerMetricsQuery }) query: BrokerMetricsQuery,
  ): Promise<BrokerMetrics> {
    return this.broker.metrics(await this.scopes.of(viewer, query.org), this.since(query.days), query);
  }

  @Get('misses')
  async misses(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: brokerMissesQuery }) { org, days, limit, cursor }: BrokerMissesQuery,
  ): Promise<BrokerMissPage> {
    const texts = viewer.permissions.messageTexts;
    return this.broker.misses(await this.scopes.of(viewer, org), this.since(days), { limit, cursor, texts });
  }

  private since(days: number): Date {
    return new Date(this.clock.now().getTime() - days * DAY_MS);
  }
}

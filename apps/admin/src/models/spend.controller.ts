import { Controller, Get, Inject } from '@nestjs/common';
import { CLOCK, CONFIG, type Clock, type Config } from '#config';
import { costReportQuery, type ConsoleCostReport, type CostReportQuery } from '#contracts';
import { spendQuery, type ConsoleSpend, type SpendQuery } from '#contracts/console';
import { Database } from '#database';
import { OrgService } from '#identity';
import { costReport, freeModels, ModelRegistry } from '#models';
import { OrgQuery, ScopedQuery, type Scoped } from '../session/picked-org.ts';
import { costDays } from './cost-days.ts';
import { spendOf } from './spend.read-model.ts';

@Controller('admin')
export class SpendController {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'environment'>,
    @Inject(Database) private readonly database: Database,
    @Inject(ModelRegistry) private readonly registry: ModelRegistry,
    @Inject(OrgService) private readonly orgs: OrgService,
  ) {}

  /** Cost of model calls by org, model, task, tier or day. */
  @Get('spend')
  async spend(@ScopedQuery(spendQuery) { scope, by, ...query }: Scoped<SpendQuery>): Promise<ConsoleSpend> {
    const zones = await this.orgs.timeZonesOf(scope.orgId);
    const days = costDays(query, zones, this.clock.now());
    return spendOf(scope, { ...days, by, zones, free: freeModels(this.config.environment) });
  }

  /** Cost of model calls compared with a single tier. */
  @Get('model-costs')
  async report(
    @OrgQuery(costReportQuery, 'A cost report is of one org: pick it with ?org=.')
    { scope: { orgId }, prices, ...query }: Scoped<CostReportQuery, string>,
  ): Promise<ConsoleCostReport> {
    const days = costDays(query, await this.orgs.timeZonesOf(orgId), this.clock.now());
    const free = freeModels(this.config.environment);
    return costReport(this.database, this.registry, orgId, { ...days, prices, free });
  }
}

import { Controller, Get, Inject } from '@nestjs/common';
import { CLOCK, CONFIG, type Clock, type Config } from '#config';
import { costReportQuery, type ConsoleCostReport, type CostReportQuery } from '#contracts';
import { spendQuery, type ConsoleSpend, type SpendQuery } from '#contracts/console';
import { Database } from '#database';
import { OrgService } from '#identity';
import { costReport, freeModels, ModelRegistry } from '#models';
import { dayAfter, dayIn } from '#text';
import { OrgQuery, ScopedQuery, type Scoped } from '../session/picked-org.ts';
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
  async spend(@ScopedQuery(spendQuery) { scope, by, ...days }: Scoped<SpendQuery>): Promise<ConsoleSpend> {
    return spendOf(scope, { by, ...(await this.rangeOf(scope.orgId, days)) });
  }

  /** Cost of model calls compared with a single tier. */
  @Get('model-costs')
  async report(
    @OrgQuery(costReportQuery, 'A cost report is of one org: pick it with ?org=.')
    { scope: { orgId }, prices, ...days }: Scoped<CostReportQuery, string>,
  ): Promise<ConsoleCostReport> {
    const range = await this.rangeOf(orgId, days);
    return costReport(this.database, this.registry, orgId, { prices, ...range });
  }

  /** The first and the last day of a query. Today is the latest one in the time zones of the orgs in view. */
  private async rangeOf(orgId: string | null, { from, to, days }: Pick<SpendQuery, 'from' | 'to' | 'days'>) {
    const zones = await this.orgs.timeZonesOf(orgId);
    const now = this.clock.now();
    const today =
      [...zones.values()]
        .map((zone) => dayIn(zone, now))
        .toSorted()
        .at(-1) ?? dayIn('UTC', now);
    const last = to ?? (from !== undefined && from > today ? from : today);
    const free = freeModels(this.config.environment);
    return { zones, free, from: from ?? dayAfter(last, 1 - days), to: last };
  }
}

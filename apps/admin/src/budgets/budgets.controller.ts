import { Body, Controller, Get, Header, Inject, Param, Put } from '@nestjs/common';
import {
  budgetChange,
  budgetPeriod,
  costReportQuery,
  type BudgetChange,
  type ConsoleBudget,
  type ConsoleCostReport,
  type CostReportQuery,
} from '#contracts';
import { CONFIG, type Config } from '#config';
import { Database } from '#database';
import { Budgets, costReport, freeModels, ModelRegistry, type BudgetPeriod } from '#models';
import { AuditedChanges } from '../session/audited-changes.ts';
import type { OrgScope } from '../session/org-scope.ts';
import { OrgQuery, OrgToEdit, PickedOrgScope, type Scoped } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';

const BUDGET_OF_ORG = 'Budgets belong to one org: pick it with ?org=.';

@Controller('admin')
export class BudgetsController {
  constructor(
    @Inject(Budgets) private readonly budgets: Budgets,
    @Inject(AuditedChanges) private readonly changes: AuditedChanges,
    @Inject(Database) private readonly database: Database,
    @Inject(ModelRegistry) private readonly registry: ModelRegistry,
    @Inject(CONFIG) private readonly config: Pick<Config, 'environment'>,
  ) {}

  /** The org's budgets; empty if spending is not limited. */
  @Get('budgets')
  @Header('cache-control', 'no-store')
  async list(
    @PickedOrgScope(BUDGET_OF_ORG) { orgId }: OrgScope<string>,
  ): Promise<{ items: ConsoleBudget[] }> {
    return { items: await this.budgets.stateOf(orgId) };
  }

  /** Counts within 2 s. */
  @Put('budgets/:period')
  async set(
    @CurrentViewer() viewer: Viewer,
    @Param('period', { schema: budgetPeriod }) period: BudgetPeriod,
    @OrgToEdit(BUDGET_OF_ORG) orgId: string,
    @Body({ schema: budgetChange }) { reason, ...limits }: BudgetChange,
  ): Promise<{ items: ConsoleBudget[] }> {
    await this.changes.inOrg(viewer, orgId, async (tx) => ({
      action: 'budget.set',
      target: `budget:${period}`,
      before: await this.budgets.set(tx, period, limits),
      after: limits,
      reason,
    }));
    return { items: await this.budgets.stateOf(orgId) };
  }

  /** Days in the org's time zone, both included. */
  @Get('model-costs')
  async report(
    @OrgQuery(costReportQuery, BUDGET_OF_ORG) { scope, ...query }: Scoped<CostReportQuery, string>,
  ): Promise<ConsoleCostReport> {
    const free = freeModels(this.config.environment);
    return costReport(this.database, this.registry, scope.orgId, { ...query, free });
  }
}

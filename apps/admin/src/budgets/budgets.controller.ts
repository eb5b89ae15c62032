import { Body, Controller, Get, Header, Inject, Param, Put } from '@nestjs/common';
import { budgetChange, budgetPeriod, type BudgetChange, type ConsoleBudget } from '#contracts';
import { Budgets, type BudgetPeriod } from '#models';
import { AuditedChanges } from '../session/audited-changes.ts';
import type { OrgScope } from '../session/org-scope.ts';
import { OrgToEdit, PickedOrgScope } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';

const BUDGET_OF_ORG = 'Budgets belong to one org: pick it with ?org=.';

@Controller('admin')
export class BudgetsController {
  constructor(
    @Inject(Budgets) private readonly budgets: Budgets,
    @Inject(AuditedChanges) private readonly changes: AuditedChanges,
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
}

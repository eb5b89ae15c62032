import { Inject, Injectable } from '@nestjs/common';
import type { BudgetChange } from '#contracts';
import { Database } from '#database';
import { AuditLog } from '#identity';
import { Budgets, type BudgetPeriod } from '#models';
import { refuseUnlessAdmin } from '../session/admin-checks.ts';
import type { Viewer } from '../session/viewer.ts';

/** Sets budgets and records each change in the audit log. */
@Injectable()
export class BudgetCommands {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(AuditLog) private readonly audit: AuditLog,
    @Inject(Budgets) private readonly budgets: Budgets,
  ) {}

  /** Takes effect within 2 s. @throws ProblemError 403 for a viewer who is not an admin. */
  async set(
    viewer: Viewer,
    orgId: string,
    period: BudgetPeriod,
    { reason, ...limits }: BudgetChange,
  ): Promise<void> {
    refuseUnlessAdmin(viewer);
    await this.database.forOrg(orgId, async (tx) => {
      const before = await this.budgets.set(tx, period, limits);
      await this.audit.record(tx, {
        actor: viewer.actor,
        action: 'budget.set',
        target: `budget:${period}`,
        before,
        after: limits,
        reason,
      });
    });
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import type { BudgetChange } from '#contracts';
import { Database } from '#database';
import { AuditLog } from '#identity';
import { BudgetRepository, Budgets, type BudgetPeriod } from '#models';
import { refuseUnlessAdmin } from '../session/admins.ts';
import type { Viewer } from '../session/viewer.ts';

/** Sets budgets; each change stands in the audit log. */
@Injectable()
export class BudgetCommands {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(AuditLog) private readonly audit: AuditLog,
    @Inject(Budgets) private readonly budgets: Budgets,
  ) {}

  /** Counts from the next call on. @throws ProblemError 403 for who is no admin. */
  async set(viewer: Viewer, orgId: string, period: BudgetPeriod, change: BudgetChange): Promise<void> {
    refuseUnlessAdmin(viewer);
    const known = (await this.budgets.stateOf(orgId)).find((budget) => budget.period === period);
    const before = { softUsd: known?.softUsd ?? null, hardUsd: known?.hardUsd ?? null };
    await this.database.forOrg(orgId, async (tx) => {
      await new BudgetRepository(tx, this.clock).set(period, change.softUsd, change.hardUsd);
      await this.audit.record(tx, {
        actor: { kind: 'user', userId: viewer.user.id },
        action: 'budget.set',
        target: `budget:${period}`,
        before,
        after: change,
      });
    });
  }
}

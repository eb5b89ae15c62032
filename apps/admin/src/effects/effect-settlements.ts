import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import type { SettleEffect } from '#contracts';
import { ProblemError } from '#http';
import { settleEffect } from '#tools';
import { notFound, orgNeeded } from '../http/problems.ts';
import { AuditedChanges } from '../session/audited-changes.ts';
import type { OrgScope } from '../session/org-scope.ts';
import type { Viewer } from '../session/viewer.ts';

/** Records the outcome of calls whose outcome is unknown. */
@Injectable()
export class EffectSettlements {
  constructor(
    @Inject(AuditedChanges) private readonly changes: AuditedChanges,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Settles one effect. The audit log records the user and the reason.
   * @throws ProblemError 422 for a platform admin who picked no org, 404 for an unknown
   * key, 409 if the outcome is already known.
   */
  async settle(viewer: Viewer, { orgId }: OrgScope, key: string, settlement: SettleEffect): Promise<void> {
    if (orgId === null) throw orgNeeded('A key belongs to one org: pick it with ?org=.');
    const { outcome, result, why } = settlement;
    await this.changes.inOrg(viewer, orgId, async (tx) => {
      const userId = viewer.user.id;
      const found = await settleEffect(tx, { key, outcome, result, why, userId, at: this.clock.now() });
      if (found === undefined) throw notFound('There is no such call.');
      if (found !== 'settled')
        throw new ProblemError(409, 'outcome-known', `The outcome of this call is already known: ${found}.`);
      return {
        action: 'effect.settle',
        target: `effect:${key}`,
        before: { state: 'unknown_outcome' },
        after: { state: outcome, result },
        reason: why,
      };
    });
  }
}

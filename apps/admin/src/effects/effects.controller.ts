import { Body, Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import {
  consoleEffectQuery,
  effectKey,
  settleEffect,
  type ConsoleEffect,
  type ConsoleEffectQuery,
  type SettleEffect,
} from '#contracts';
import { CLOCK, type Clock } from '#config';
import { ProblemError } from '#http';
import { settleEffect as settleUnknownEffect } from '#tools';
import { missing, notFound } from '../http/problems.ts';
import { AuditedChanges } from '../session/audited-changes.ts';
import type { OrgScope } from '../session/org-scope.ts';
import { PickedOrgScope, ScopedQuery, type Scoped } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { effectPage, findEffect } from './effects.read-model.ts';

/** Tool calls with side effects. Calls with an unknown outcome wait for a person. */
@Controller('admin/effects')
export class EffectsController {
  constructor(
    @Inject(AuditedChanges) private readonly changes: AuditedChanges,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  async page(@ScopedQuery(consoleEffectQuery) { scope, ...query }: Scoped<ConsoleEffectQuery>) {
    return effectPage(scope, query);
  }

  /** Records the outcome of a call whose outcome is unknown; 409 if it is known. */
  @Post(':key/settle')
  @HttpCode(200)
  async settle(
    @CurrentViewer() viewer: Viewer,
    @Param('key', { schema: effectKey }) key: string,
    @PickedOrgScope('A tool call belongs to one org: pick it with ?org=.') scope: OrgScope<string>,
    @Body({ schema: settleEffect }) { outcome, result, why }: SettleEffect,
  ): Promise<ConsoleEffect> {
    await this.changes.inOrg(viewer, scope.orgId, async (tx) => {
      const decision = { outcome, result, why, userId: viewer.user.id, at: this.clock.now() };
      const found = await settleUnknownEffect(tx, { key, ...decision });
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
    return (await findEffect(scope, key)) ?? missing('There is no such call.');
  }
}

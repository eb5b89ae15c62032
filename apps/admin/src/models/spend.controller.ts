import { Controller, Get, Inject, Query } from '@nestjs/common';
import { spendQuery, type ConsoleSpend, type SpendQuery } from '#contracts/console';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { spendOf } from './spend.read-model.ts';

/** Cost of model calls by org, model, task, tier or day. */
@Controller('admin/spend')
export class SpendController {
  constructor(@Inject(OrgScopes) private readonly scopes: OrgScopes) {}

  @Get()
  async report(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: spendQuery }) { org, ...query }: SpendQuery,
  ): Promise<ConsoleSpend> {
    return spendOf(await this.scopes.of(viewer, org), query);
  }
}

import { Body, Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { uuid } from '#contracts';
import {
  consoleTurnQuery,
  retryTurns,
  type ConsoleTurnQuery,
  type RetriedTurns,
  type RetryTurns,
} from '#contracts/console';
import { TurnControl } from '#turns';
import { missing } from '../http/problems.ts';
import type { OrgScope } from '../session/org-scope.ts';
import { ScopedQuery, ViewerScope, type Scoped } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { findTurn } from './turn-detail.read-model.ts';
import { turnPage, failedAmong } from './turn-list.read-model.ts';

@Controller('admin/turns')
export class TurnsController {
  constructor(@Inject(TurnControl) private readonly control: TurnControl) {}

  @Get()
  async page(@ScopedQuery(consoleTurnQuery) { scope, ...query }: Scoped<ConsoleTurnQuery>) {
    return turnPage(scope, query);
  }

  /** Retries the failed turns among those named from where they stopped, oldest first; each is in the audit log. */
  @Post('retry')
  @HttpCode(200)
  async retry(
    @CurrentViewer() viewer: Viewer,
    @ViewerScope() scope: OrgScope,
    @Body({ schema: retryTurns }) { ids }: RetryTurns,
  ): Promise<RetriedTurns> {
    const retried: string[] = [];
    for (const { orgId, id } of await failedAmong(scope, ids)) {
      if ((await this.control.retry(orgId, id, viewer.actor)) === 'retried') retried.push(id);
    }
    return { retried };
  }

  @Get(':turnId')
  async one(@ViewerScope() scope: OrgScope, @Param('turnId', { schema: uuid }) turnId: string) {
    return (await findTurn(scope, turnId)) ?? missing('There is no such turn.');
  }
}

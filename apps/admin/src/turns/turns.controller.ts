import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { uuid } from '#contracts';
import {
  consoleTurnQuery,
  retryTurns,
  type ConsoleTurnDetail,
  type ConsoleTurnPage,
  type ConsoleTurnQuery,
  type RetriedTurns,
  type RetryTurns,
} from '#contracts/console';
import { TurnControl } from '#turns';
import { notFound } from '../http/problems.ts';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { findTurn } from './turn-detail.read-model.ts';
import { turnPage, failedAmong } from './turn-list.read-model.ts';

@Controller('admin/turns')
export class TurnsController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(TurnControl) private readonly control: TurnControl,
  ) {}

  @Get()
  async page(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: consoleTurnQuery }) { org, ...query }: ConsoleTurnQuery,
  ): Promise<ConsoleTurnPage> {
    return turnPage(await this.scopes.of(viewer, org), query);
  }

  /** Retries the failed turns among those named from where they stopped, oldest first; each is in the audit log. */
  @Post('retry')
  @HttpCode(200)
  async retry(
    @CurrentViewer() viewer: Viewer,
    @Body({ schema: retryTurns }) { ids }: RetryTurns,
  ): Promise<RetriedTurns> {
    const retried: string[] = [];
    for (const { orgId, id } of await failedAmong(await this.scopes.of(viewer), ids)) {
      if ((await this.control.retry(orgId, id, viewer.actor)) === 'retried') retried.push(id);
    }
    return { retried };
  }

  @Get(':turnId')
  async one(
    @CurrentViewer() viewer: Viewer,
    @Param('turnId', { schema: uuid }) turnId: string,
  ): Promise<ConsoleTurnDetail> {
    const detail = await findTurn(await this.scopes.of(viewer), turnId);
    if (!detail) throw notFound('There is no such turn.');
    return detail;
  }
}

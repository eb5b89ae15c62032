import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { uuid } from '#contracts';
import {
  consoleTurnQuery,
  type ConsoleTurnDetail,
  type ConsoleTurnPage,
  type ConsoleTurnQuery,
} from '#contracts/console';
import { notFound } from '../http/problems.ts';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { TurnDetailReadModel } from './turn-detail.read-model.ts';
import { TurnListReadModel } from './turn-list.read-model.ts';

@Controller('admin/turns')
export class TurnsController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(TurnListReadModel) private readonly list: TurnListReadModel,
    @Inject(TurnDetailReadModel) private readonly detail: TurnDetailReadModel,
  ) {}

  @Get()
  async page(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: consoleTurnQuery }) query: ConsoleTurnQuery,
  ): Promise<ConsoleTurnPage> {
    const { org, limit, cursor, ...filter } = query;
    const scope = await this.scopes.of(viewer, org);
    return this.list.page(scope, { filter, limit, cursor, texts: viewer.permissions.messageTexts });
  }

  @Get(':turnId')
  async one(
    @CurrentViewer() viewer: Viewer,
    @Param('turnId', { schema: uuid }) turnId: string,
  ): Promise<ConsoleTurnDetail> {
    const scope = await this.scopes.of(viewer);
    const detail = await this.detail.find(scope, turnId, { texts: viewer.permissions.messageTexts });
    if (!detail) throw notFound('There is no such turn.');
    return detail;
  }
}

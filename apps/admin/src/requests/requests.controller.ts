import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import {
  consoleRequestQuery,
  moveRequest,
  uuid,
  type ConsoleRequest,
  type ConsoleRequestPage,
  type ConsoleRequestQuery,
  type MoveRequest,
} from '#contracts';
import { notFound } from '../http/problems.ts';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { RequestStates } from './request-states.ts';
import { RequestsReadModel } from './requests.read-model.ts';

/** Feature requests of users. */
@Controller('admin/requests')
export class RequestsController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(RequestsReadModel) private readonly requests: RequestsReadModel,
    @Inject(RequestStates) private readonly states: RequestStates,
  ) {}

  @Get()
  async page(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: consoleRequestQuery }) query: ConsoleRequestQuery,
  ): Promise<ConsoleRequestPage> {
    const { org, limit, cursor, ...filter } = query;
    const scope = await this.scopes.of(viewer, org);
    const texts = await this.scopes.textsIn(viewer, scope);
    return this.requests.page(scope, { filter, limit, cursor, texts });
  }

  @Post(':id/state')
  @HttpCode(200)
  async move(
    @CurrentViewer() viewer: Viewer,
    @Param('id', { schema: uuid }) id: string,
    @Body({ schema: moveRequest }) change: MoveRequest,
  ): Promise<ConsoleRequest> {
    const scope = await this.scopes.of(viewer);
    const before = await this.requests.one(scope, id);
    if (!before) throw notFound('There is no such request.');
    await this.states.move(viewer, { id, orgId: before.org.id }, change);
    const moved = await this.requests.one(scope, id);
    if (!moved) throw notFound('There is no such request.');
    return moved;
  }
}

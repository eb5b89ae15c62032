import { Body, Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import {
  consoleRequestQuery,
  moveRequest,
  uuid,
  type ConsoleRequest,
  type ConsoleRequestQuery,
  type MoveRequest,
} from '#contracts';
import { CLOCK, type Clock } from '#config';
import { isUniqueViolation } from '#database';
import { ProblemError } from '#http';
import { moveFeatureRequest } from '#tools';
import { missing } from '../http/problems.ts';
import { refuseUnlessAdmin } from '../session/admin-checks.ts';
import { AuditedChanges } from '../session/audited-changes.ts';
import type { OrgScope } from '../session/org-scope.ts';
import { ScopedQuery, ViewerScope, type Scoped } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { requestPage, findRequest } from './requests.read-model.ts';

const refuseOthers = (viewer: Viewer) =>
  refuseUnlessAdmin(viewer, 'Only admins of the org can move requests.');

@Controller('admin/requests')
export class RequestsController {
  constructor(
    @Inject(AuditedChanges) private readonly changes: AuditedChanges,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  async page(@ScopedQuery(consoleRequestQuery) { scope, ...query }: Scoped<ConsoleRequestQuery>) {
    return requestPage(scope, query);
  }

  /** Moves a request to another state; 409 if reopening would duplicate an open request of the same meaning. */
  @Post(':id/state')
  @HttpCode(200)
  async move(
    @CurrentViewer() viewer: Viewer,
    @ViewerScope(refuseOthers) scope: OrgScope,
    @Param('id', { schema: uuid }) id: string,
    @Body({ schema: moveRequest }) { state, reason }: MoveRequest,
  ): Promise<ConsoleRequest> {
    const before = (await findRequest(scope, id)) ?? none();
    try {
      await this.changes.inOrg(viewer, before.org.id, async (tx) => {
        const from = await moveFeatureRequest(tx, id, state, this.clock.now());
        if (from === undefined) none();
        if (from === state) return undefined;
        const target = `feature_request:${id}`;
        return { action: 'feature_request.move', target, before: { state: from }, after: { state }, reason };
      });
    } catch (error) {
      if (!isUniqueViolation(error, 'feature_requests_open')) throw error;
      throw new ProblemError(409, 'request-open', 'A request with the same meaning is already open.');
    }
    return (await findRequest(scope, id)) ?? none();
  }
}

function none(): never {
  return missing('There is no such request.');
}

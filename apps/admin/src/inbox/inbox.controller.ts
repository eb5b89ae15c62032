import { Controller, Get, Inject, Query } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { inboxQuery, type InboxQuery } from '#contracts/console';
import { refuseAnalyst } from '../session/admin-checks.ts';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { InboxReadModel } from './inbox.read-model.ts';

/** Everything that waits for a person. Decisions go to the routes of each kind. */
@Controller('admin/inbox')
export class InboxController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(InboxReadModel) private readonly inbox: InboxReadModel,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  async page(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: inboxQuery }) { org, kind, limit, cursor }: InboxQuery,
  ) {
    refuseAnalyst(viewer, 'Analysts cannot decide anything and have no inbox.');
    return this.inbox.page(await this.scopes.of(viewer, org), this.clock.now(), { kind, limit, cursor });
  }
}

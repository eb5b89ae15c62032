import { Controller, Get, Inject, Param } from '@nestjs/common';
import { uuid } from '#contracts';
import { notFound } from '../http/problems.ts';
import { refuseUnlessPlatformAdmin } from '../session/admin-checks.ts';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { TurnJobsReadModel } from './turn-jobs.read-model.ts';

/** The jobs of one turn. For platform admins, like queues. */
@Controller('admin/turns')
export class TurnJobsController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(TurnJobsReadModel) private readonly jobs: TurnJobsReadModel,
  ) {}

  @Get(':turnId/jobs')
  async of(@CurrentViewer() viewer: Viewer, @Param('turnId', { schema: uuid }) turnId: string) {
    refuseUnlessPlatformAdmin(viewer, 'Queues');
    const jobs = await this.jobs.find(await this.scopes.of(viewer), turnId);
    if (!jobs) throw notFound('There is no such turn.');
    return jobs;
  }
}

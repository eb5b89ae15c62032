import { Controller, Get, Inject, Param } from '@nestjs/common';
import { uuid } from '#contracts';
import { missing } from '../http/problems.ts';
import { refuseUnlessPlatformAdmin } from '../session/admin-checks.ts';
import type { OrgScope } from '../session/org-scope.ts';
import { ViewerScope } from '../session/picked-org.ts';
import { TurnJobsReadModel } from './turn-jobs.read-model.ts';

/** The jobs of one turn. For platform admins, like queues. */
@Controller('admin/turns')
export class TurnJobsController {
  constructor(@Inject(TurnJobsReadModel) private readonly jobs: TurnJobsReadModel) {}

  @Get(':turnId/jobs')
  async of(
    @ViewerScope(refuseUnlessPlatformAdmin) scope: OrgScope,
    @Param('turnId', { schema: uuid }) turnId: string,
  ) {
    return (await this.jobs.find(scope, turnId)) ?? missing('There is no such turn.');
  }
}

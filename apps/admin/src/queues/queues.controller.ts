import { Body, Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import {
  changeQueuedJobs,
  queuedJobsQuery,
  queueName,
  type ChangedJobs,
  type ChangeQueuedJobs,
  type QueuedJobsQuery,
} from '#contracts/console';
import { refuseUnlessPlatformAdmin } from '../session/admin-checks.ts';
import type { OrgScope } from '../session/org-scope.ts';
import { PickedScope, ScopedQuery, type Scoped } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { QueueCommands } from './queue-commands.ts';
import { QueueViews } from './queue-views.ts';

/** The platform's queues: their jobs, and pausing, retrying and removing. For platform admins. */
@Controller('admin/queues')
export class QueuesController {
  constructor(
    @Inject(QueueViews) private readonly views: QueueViews,
    @Inject(QueueCommands) private readonly commands: QueueCommands,
  ) {}

  @Get()
  async list(@PickedScope(refuseUnlessPlatformAdmin) scope: OrgScope) {
    return this.views.overview(scope);
  }

  @Get(':queue/jobs')
  async jobs(
    @Param('queue', { schema: queueName }) queue: string,
    @ScopedQuery(queuedJobsQuery, refuseUnlessPlatformAdmin) query: Scoped<QueuedJobsQuery>,
  ) {
    return this.views.jobs(queue, query);
  }

  @Post(':queue/retry')
  @HttpCode(200)
  async retry(
    @CurrentViewer() viewer: Viewer,
    @Param('queue', { schema: queueName }) queue: string,
    @Body({ schema: changeQueuedJobs }) { ids }: ChangeQueuedJobs,
  ): Promise<ChangedJobs> {
    return { changed: await this.commands.jobs(viewer, queue, 'retry', ids) };
  }

  @Post(':queue/remove')
  @HttpCode(200)
  async remove(
    @CurrentViewer() viewer: Viewer,
    @Param('queue', { schema: queueName }) queue: string,
    @Body({ schema: changeQueuedJobs }) { ids }: ChangeQueuedJobs,
  ): Promise<ChangedJobs> {
    return { changed: await this.commands.jobs(viewer, queue, 'remove', ids) };
  }

  @Post(':queue/pause')
  @HttpCode(204)
  async pause(
    @CurrentViewer() viewer: Viewer,
    @Param('queue', { schema: queueName }) queue: string,
  ): Promise<void> {
    await this.commands.whole(viewer, queue, 'pause');
  }

  @Post(':queue/resume')
  @HttpCode(204)
  async resume(
    @CurrentViewer() viewer: Viewer,
    @Param('queue', { schema: queueName }) queue: string,
  ): Promise<void> {
    await this.commands.whole(viewer, queue, 'resume');
  }

  @Post(':queue/drain')
  @HttpCode(204)
  async drain(
    @CurrentViewer() viewer: Viewer,
    @Param('queue', { schema: queueName }) queue: string,
  ): Promise<void> {
    await this.commands.whole(viewer, queue, 'drain');
  }
}

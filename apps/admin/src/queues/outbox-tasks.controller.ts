import { Body, Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { uuid } from '#contracts';
import {
  changeOutboxTasks,
  outboxTasksQuery,
  replayOutboxTask,
  type ChangedJobs,
  type ChangeOutboxTasks,
  type OutboxTasksQuery,
  type ReplayOutboxTask,
  type RetriedOutboxTasks,
} from '#contracts/console';
import { refuseUnlessPlatformAdmin } from '../session/admin-checks.ts';
import { ScopedQuery, type Scoped } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { OutboxTaskCommands } from './outbox-task-commands.ts';
import { OutboxTaskListReadModel } from './outbox-task-list.read-model.ts';

/** Outbox tasks: the rows that jobs point to. For platform admins. */
@Controller('admin/outbox-tasks')
export class OutboxTasksController {
  constructor(
    @Inject(OutboxTaskListReadModel) private readonly list: OutboxTaskListReadModel,
    @Inject(OutboxTaskCommands) private readonly commands: OutboxTaskCommands,
  ) {}

  @Get()
  async page(
    @ScopedQuery(outboxTasksQuery, refuseUnlessPlatformAdmin) { scope, ...query }: Scoped<OutboxTasksQuery>,
  ) {
    return this.list.page(scope, query);
  }

  @Post('retry')
  @HttpCode(200)
  async retry(
    @CurrentViewer() viewer: Viewer,
    @Body({ schema: changeOutboxTasks }) { ids }: ChangeOutboxTasks,
  ): Promise<RetriedOutboxTasks> {
    const retried = await this.commands.retry(viewer, ids);
    return { changed: retried.length, ids: retried };
  }

  @Post('remove')
  @HttpCode(200)
  async remove(
    @CurrentViewer() viewer: Viewer,
    @Body({ schema: changeOutboxTasks }) { ids }: ChangeOutboxTasks,
  ): Promise<ChangedJobs> {
    return { changed: await this.commands.remove(viewer, ids) };
  }

  /** Runs a dead task again with another payload. */
  @Post(':id/replay')
  @HttpCode(204)
  async replay(
    @CurrentViewer() viewer: Viewer,
    @Param('id', { schema: uuid }) id: string,
    @Body({ schema: replayOutboxTask }) { payload }: ReplayOutboxTask,
  ): Promise<void> {
    await this.commands.replay(viewer, id, payload);
  }
}

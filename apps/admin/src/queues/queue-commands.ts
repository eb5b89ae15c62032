import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#database';
import { AuditLog } from '#identity';
import { isQueueName, QueueSteering } from '#queue';
import { notFound } from '../http/problems.ts';
import { refuseUnlessPlatformAdmin } from '../session/admin-checks.ts';
import type { Viewer } from '../session/viewer.ts';

/**
 * Actions of platform admins on queues. The audit entry is written first: a queue in Redis does not commit
 * with the row, and an unrecorded action would be worse than a recorded one that failed. A failure is
 * recorded afterwards.
 */
@Injectable()
export class QueueCommands {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(AuditLog) private readonly audit: AuditLog,
    @Inject(QueueSteering) private readonly steering: QueueSteering,
  ) {}

  /** @returns how many still existed. @throws ProblemError 403 unless a platform admin, 404 for an unknown queue. */
  async jobs(
    viewer: Viewer,
    queue: string,
    act: 'retry' | 'remove',
    ids: readonly string[],
  ): Promise<number> {
    this.refuse(viewer, queue);
    return this.recorded(viewer, { action: `queue.${act}`, queue, asked: { ids } }, () =>
      this.steering[act](queue, ids),
    );
  }

  /** @throws ProblemError as {@link jobs}. */
  async whole(viewer: Viewer, queue: string, act: 'pause' | 'resume' | 'drain'): Promise<void> {
    this.refuse(viewer, queue);
    await this.recorded(viewer, { action: `queue.${act}`, queue, asked: {} }, () =>
      this.steering[act](queue),
    );
  }

  private refuse(viewer: Viewer, queue: string): void {
    refuseUnlessPlatformAdmin(viewer);
    if (!isQueueName(queue)) throw notFound(`There is no queue "${queue}".`);
  }

  private async recorded<Result>(
    viewer: Viewer,
    { action, queue, asked }: { action: string; queue: string; asked: object },
    act: () => Promise<Result>,
  ): Promise<Result> {
    await this.record(viewer, action, queue, asked);
    try {
      return await act();
    } catch (error) {
      await this.record(viewer, action, queue, {
        ...asked,
        failed: error instanceof Error ? error.message : String(error),
      });
      throw error;
    }
  }

  private async record({ actor }: Viewer, action: string, queue: string, after: object): Promise<void> {
    await this.database.asPlatform('queues belong to no org', (tx) =>
      this.audit.record(tx, { orgId: null, actor, action, target: `queue:${queue}`, after }),
    );
  }
}

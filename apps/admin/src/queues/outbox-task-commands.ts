import { Inject, Injectable } from '@nestjs/common';
import { Database, type OrgTransaction } from '#database';
import { AuditLog } from '#identity';
import { NotReplayableError } from '#outbound';
import { Outbox } from '#queue';
import { notFound } from '../http/problems.ts';
import { refuseUnlessPlatformAdmin } from '../session/admin-checks.ts';
import type { Viewer } from '../session/viewer.ts';
import { WebhookCommands } from '../webhooks/webhook-commands.ts';
import { OutboxTaskListReadModel, type DeadOutboxTask } from './outbox-task-list.read-model.ts';

/** A manual tool run ends with its task. To run the tool again, the user confirms its side effect again. */
const RUN_ANEW = 'run-tool';
/** A delivery ends with its outbox task, too. Resending starts a new round with its own task. */
const DELIVER = 'deliver';

/** Actions of platform admins on dead outbox tasks; each is recorded in the org's audit log. */
@Injectable()
export class OutboxTaskCommands {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(AuditLog) private readonly audit: AuditLog,
    @Inject(Outbox) private readonly outboxTasks: Outbox,
    @Inject(OutboxTaskListReadModel) private readonly list: OutboxTaskListReadModel,
    @Inject(WebhookCommands) private readonly webhooks: WebhookCommands,
  ) {}

  /**
   * Runs dead tasks again with their full number of attempts. Failed deliveries are sent again under the same
   * `webhook-id`; manual tool runs are skipped.
   * @returns the rows that continue the work.
   * @throws ProblemError 403.
   */
  retry(viewer: Viewer, ids: readonly string[]): Promise<string[]> {
    return this.each(viewer, ids, 'outbox_task.retry', async (tx, failed) => {
      if (failed.job === RUN_ANEW) return undefined;
      if (failed.job === DELIVER) return this.sendAgain(tx, viewer, failed);
      return (await this.outboxTasks.retry(tx, failed.id)) && failed.id;
    });
  }

  /** Removes dead tasks. @returns their number. @throws ProblemError 403. */
  async remove(viewer: Viewer, ids: readonly string[]): Promise<number> {
    const removed = await this.each(viewer, ids, 'outbox_task.remove', async (tx, { id }) =>
      (await this.outboxTasks.remove(tx, id)) ? id : undefined,
    );
    return removed.length;
  }

  /** @throws ProblemError 403; 404 if the task is not dead; OutboxTaskPayloadError for a payload of another shape. */
  async replay(viewer: Viewer, id: string, payload: Record<string, unknown>): Promise<void> {
    refuseUnlessPlatformAdmin(viewer);
    const [found] = await this.list.failedAmong([id]);
    if (!found || found.job === RUN_ANEW || found.job === DELIVER)
      throw notFound('There is no such dead outbox task.');
    await this.database.forOrg(found.orgId, async (tx) => {
      const before = await this.outboxTasks.retry(tx, id, payload);
      if (!before) throw notFound('There is no such dead outbox task.');
      const entry = { actor: viewer.actor, action: 'outbox_task.replay', target: `outbox_task:${id}` };
      await this.audit.record(tx, { ...entry, before: before.payload, after: payload });
    });
  }

  /** @returns the new row; undefined if the delivery was sent again or delivered in the meantime. */
  private async sendAgain(
    tx: OrgTransaction,
    viewer: Viewer,
    { id, failedDelivery }: DeadOutboxTask,
  ): Promise<string | undefined> {
    if (failedDelivery === null) return undefined;
    let round: string;
    try {
      round = await this.webhooks.sendFailedAgain(tx, viewer, failedDelivery);
    } catch (error) {
      if (error instanceof NotReplayableError) return undefined;
      throw error;
    }
    // The delivery log shows the failed round; the new round takes its place in the list.
    await this.outboxTasks.remove(tx, id);
    return this.list.ofRound(tx, round);
  }

  /** Runs one transaction per org. @param act returns the row that continues the work, or undefined. */
  private async each(
    viewer: Viewer,
    ids: readonly string[],
    action: string,
    act: (tx: OrgTransaction, failed: DeadOutboxTask) => Promise<string | undefined>,
  ): Promise<string[]> {
    refuseUnlessPlatformAdmin(viewer);
    const byOrg = Map.groupBy(await this.list.failedAmong(ids), ({ orgId }) => orgId);
    const changed: string[] = [];
    for (const [orgId, rows] of byOrg) {
      const standing = await this.database.forOrg(orgId, async (tx) => {
        const done: string[] = [];
        const rowsLeft: string[] = [];
        for (const row of rows) {
          const goesOnIn = await act(tx, row);
          if (goesOnIn === undefined) continue;
          done.push(row.id);
          rowsLeft.push(goesOnIn);
        }
        if (done.length > 0)
          await this.audit.record(tx, {
            actor: viewer.actor,
            action,
            target: 'outbox_tasks',
            after: { ids: done },
          });
        return rowsLeft;
      });
      changed.push(...standing);
    }
    return changed;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { Database, type OrgTransaction } from '#database';
import { AuditLog } from '#identity';
import { FollowUps } from '#queue';
import { notFound } from '../http/problems.ts';
import { refuseUnlessPlatformAdmin } from '../session/admins.ts';
import type { Viewer } from '../session/viewer.ts';
import { FollowUpListReadModel } from './follow-up-list.read-model.ts';

/**
 * A delivery that was given up has ended, and its follow-up would find nothing to do: it is sent again from the log of
 * deliveries, which begins a new round under the same `webhook-id`.
 */
const RETRIED_ELSEWHERE = ['deliver'];

/** What platform admins do to follow-ups that were given up; each of it stands in the org's audit log. */
@Injectable()
export class FollowUpCommands {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(AuditLog) private readonly audit: AuditLog,
    @Inject(FollowUps) private readonly followUps: FollowUps,
    @Inject(FollowUpListReadModel) private readonly list: FollowUpListReadModel,
  ) {}

  /** Runs them again with all their attempts; deliveries are left. @returns how many. @throws ProblemError 403. */
  retry(viewer: Viewer, ids: readonly string[]): Promise<number> {
    const act = async (tx: OrgTransaction, id: string) => (await this.followUps.retry(tx, id)) !== undefined;
    return this.each(viewer, { ids, except: RETRIED_ELSEWHERE }, 'follow_up.retry', act);
  }

  /** Forgets them. @returns how many there were. @throws ProblemError 403. */
  remove(viewer: Viewer, ids: readonly string[]): Promise<number> {
    return this.each(viewer, { ids, except: [] }, 'follow_up.remove', (tx, id) =>
      this.followUps.remove(tx, id),
    );
  }

  /**
   * Runs one again with another payload.
   *
   * @throws ProblemError 403; 404 where it has not failed; FollowUpPayloadError for a payload that does not fit its job.
   */
  async replay(viewer: Viewer, id: string, payload: Record<string, unknown>): Promise<void> {
    refuseUnlessPlatformAdmin(viewer, 'Queues');
    const [found] = await this.list.orgsOfFailed([id], RETRIED_ELSEWHERE);
    if (!found) throw notFound('There is no such follow-up that failed.');
    await this.database.forOrg(found.orgId, async (tx) => {
      const before = await this.followUps.retry(tx, id, payload);
      if (!before) throw notFound('There is no such follow-up that failed.');
      const entry = { actor: viewer.actor, action: 'follow_up.replay', target: `follow_up:${id}` };
      await this.audit.record(tx, { ...entry, before: before.payload, after: payload });
    });
  }

  /** One transaction per org. */
  private async each(
    viewer: Viewer,
    { ids, except }: { ids: readonly string[]; except: readonly string[] },
    action: string,
    act: (tx: OrgTransaction, id: string) => Promise<boolean>,
  ): Promise<number> {
    refuseUnlessPlatformAdmin(viewer, 'Queues');
    const byOrg = Map.groupBy(await this.list.orgsOfFailed(ids, except), ({ orgId }) => orgId);
    let changed = 0;
    for (const [orgId, rows] of byOrg) {
      changed += await this.database.forOrg(orgId, async (tx) => {
        const done: string[] = [];
        for (const { id } of rows) if (await act(tx, id)) done.push(id);
        if (done.length > 0)
          await this.audit.record(tx, {
            actor: viewer.actor,
            action,
            target: 'follow_ups',
            after: { ids: done },
          });
        return done.length;
      });
    }
    return changed;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { ConsoleTurnJobs } from '#contracts/console';
import { QueueSteering } from '#queue';
import { turnJobOf } from '#turns';
import type { OrgScope } from '../session/org-scope.ts';
import { readRows } from '../session/rows.read-model.ts';

const MAX_OUTBOX_TASKS = 100;

/** If the org is unknown, `LATERAL` looks the turn up by its key, org by org. */
const TURN = `
  SELECT t.org_id AS "orgId", t.id AS "turnId", t.run, t.channel FROM orgs o
   CROSS JOIN LATERAL (SELECT * FROM turns i WHERE i.org_id = o.id AND i.id = $2 LIMIT 1) t
   WHERE $1::uuid IS NULL OR o.id = $1`;

const OUTBOX_TASKS = `
  SELECT id, job, state, created_at AS "createdAt" FROM outbox_tasks
   WHERE org_id = $1 AND turn_id = $2 ORDER BY created_at, id LIMIT ${MAX_OUTBOX_TASKS}`;

type TurnRow = { orgId: string } & Parameters<typeof turnJobOf>[0];
type OutboxTask = ConsoleTurnJobs['outboxTasks'][number];

@Injectable()
export class TurnJobsReadModel {
  constructor(@Inject(QueueSteering) private readonly steering: QueueSteering) {}

  /** @returns undefined if `scope` has no such turn. */
  async find(scope: OrgScope, turnId: string): Promise<ConsoleTurnJobs | undefined> {
    const found = await scope.run(async (tx) => {
      const [turn] = await tx.queryUnscoped<TurnRow>(TURN, [scope.orgId, turnId]);
      if (!turn) return undefined;
      return { turn, outboxTasks: await readRows<OutboxTask>(tx, OUTBOX_TASKS, [turn.orgId, turnId]) };
    });
    if (!found) return undefined;
    const own = turnJobOf(found.turn);
    return {
      own: { ...own, state: (await this.steering.stateOf(own.queue, own.id)) ?? null },
      outboxTasks: found.outboxTasks,
    };
  }
}

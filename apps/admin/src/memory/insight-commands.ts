import { Inject, Injectable } from '@nestjs/common';
import type { EditInsight } from '#contracts/console';
import { Database } from '#database';
import { AuditLog } from '#identity';
import { InsightService } from '#memory';
import { notAllowed, notFound } from '../http/problems.ts';
import { isAdmin } from '../session/admin-checks.ts';
import type { Viewer } from '../session/viewer.ts';

/** Corrects and forgets insights. The audit log records the user but repeats no text. */
@Injectable()
export class InsightCommands {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(InsightService) private readonly memory: InsightService,
    @Inject(AuditLog) private readonly audit: AuditLog,
  ) {}

  /**
   * @throws ProblemError 403 for a viewer who is not an admin, 404 for an insight that the org does not have.
   */
  async edit(
    viewer: Viewer,
    { orgId, id }: { orgId: string; id: string },
    { reason, expiresAt, ...change }: EditInsight,
  ): Promise<void> {
    requireAdmin(viewer);
    const embedded = change.text === undefined ? undefined : await this.memory.embed(orgId, change.text);
    const until =
      expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : new Date(expiresAt) };
    await this.database.forOrg(orgId, async (tx) => {
      const edited = await this.memory.edit(tx, id, { ...change, ...until }, embedded);
      if (!edited) throw notFound('There is no such insight.');
      const { text: before, ...was } = edited.before;
      const { text: after, ...is } = edited.after;
      await this.audit.record(tx, {
        actor: viewer.actor,
        action: 'insight.edit',
        target: `insight:${id}`,
        before: was,
        after: { ...is, textChanged: before !== after },
        reason,
      });
    });
  }

  /** Forgets an insight together with those it had superseded. @throws ProblemError as {@link edit}. */
  async forget(viewer: Viewer, { orgId, id }: { orgId: string; id: string }): Promise<void> {
    requireAdmin(viewer);
    await this.database.forOrg(orgId, async (tx) => {
      if (!(await this.memory.forget(tx, id))) throw notFound('There is no such insight.');
      await this.audit.record(tx, { actor: viewer.actor, action: 'insight.forget', target: `insight:${id}` });
    });
  }
}

function requireAdmin(viewer: Viewer): void {
  if (!isAdmin(viewer)) throw notAllowed('Only admins of the org can change insights.');
}

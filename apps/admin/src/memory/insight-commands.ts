import { Inject, Injectable } from '@nestjs/common';
import type { EditInsight } from '#contracts/console';
import { InsightService } from '#memory';
import { notFound } from '../http/problems.ts';
import { AuditedChanges } from '../session/audited-changes.ts';
import { refuseUnlessAdmin } from '../session/admin-checks.ts';
import type { Viewer } from '../session/viewer.ts';

const ADMINS_ONLY = 'Only admins of the org can change insights.';

/** Corrects and forgets insights. The audit log records the user but repeats no text. */
@Injectable()
export class InsightCommands {
  constructor(
    @Inject(AuditedChanges) private readonly changes: AuditedChanges,
    @Inject(InsightService) private readonly memory: InsightService,
  ) {}

  /** @throws ProblemError 403 for a viewer who is not an admin, 404 for an insight that the org does not have. */
  async edit(
    viewer: Viewer,
    { orgId, id }: { orgId: string; id: string },
    { reason, expiresAt, ...change }: EditInsight,
  ): Promise<void> {
    refuseUnlessAdmin(viewer, ADMINS_ONLY);
    const embedded = change.text === undefined ? undefined : await this.memory.embed(orgId, change.text);
    const until =
      expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : new Date(expiresAt) };
    await this.changes.inOrg(viewer, orgId, async (tx) => {
      const edited = await this.memory.edit(tx, id, { ...change, ...until }, embedded);
      if (!edited) throw notFound('There is no such insight.');
      const { text: before, ...was } = edited.before;
      const { text: after, ...is } = edited.after;
      return {
        action: 'insight.edit',
        target: `insight:${id}`,
        before: was,
        after: { ...is, textChanged: before !== after },
        reason,
      };
    });
  }

  /** Forgets an insight together with those it had superseded. @throws ProblemError as {@link edit}. */
  async forget(viewer: Viewer, { orgId, id }: { orgId: string; id: string }): Promise<void> {
    refuseUnlessAdmin(viewer, ADMINS_ONLY);
    await this.changes.inOrg(viewer, orgId, async (tx) => {
      if (!(await this.memory.forget(tx, id))) throw notFound('There is no such insight.');
      return { action: 'insight.forget', target: `insight:${id}` };
    });
  }
}

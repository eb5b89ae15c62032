import { Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { z } from 'zod';
import { ArtifactReadModel } from '#artifacts';
import { drawerName, uuid, type DrawerLists } from '#contracts';
import type { RequestedSummary } from '#contracts/console';
import { Outbox } from '#queue';
import { ToolRegistry } from '#tools';
import { type ArtifactContent, type PanelSpec } from '#pack-kit';
import { missing, notFound } from '../http/problems.ts';
import { AuditedChanges } from '../session/audited-changes.ts';
import type { OrgScope } from '../session/org-scope.ts';
import { ViewerScope } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { ConversationDetailReadModel } from './conversation-detail.read-model.ts';

const drawerParam = z.object({ id: uuid, drawer: drawerName });

/** Contents and actions of the panels beside a conversation that are not plain artifacts. */
@Controller('admin/conversations')
export class ConversationPanelsController {
  constructor(
    @Inject(ConversationDetailReadModel) private readonly detail: ConversationDetailReadModel,
    @Inject(ArtifactReadModel) private readonly artifacts: ArtifactReadModel,
    @Inject(ToolRegistry) private readonly registry: ToolRegistry,
    @Inject(Outbox) private readonly outboxTasks: Outbox,
    @Inject(AuditedChanges) private readonly changes: AuditedChanges,
  ) {}

  /** Lists that the pack computes from the current artifacts. */
  @Get(':id/drawers/:drawer')
  async lists(
    @ViewerScope() scope: OrgScope,
    @Param({ schema: drawerParam }) { id, drawer }: z.infer<typeof drawerParam>,
  ): Promise<DrawerLists> {
    const { orgId, pack } = await this.place(scope, id);
    scope.requireTexts(orgId, 'Artifacts contain user text');
    const spec = this.registry.pack(pack)?.drawers?.find(({ name }) => name === drawer);
    if (!spec?.lists) throw notFound(`Conversations of ${pack} have no panel ${drawer} with lists.`);
    return { lists: spec.lists(await this.contents(orgId, id, spec)) };
  }

  /** Has a worker write a summary now. `requested` is false while one is pending, because each costs a model call. */
  @Post(':id/summary')
  @HttpCode(202)
  async summarize(
    @CurrentViewer() viewer: Viewer,
    @ViewerScope() scope: OrgScope,
    @Param('id', { schema: uuid }) id: string,
  ): Promise<RequestedSummary> {
    const { orgId } = await this.place(scope, id);
    const requested = await this.changes.inOrg(viewer, orgId, async (tx) => {
      const added = await this.outboxTasks.addUnlessUnderWay(tx, {
        job: 'summarize',
        key: `${id}:now`,
        payload: { conversationId: id, atOnce: true },
        conversationId: id,
      });
      return added ? { action: 'conversation.summarize', target: `conversation:${id}` } : undefined;
    });
    return { requested };
  }

  private async contents(
    orgId: string,
    id: string,
    { kinds }: PanelSpec,
  ): Promise<Record<string, ArtifactContent>> {
    const found = await Promise.all(kinds.map((kind) => this.artifacts.find(orgId, id, kind)));
    return Object.fromEntries(found.flatMap((one) => (one ? [[one.kind, one.content]] : [])));
  }

  private async place(scope: OrgScope, id: string): Promise<{ orgId: string; pack: string }> {
    return (await this.detail.placeOf(scope, id)) ?? missing('There is no such conversation.');
  }
}

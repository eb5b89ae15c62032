import { Body, Controller, Inject, Param, Put } from '@nestjs/common';
import { uuid } from '#contracts';
import { conversationTools, type PutConversationTools } from '#contracts/console';
import { ProblemError } from '#http';
import { ToolRegistry } from '#tools';
import { setConversationTools } from '#turns';
import { notFound } from '../http/problems.ts';
import { AuditedChanges } from '../session/audited-changes.ts';
import { OrgToEdit } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';

type ConversationToolsAnswer = Pick<PutConversationTools, 'allowed' | 'denied'>;

@Controller('admin/conversations')
export class ConversationToolsController {
  constructor(
    @Inject(AuditedChanges) private readonly changes: AuditedChanges,
    @Inject(ToolRegistry) private readonly registry: ToolRegistry,
  ) {}

  @Put(':id/tools')
  async put(
    @CurrentViewer() viewer: Viewer,
    @Param('id', { schema: uuid }) id: string,
    @OrgToEdit() orgId: string,
    @Body({ schema: conversationTools }) { reason, ...tools }: PutConversationTools,
  ): Promise<ConversationToolsAnswer> {
    this.refuseUnknown(tools);
    await this.changes.inOrg(viewer, orgId, async (tx) => {
      const before = await setConversationTools(tx, id, tools);
      if (!before) throw notFound('There is no such conversation.');
      return {
        action: 'conversation.tools',
        target: `conversation:${id}`,
        before,
        after: tools,
        reason,
      };
    });
    return tools;
  }

  private refuseUnknown({ allowed, denied }: ConversationToolsAnswer): void {
    const errors = Object.entries({ allowed: allowed ?? [], denied }).flatMap(([field, names]) =>
      names.flatMap((name, index) =>
        this.registry.tool(name)
          ? []
          : [{ pointer: `/${field}/${index}`, detail: `there is no tool named ${name}` }],
      ),
    );
    if (errors.length === 0) return;
    const detail = errors.map((error) => error.detail).join('; ');
    throw new ProblemError(422, 'unknown-tool', `The request is invalid: ${detail}.`, { errors });
  }
}

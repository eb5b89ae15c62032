import { Inject, Injectable } from '@nestjs/common';
import type { ToolScopeQuery } from '#contracts/console';
import { Database } from '#database';
import { OrgService } from '#identity';
import { explainScope, everyTool, ToolRegistry, type LayerOutcome } from '#tools';
import { conversationToolsOf, disabledToolsOf } from '#turns';
import { missing, notFound, orgNeeded } from '../http/problems.ts';

/** Explains why a turn of an org can use a tool or not. */
@Injectable()
export class ToolScopes {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(OrgService) private readonly orgs: OrgService,
    @Inject(ToolRegistry) private readonly registry: ToolRegistry,
  ) {}

  /** @throws ProblemError 422 without an org, 404 for an unknown tool, agent or conversation. */
  async explain(orgId: string | null, tool: string, query: ToolScopeQuery): Promise<LayerOutcome[]> {
    const org = orgId === null ? null : await this.orgs.byId(orgId);
    if (!org) throw orgNeeded();
    const [pack = '', name = ''] = query.agent.split('/');
    if (!this.registry.agent(pack, name)) throw notFound(`There is no agent ${query.agent}.`);
    const settings = await this.orgs.settingsOf(org.id);
    const outcomes = explainScope(
      {
        registry: this.registry.effective(org.id),
        agent: { pack, name },
        orgPacks: org.packs,
        disabledTools: disabledToolsOf(settings),
        channel: query.channel,
        caller: query.caller,
        conversation: await this.conversation(org.id, query.conversation),
      },
      tool,
    );
    return outcomes ?? missing(`There is no tool named ${tool}.`);
  }

  private async conversation(orgId: string, id: string | undefined) {
    if (id === undefined) return everyTool;
    const own = await this.database.forOrg(orgId, (tx) => conversationToolsOf(tx, id));
    return own ?? missing('There is no such conversation.');
  }
}

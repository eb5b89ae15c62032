import { Controller, Get, Inject, Query } from '@nestjs/common';
import { pickedOrg, type PickedOrg } from '#contracts';
import { type ConsoleAgents } from '#contracts/console';
import { OrgService } from '#identity';
import { ToolRegistry } from '#tools';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';

/** The agents of an org's packs. */
@Controller('admin/agents')
export class AgentsController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(OrgService) private readonly orgs: OrgService,
    @Inject(ToolRegistry) private readonly registry: ToolRegistry,
  ) {}

  @Get()
  async list(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: pickedOrg }) { org: slug }: PickedOrg,
  ): Promise<ConsoleAgents> {
    const { orgId } = await this.scopes.of(viewer, slug);
    const org = orgId === null ? null : await this.orgs.byId(orgId);
    const packs = this.registry.packs.filter(({ name }) => org === null || org.packs.includes(name));
    const items = packs.flatMap((pack) =>
      pack.agents.map(({ name: agent, description }) => ({
        name: `${pack.name}/${agent}`,
        pack: pack.name,
        agent,
        description,
        tools: this.registry.agent(pack.name, agent)?.tools.length ?? 0,
      })),
    );
    return { items };
  }
}

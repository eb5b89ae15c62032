import { Controller, Get, Inject } from '@nestjs/common';
import { type ConsoleAgents } from '#contracts/console';
import { OrgService } from '#identity';
import { ToolRegistry } from '#tools';
import type { OrgScope } from '../session/org-scope.ts';
import { PickedScope } from '../session/picked-org.ts';

/** The agents of an org's packs. */
@Controller('admin/agents')
export class AgentsController {
  constructor(
    @Inject(OrgService) private readonly orgs: OrgService,
    @Inject(ToolRegistry) private readonly registry: ToolRegistry,
  ) {}

  @Get()
  async list(@PickedScope() { orgId }: OrgScope): Promise<ConsoleAgents> {
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

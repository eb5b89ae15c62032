import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { z } from 'zod';
import { addMcpServer, mcpServerName, type AddMcpServer, type ConsoleMcpServer } from '#contracts/console';
import { OrgService } from '#identity';
import { OrgServers, type ServerView } from '#mcp';
import { ToolRegistry } from '#tools';
import type { OrgScope } from '../session/org-scope.ts';
import { OrgToEdit, PickedScope } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';

const named = z.object({ name: mcpServerName });

/** MCP servers whose tools join the registry, with their states; the org's own can be added, approved and removed. */
@Controller('admin/mcp-servers')
export class McpServersController {
  constructor(
    @Inject(OrgServers) private readonly servers: OrgServers,
    @Inject(OrgService) private readonly orgs: OrgService,
    @Inject(ToolRegistry) private readonly registry: ToolRegistry,
  ) {}

  @Get()
  async list(@PickedScope() { orgId }: OrgScope): Promise<{ items: ConsoleMcpServer[] }> {
    const own = orgId === null ? null : await this.orgs.byId(orgId);
    // An org without the pack cannot use its tools, so the server of the pack is not listed for it.
    const servers = (await this.servers.list(orgId)).filter(
      ({ pack }) => own === null || pack === null || own.packs.includes(pack),
    );
    const tools = this.registry.effective(orgId);
    return { items: servers.map((server) => toView(server, (name) => tools.tool(name)?.held ?? false)) };
  }

  @Post()
  @HttpCode(204)
  async add(
    @CurrentViewer() viewer: Viewer,
    @OrgToEdit() orgId: string,
    @Body({ schema: addMcpServer }) body: AddMcpServer,
  ): Promise<void> {
    await this.servers.add(orgId, body, actorOf(viewer));
  }

  @Post(':name/approve')
  @HttpCode(204)
  async approve(
    @CurrentViewer() viewer: Viewer,
    @OrgToEdit() orgId: string,
    @Param({ schema: named }) { name }: z.infer<typeof named>,
  ): Promise<void> {
    await this.servers.approve(orgId, name, actorOf(viewer));
  }

  @Delete(':name')
  @HttpCode(204)
  async remove(
    @CurrentViewer() viewer: Viewer,
    @OrgToEdit() orgId: string,
    @Param({ schema: named }) { name }: z.infer<typeof named>,
  ): Promise<void> {
    await this.servers.remove(orgId, name, actorOf(viewer));
  }
}

function actorOf(viewer: Viewer) {
  return { ...viewer.actor, userId: viewer.user.id };
}

function toView(
  { name, pack, url, headerNames, approvedAt, health }: ServerView,
  isHeld: (tool: string) => boolean,
): ConsoleMcpServer {
  return {
    name,
    pack,
    url: url ?? null,
    headerNames: headerNames ?? [],
    approvedAt: approvedAt?.toISOString() ?? null,
    held: [...new Set(health.flatMap(({ tools }) => tools))].filter(isHeld),
    health: health.map(({ since, seenAt, ...rest }) => ({
      ...rest,
      since: since.toISOString(),
      seenAt: seenAt.toISOString(),
    })),
  };
}

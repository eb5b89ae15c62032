import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { z } from 'zod';
import { pickedOrg, type PickedOrg } from '#contracts';
import { addMcpServer, mcpServerName, type AddMcpServer, type ConsoleMcpServer } from '#contracts/console';
import { OrgService } from '#identity';
import { OrgServers, type ServerView } from '#mcp';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';

const named = z.object({ name: mcpServerName });

/**
 * MCP servers whose tools join the registry: state and tools of each, and the org's own servers to add,
 * approve and remove.
 */
@Controller('admin/mcp-servers')
export class McpServersController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(OrgServers) private readonly servers: OrgServers,
    @Inject(OrgService) private readonly orgs: OrgService,
  ) {}

  @Get()
  async list(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: pickedOrg }) { org }: PickedOrg,
  ): Promise<{ items: ConsoleMcpServer[] }> {
    const { orgId } = await this.scopes.of(viewer, org);
    const own = orgId === null ? null : await this.orgs.byId(orgId);
    // An org without the pack cannot use its tools, so the server of the pack is not listed for it.
    const servers = (await this.servers.list(orgId)).filter(
      ({ pack }) => own === null || pack === null || own.packs.includes(pack),
    );
    return { items: servers.map(toView) };
  }

  @Post()
  @HttpCode(204)
  async add(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: pickedOrg }) { org }: PickedOrg,
    @Body({ schema: addMcpServer }) body: AddMcpServer,
  ): Promise<void> {
    await this.servers.add(await this.scopes.toEdit(viewer, org), body, actorOf(viewer));
  }

  @Post(':name/approve')
  @HttpCode(204)
  async approve(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: pickedOrg }) { org }: PickedOrg,
    @Param({ schema: named }) { name }: z.infer<typeof named>,
  ): Promise<void> {
    await this.servers.approve(await this.scopes.toEdit(viewer, org), name, actorOf(viewer));
  }

  @Delete(':name')
  @HttpCode(204)
  async remove(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: pickedOrg }) { org }: PickedOrg,
    @Param({ schema: named }) { name }: z.infer<typeof named>,
  ): Promise<void> {
    await this.servers.remove(await this.scopes.toEdit(viewer, org), name, actorOf(viewer));
  }
}

function actorOf(viewer: Viewer) {
  return { ...viewer.actor, userId: viewer.user.id };
}

function toView({ name, pack, url, headerNames, approvedAt, health }: ServerView): ConsoleMcpServer {
  return {
    name,
    pack,
    url: url ?? null,
    headerNames: headerNames ?? [],
    approvedAt: approvedAt?.toISOString() ?? null,
    health: health.map(({ since, seenAt, ...rest }) => ({
      ...rest,
      since: since.toISOString(),
      seenAt: seenAt.toISOString(),
    })),
  };
}

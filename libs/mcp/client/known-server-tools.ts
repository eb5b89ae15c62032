import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#database';
import { Changes } from '#queue';
import { ToolRegistry, type ToolServer } from '#tools';
import { ToolError, type McpServerSpec, type Tool } from '#pack-kit';
import { serversOf } from './mcp-clients.ts';
import type { McpServerState } from './mcp-server-state.entity.ts';
import { McpServerRepository } from './mcp-server.repository.ts';
import type { ReportedTool } from './reported-tool.ts';
import { toolFromServer } from './tool-from-server.ts';

type KnownSpec = Pick<McpServerSpec, 'name' | 'overlay' | 'tools'>;

/**
 * Tools of MCP servers in a process without connections (the console), as reported by connected processes, with the
 * overlays of the packs. They can be viewed and edited there, not called.
 */
@Injectable()
export class KnownServerTools {
  private readonly known = new Map<string, string>();
  private unsubscribe: (() => void) | undefined;

  constructor(
    @Inject(ToolRegistry) private readonly registry: ToolRegistry,
    @Inject(Database) private readonly database: Database,
    @Inject(McpServerRepository) private readonly repository: McpServerRepository,
    @Inject(Changes) private readonly changes: Pick<Changes, 'subscribe'>,
  ) {}

  async start(): Promise<void> {
    await this.refresh();
    this.unsubscribe = this.changes.subscribe('mcp_servers', () => this.refresh());
  }

  stop(): void {
    this.unsubscribe?.();
  }

  private async refresh(): Promise<void> {
    const states = await this.database.asPlatform('servers of packs belong to no org', (tx) =>
      this.repository.states(tx),
    );
    const reportedTools = new Map<string, ReportedTool[]>();
    for (const { server, tools } of states) {
      // A process that has just started reports no tools yet.
      if (!reportedTools.get(server)?.length) reportedTools.set(server, tools);
    }
    for (const key of this.known.keys()) if (!reportedTools.has(key)) this.register(key, []);
    for (const [key, tools] of reportedTools) this.register(key, tools);
  }

  private register(key: string, tools: McpServerState['tools']): void {
    const content = JSON.stringify(tools);
    if (this.known.get(key) === content) return;
    const { server, spec } = this.serverOf(key);
    this.registry.setServerTools(
      server,
      tools.map((reported) => knownTool(reported, spec)),
    );
    if (tools.length === 0) this.known.delete(key);
    else this.known.set(key, content);
  }

  private serverOf(key: string): { server: ToolServer; spec: KnownSpec } {
    const ofPack = this.registry.packs.flatMap(serversOf).find(({ server }) => server.key === key);
    if (ofPack) return ofPack;
    const [first = '', second = '', name = ''] = key.split('/');
    // A server of a pack that this process does not have: its tools are shown but cannot be used.
    if (first !== 'org')
      return { server: { key, name: second, orgId: null, pack: first }, spec: { name: second } };
    return { server: { key, name, orgId: second, pack: null }, spec: { name } };
  }
}

/** Execution parts of a tool that can be viewed in this process but not called. */
export const uncallable = {
  away: () => undefined,
  call: async () => {
    throw new ToolError('UPSTREAM_UNAVAILABLE', 'This process is not connected to MCP servers.');
  },
};

function knownTool({ name, description, parameters, told }: ReportedTool, spec: KnownSpec): Tool {
  const definition = told ?? { name, description };
  return toolFromServer({ ...definition, inputSchema: { ...parameters, type: 'object' } }, spec, uncallable);
}

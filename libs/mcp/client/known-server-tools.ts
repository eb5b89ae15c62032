import type { Database } from '#database';
import { z } from 'zod';
import { defineTool, ToolError, type Tool, type ToolRegistry } from '#tools';
import type { Changes } from '#queue';
import type { McpServerRepository, ReportedState } from './mcp-server.repository.ts';

/**
 * The tools of servers in a process that connects to none of them (the console): as those that are connected have told.
 * They can be looked at and edited there, not called.
 */
export class KnownServerTools {
  private readonly known = new Map<string, string>();
  private unsubscribe: (() => void) | undefined;

  constructor(
    private readonly registry: ToolRegistry,
    private readonly database: Database,
    private readonly repository: McpServerRepository,
    private readonly changes: Changes,
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
    const byServer = new Map(states.toReversed().map((state) => [state.server, state]));
    for (const key of this.known.keys()) if (!byServer.has(key)) this.take(key, []);
    for (const [key, { tools }] of byServer) this.take(key, tools);
  }

  private take(key: string, tools: ReportedState['tools']): void {
    const content = JSON.stringify(tools);
    if (this.known.get(key) === content) return;
    const [first = '', second = '', third] = key.split('/');
    const server =
      first === 'org'
        ? { key, name: third ?? '', orgId: second, pack: null }
        : { key, name: second, orgId: null, pack: first };
    this.registry.setServerTools(
      server,
      tools.map((told) => knownTool(told, server.name)),
    );
    if (tools.length === 0) this.known.delete(key);
    else this.known.set(key, content);
  }
}

function knownTool({ name, description, parameters }: ReportedState['tools'][number], server: string): Tool {
  return defineTool({
    name,
    description,
    category: server,
    input: z.looseObject({}),
    parameters,
    whenToUse: [description],
    examples: [name.replaceAll('_', ' ')],
    tier: 'deferred',
    channels: ['chat', 'voice'],
    role: 'any',
    sideEffect: 'external',
    intents: [],
    source: 'mcp',
    execute: () => {
      throw new ToolError('UPSTREAM_UNAVAILABLE', 'This process is not connected to MCP servers.');
    },
  });
}

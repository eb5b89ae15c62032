import { Inject, Injectable } from '@nestjs/common';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { PinoLogger } from 'nestjs-pino';
import { ToolRegistry } from '#tools';
import type { McpConnection, OpenedConnection } from '../server/mcp-connection.ts';
import { McpServers } from '../server/mcp-servers.ts';
import type { McpLogger } from '../server/protocol-errors.ts';
import { noState } from '../server/session-state.ts';

/** Maximum number of cached endpoints; the least recently used is evicted. */
const MAX_ENDPOINTS = 500;

/** Connection and permissions of a request, passed to its server. */
export interface ModernRequest {
  connection: McpConnection;
  opened: OpenedConnection;
}

/** Answers requests of the revision 2026-07-28, which has no sessions. One endpoint per org keeps notifications within the org. */
@Injectable()
export class ModernEndpoints {
  private readonly kept = new Map<string, { endpoint: McpHttpHandler; tools: string }>();
  private unsubscribe: (() => void) | undefined;

  constructor(
    @Inject(McpServers) private readonly servers: McpServers,
    @Inject(ToolRegistry) private readonly registry: ToolRegistry,
    @Inject(PinoLogger) private readonly logger: McpLogger,
  ) {}

  start(): void {
    this.unsubscribe = this.registry.onChange(() => this.notifyToolChanges());
  }

  async close(): Promise<void> {
    this.unsubscribe?.();
    await Promise.all([...this.kept.values()].map(({ endpoint }) => endpoint.close()));
    this.kept.clear();
  }

  answer(request: Request, parsedBody: unknown, modern: ModernRequest): Promise<Response> {
    const { org, keyId } = modern.connection;
    const authInfo = { token: '', clientId: keyId ?? '', scopes: ['mcp'], extra: { modern } };
    return this.endpointOf(org.id).fetch(request, { parsedBody, authInfo });
  }

  private endpointOf(orgId: string): McpHttpHandler {
    const kept = this.kept.get(orgId) ?? { endpoint: this.make(), tools: this.toolsOf(orgId) };
    this.kept.delete(orgId);
    this.kept.set(orgId, kept);
    const oldest = this.kept.entries().next();
    if (this.kept.size > MAX_ENDPOINTS && !oldest.done) {
      this.kept.delete(oldest.value[0]);
      void oldest.value[1].endpoint.close();
    }
    return kept.endpoint;
  }

  private make(): McpHttpHandler {
    return createMcpHandler(
      ({ authInfo }) => {
        const modern = authInfo?.extra?.modern as ModernRequest | undefined;
        if (!modern) throw new TypeError('A request came without its connection');
        const { connection, opened } = modern;
        return this.servers.build({ connection, opened, state: noState, open: async () => opened });
      },
      {
        legacy: 'reject',
        onerror: (error) => this.logger.warn({ err: error }, 'an MCP client violated the protocol'),
      },
    );
  }

  private notifyToolChanges(): void {
    for (const [orgId, kept] of this.kept) {
      const tools = this.toolsOf(orgId);
      if (tools !== kept.tools) kept.endpoint.notify.toolsChanged();
      kept.tools = tools;
    }
  }

  /** Fingerprint of the org's tools, as far as clients see them. */
  private toolsOf(orgId: string): string {
    const { tools } = this.registry.effective(orgId);
    return JSON.stringify(
      tools.map(({ tool, metadata, off, held, definitionHash }) => [
        tool.name,
        metadata,
        off,
        held,
        definitionHash,
      ]),
    );
  }
}

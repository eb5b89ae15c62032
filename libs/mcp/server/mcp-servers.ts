import { Inject, Injectable } from '@nestjs/common';
import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { PinoLogger } from 'nestjs-pino';
import { Database } from '#database';
import { ToolExecutor, ToolRegistry } from '#tools';
import { callTool, type CallPorts } from './call-tool.ts';
import { CheckedServer } from './checked-server.ts';
import { ResourcesAndPrompts } from './resources-and-prompts.ts';
import { listedTool, listingOf } from './listed-tools.ts';
import type { McpConnection, OpenedConnection } from './mcp-connection.ts';
import { withProtocolErrors, type McpLogger } from './protocol-errors.ts';
import { MAX_SESSION_ITEMS, type SessionState } from './session-state.ts';
import { TOOL_FINDER, type ToolFinder } from './tool-discovery.ts';

const NOT_SUBSCRIBED = `Not subscribed: subscriptions need a session over HTTP, which has at most ${MAX_SESSION_ITEMS}.`;

/** Server version reported to clients; increased when a tool, resource or prompt changes its meaning. */
const VERSION = '1.0.0';

const CAPABILITIES = {
  tools: { listChanged: true },
  prompts: {},
  completions: {},
  logging: {},
};

export interface Served {
  connection: McpConnection;
  /** Permissions at the start; the first pack names the server. */
  opened: OpenedConnection;
  state: SessionState;
  /** Reads the current permissions; for a server of a single request, returns `opened`. */
  open: (signal: AbortSignal) => Promise<OpenedConnection>;
  /** Present for a session over HTTP, whose streams report changes of resources. */
  subscribe?: true;
  /** True if the client reads no other messages than answers. */
  answersOnly?: boolean;
}

/** Builds the MCP server of one client, with the tools, resources and prompts that its key may use. */
@Injectable()
export class McpServers {
  private readonly ports: CallPorts;

  constructor(
    @Inject(ToolRegistry) registry: ToolRegistry,
    @Inject(ToolExecutor) executor: ToolExecutor,
    @Inject(TOOL_FINDER) finder: ToolFinder,
    @Inject(PinoLogger) logger: McpLogger,
    @Inject(Database) private readonly database: Database,
  ) {
    this.ports = { registry, executor, finder, logger };
  }

  build(served: Served): Server {
    const name = served.opened.packs[0]?.title ?? 'Turnpike';
    const capabilities = { ...CAPABILITIES, resources: { subscribe: served.subscribe } };
    const server = new CheckedServer({ name, version: VERSION }, { capabilities });
    server.onerror = (error) => this.ports.logger.warn({ err: error }, 'an MCP client violated the protocol');
    this.serveTools(server, served);
    this.serveResources(server, served);
    this.servePrompts(server, served);
    return server;
  }

  private serveTools(server: Server, { connection, state, open, answersOnly }: Served): void {
    server.setRequestHandler('tools/list', ({ params }, { mcpReq }) =>
      this.answering('tools/list', async () => {
        refuseCursor(params);
        const { caller } = await open(mcpReq.signal);
        const { listed } = listingOf(caller.scope, { all: connection.allTools, found: state.found() });
        return { tools: listed.map((entry) => listedTool(entry, caller)) };
      }),
    );
    server.setRequestHandler('tools/call', ({ params }, context) =>
      this.answering(
        'tools/call',
        async () => {
          const { caller } = await open(context.mcpReq.signal);
          return callTool(this.ports, { server, connection, state, answersOnly, caller, params, context });
        },
        context.mcpReq.signal,
      ),
    );
  }

  private serveResources(server: Server, served: Served): void {
    server.setRequestHandler('resources/list', async ({ params }, { mcpReq }) => {
      refuseCursor(params);
      return { resources: (await this.offered(served, mcpReq.signal)).resources };
    });
    server.setRequestHandler('resources/templates/list', async ({ params }, { mcpReq }) => {
      refuseCursor(params);
      return { resourceTemplates: (await this.offered(served, mcpReq.signal)).templates };
    });
    server.setRequestHandler('resources/read', ({ params }, { mcpReq }) =>
      this.answering('resources/read', async () =>
        (await this.offered(served, mcpReq.signal)).read(params.uri),
      ),
    );
    server.setRequestHandler('resources/subscribe', ({ params }, { mcpReq }) =>
      this.answering('resources/subscribe', async () => {
        await (await this.offered(served, mcpReq.signal)).read(params.uri);
        if (!(await served.state.subscribe(params.uri)))
          throw new ProtocolError(ProtocolErrorCode.InvalidRequest, NOT_SUBSCRIBED);
        return {};
      }),
    );
    server.setRequestHandler('resources/unsubscribe', async ({ params }) => {
      await served.state.unsubscribe(params.uri);
      return {};
    });
  }

  private servePrompts(server: Server, served: Served): void {
    server.setRequestHandler('prompts/list', async ({ params }, { mcpReq }) => {
      refuseCursor(params);
      return { prompts: (await this.offered(served, mcpReq.signal)).prompts };
    });
    server.setRequestHandler('prompts/get', ({ params }, { mcpReq }) =>
      this.answering('prompts/get', async () =>
        (await this.offered(served, mcpReq.signal)).prompt(params.name, params.arguments),
      ),
    );
    server.setRequestHandler('completion/complete', ({ params }, { mcpReq }) =>
      this.answering('completion/complete', async () =>
        (await this.offered(served, mcpReq.signal)).complete(params.ref, params.argument),
      ),
    );
  }

  private async offered({ open }: Served, signal: AbortSignal): Promise<ResourcesAndPrompts> {
    return this.answering('open', async () => new ResourcesAndPrompts(await open(signal), this.database));
  }

  private answering<Result>(
    method: string,
    work: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return withProtocolErrors(this.ports.logger, method, work, signal);
  }
}

/** Rejects cursors: every list is returned as one page. @throws ProtocolError */
function refuseCursor(params: { cursor?: string } | undefined): void {
  if (params?.cursor !== undefined)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'Unknown cursor: lists are returned as one page.',
    );
}

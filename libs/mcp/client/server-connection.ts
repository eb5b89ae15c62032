import { Client } from '@modelcontextprotocol/client';
import type { Clock } from '#config';
import type { McpServerAddress, McpServerSpec, Tool, ToolContext } from '#tools';
import { answerOf, failureOf } from './answer-of-server.ts';
import type { McpServerStateName } from './mcp-server-state.entity.ts';
import { openTransport, type StreamingHttp } from './open-transport.ts';
import { toolFromServer } from './tool-from-server.ts';

/** Waits before the next try: 1, 2, 4 … 30 s; a connection that has held begins anew. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** For the handshake and the list of tools. */
const CONNECT_TIMEOUT_MS = 10_000;
/** A call may take as long as the executor lets it; this only ends what nobody waits for. */
const CALL_TIMEOUT_MS = 600_000;
/** The revision in which changes are told to those who listen; in older ones to everybody. */
const LISTENING_REVISION = '2026-07-28';
/** Tools of one server that are taken. */
const MAX_TOOLS = 500;

export interface ConnectionParts {
  http: StreamingHttp;
  clock: Clock;
  logger: { info(context: object, message: string): void; warn(context: object, message: string): void };
  /** Told when the list of tools is known anew, and when the server comes or goes. */
  changed(connection: ServerConnection): Promise<void>;
}

/** One MCP server as this process sees it: connected, or on its way back. Lists its tools, and calls them. */
export class ServerConnection {
  state: McpServerStateName = 'connecting';
  error: string | null = null;
  since: Date;
  restarts = 0;
  tools: Tool[] = [];
  private client: Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private waitMs = FIRST_WAIT_MS;
  private closed = false;

  constructor(
    readonly key: string,
    readonly spec: Pick<McpServerSpec, 'name' | 'overlay' | 'tools'> & { address: McpServerAddress },
    private readonly parts: ConnectionParts,
  ) {
    this.since = parts.clock.now();
  }

  /** Tries to connect, and goes on trying until it is closed. */
  async start(): Promise<void> {
    if (this.closed) return;
    try {
      await this.connect();
    } catch (error) {
      await this.lost(error);
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.client?.close().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const { http, logger } = this.parts;
    const client = new Client(
      { name: 'turnpike', version: '1.0.0' },
      { versionNegotiation: { mode: 'auto' } },
    );
    const relist = () => void this.list(client).catch((error: unknown) => this.lost(error));
    client.setNotificationHandler('notifications/tools/list_changed', relist);
    client.onerror = (error) =>
      logger.warn({ err: error, server: this.key }, 'an MCP server broke the protocol');
    client.onclose = () => {
      if (this.client === client) void this.lost(new Error('the connection was closed'));
    };
    const tell = (line: string) => logger.info({ server: this.key, line }, 'an MCP server says');
    try {
      await client.connect(openTransport(this.spec.address, http, tell), { timeout: CONNECT_TIMEOUT_MS });
      this.client = client;
      // The newer revision tells of changes to those who listen, before the first list so that none is missed.
      if (client.getNegotiatedProtocolVersion() === LISTENING_REVISION)
        await client.listen({ toolsListChanged: true });
      await this.list(client);
    } catch (error) {
      this.client = undefined;
      await client.close().catch(() => undefined);
      throw error;
    }
  }

  private async list(client: Client): Promise<void> {
    const { tools } = await client.listTools(undefined, {
      timeout: CONNECT_TIMEOUT_MS,
      cacheMode: 'refresh',
    });
    this.tools = tools.slice(0, MAX_TOOLS).map((told) =>
      toolFromServer(told, this.spec, {
        away: () => this.away,
        call: (name, args, context) => this.call(name, args, context),
      }),
    );
    this.waitMs = FIRST_WAIT_MS;
    await this.enter('ready', null);
  }

  private get away(): string | undefined {
    return this.state === 'ready'
      ? undefined
      : `the MCP server ${this.spec.name} is away (${this.error ?? 'not connected yet'})`;
  }

  private async call(name: string, args: Record<string, unknown>, context: ToolContext): Promise<unknown> {
    const { client } = this;
    if (!client) throw failureOf(undefined, this.spec.name);
    try {
      const answer = await client.callTool(
        { name, arguments: args, _meta: { 'turnpike/idempotencyKey': context.idempotencyKey } },
        {
          signal: context.signal,
          timeout: CALL_TIMEOUT_MS,
          ...(context.progress && {
            onprogress: ({ progress, total, message }) =>
              context.progress?.({ done: progress, total, message }),
          }),
        },
      );
      return answerOf(answer);
    } catch (error) {
      context.signal.throwIfAborted();
      throw failureOf(error, this.spec.name);
    }
  }

  private async lost(error: unknown): Promise<void> {
    if (this.closed) return;
    const { client } = this;
    this.client = undefined;
    clearTimeout(this.timer);
    this.restarts += 1;
    this.timer = setTimeout(() => void this.start(), this.waitMs);
    this.timer.unref();
    this.waitMs = Math.min(this.waitMs * 2, LONGEST_WAIT_MS);
    this.parts.logger.warn({ err: error, server: this.key }, 'an MCP server is away; it is tried again');
    await client?.close().catch(() => undefined);
    await this.enter('away', error instanceof Error ? error.message : String(error));
  }

  private async enter(state: McpServerStateName, error: string | null): Promise<void> {
    if (this.state !== state) this.since = this.parts.clock.now();
    this.state = state;
    this.error = error;
    await this.parts.changed(this);
  }
}

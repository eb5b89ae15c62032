import { SdkError, SdkErrorCode, type Client } from '@modelcontextprotocol/client';
import type { Clock } from '#config';
import { TurnpikeError } from '#contracts';
import type { McpServerAddress, McpServerSpec, Tool, ToolContext, ToolListing } from '#pack-kit';
import { answerOf, failureOf } from './answer-of-server.ts';
import { answerTimeoutMs, connectClient } from './connect-client.ts';
import type { McpServerStateName } from './mcp-server-state.entity.ts';
import type { NamedVariables, StreamingHttp } from './open-transport.ts';
import { toolFromServer } from './tool-from-server.ts';

/** Backoff between attempts: 1, 2, 4 … 30 s. A successful tool list resets it. */
const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 30_000;
/** Upper limit for abandoned calls; the executor sets the actual timeout of a call. */
const CALL_TIMEOUT_MS = 600_000;
/** Revision in which a client must subscribe to change notifications; older revisions send them always. */
const SUBSCRIBING_REVISION = '2026-07-28';
/** Maximum number of tools of one server; further tools are ignored, which is logged. */
const MAX_TOOLS = 500;

export interface ConnectionParts {
  http: StreamingHttp;
  variables: NamedVariables;
  clock: Clock;
  logger: { info(context: object, message: string): void; warn(context: object, message: string): void };
  /** Reason why no connection is possible; reported as the error of the state `away`. */
  unusable?: Error | undefined;
  /** Called when the tool list or the state of the connection changes. */
  changed(connection: ServerConnection): Promise<void>;
}

/** Connection of this process to one MCP server: lists and calls its tools, and reconnects after a failure. */
export class ServerConnection {
  state: McpServerStateName = 'connecting';
  error: string | null = null;
  since: Date;
  restarts = 0;
  tools: Tool[] = [];
  private client: Client | undefined;
  private waking: Promise<void> | undefined;
  private endAttempt: (() => Promise<void>) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private backoffMs = FIRST_BACKOFF_MS;
  private closed = false;

  constructor(
    readonly key: string,
    readonly spec: Pick<McpServerSpec, 'name' | 'overlay' | 'tools' | 'lists'> & {
      address: McpServerAddress;
    },
    private readonly parts: ConnectionParts,
  ) {
    this.since = parts.clock.now();
  }

  /** Takes the tools from the pack's list; without a list, connects and retries until closed. */
  async start(): Promise<void> {
    if (this.spec.lists) {
      this.tools = this.toolsFrom(this.spec.lists);
      await this.enter('idle', null);
    } else await this.tryToConnect();
  }

  /** Starts an idle server; concurrent calls wait for the same start. */
  private wake(): Promise<void> {
    this.waking ??= this.tryToConnect();
    return this.waking;
  }

  private async tryToConnect(): Promise<void> {
    if (this.closed) return;
    try {
      if (this.parts.unusable) throw this.parts.unusable;
      await this.connect();
    } catch (error) {
      await this.lost(error);
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await Promise.all([this.endAttempt?.(), this.client?.close()]).catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const { http, variables, logger } = this.parts;
    const tell = (line: string) => logger.info({ server: this.key, line }, 'an MCP server wrote to stderr');
    let client: Client | undefined;
    try {
      client = await connectClient(this.spec.address, {
        http,
        variables,
        tell,
        onAttempt: (attempted, end) => this.follow(attempted, end),
      });
      this.client = client;
      // Subscribe before the first list, so that no change is missed.
      if (client.getNegotiatedProtocolVersion() === SUBSCRIBING_REVISION)
        await client.listen({ toolsListChanged: true });
      await this.list(client);
    } catch (error) {
      this.client = undefined;
      await client?.close().catch(() => undefined);
      throw error;
    } finally {
      this.endAttempt = undefined;
    }
  }

  private follow(client: Client, end: () => Promise<void>): void {
    if (this.closed) throw new Error('The connection was closed while it was made.');
    this.endAttempt = end;
    client.setNotificationHandler('notifications/tools/list_changed', () => void this.relist(client));
    client.onerror = (error) =>
      this.parts.logger.warn({ err: error, server: this.key }, 'an MCP server violated the protocol');
    client.onclose = () => {
      if (this.client === client) void this.lost(new Error('the connection was closed'));
    };
  }

  /** Lists the tools again, and retries after a timeout. A reconnect would end the running calls. */
  private async relist(client: Client): Promise<void> {
    const isCurrent = () => this.client === client;
    try {
      await this.list(client);
    } catch (error) {
      // The list of an earlier client failed, which does not concern the current one.
      if (!isCurrent()) return;
      if (!(error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)) return this.lost(error);
      this.parts.logger.warn(
        { err: error, server: this.key },
        'an MCP server did not list its tools in time',
      );
      return this.relist(client);
    }
  }

  private async list(client: Client): Promise<void> {
    const { tools } = await client.listTools(undefined, {
      timeout: answerTimeoutMs(this.spec.address),
      cacheMode: 'refresh',
    });
    if (this.closed) throw new Error('The connection was closed while its tools were listed.');
    if (tools.length > MAX_TOOLS)
      this.parts.logger.warn(
        { server: this.key, listed: tools.length, ignored: tools.length - MAX_TOOLS },
        'an MCP server lists too many tools; the last ones are ignored',
      );
    this.tools = this.toolsFrom(tools.slice(0, MAX_TOOLS));
    this.backoffMs = FIRST_BACKOFF_MS;
    await this.enter('ready', null);
  }

  private toolsFrom(listed: readonly ToolListing[]): Tool[] {
    return listed.map((listing) =>
      toolFromServer(listing, this.spec, {
        away: () => this.away,
        start: () => (this.state === 'idle' ? this.wake() : undefined),
        call: (name, args, context) => this.call(name, args, context),
      }),
    );
  }

  private get away(): string | undefined {
    return this.state === 'ready' || this.state === 'idle'
      ? undefined
      : `the MCP server ${this.spec.name} is away (${this.error ?? 'not connected yet'})`;
  }

  private async call(name: string, args: Record<string, unknown>, context: ToolContext): Promise<unknown> {
    if (this.state === 'idle') {
      await this.wake();
      context.signal.throwIfAborted();
    }
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
    this.timer = setTimeout(() => void this.tryToConnect(), this.backoffMs);
    this.timer.unref();
    this.backoffMs = Math.min(this.backoffMs * 2, MAX_BACKOFF_MS);
    this.parts.logger.warn({ err: error, server: this.key }, 'an MCP server is away; it is retried');
    await client?.close().catch(() => undefined);
    await this.enter('away', reasonOf(error));
  }

  private async enter(state: McpServerStateName, error: string | null): Promise<void> {
    if (this.state !== state) this.since = this.parts.clock.now();
    this.state = state;
    this.error = error;
    await this.parts.changed(this);
  }
}

/** Error text for the state. The SDK wraps errors of the start; an error of ours in `cause` is used without the wrapper. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof TurnpikeError ? error.cause.message : error.message;
}

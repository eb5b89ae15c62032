import type { Client } from '@modelcontextprotocol/client';
import type { Clock } from '#config';
import type { McpServerAddress, McpServerSpec, Tool, ToolContext, ToolListing } from '#pack-kit';
import { describedContent } from './answer-content.ts';
import { answerOf, failureOf } from './answer-of-server.ts';
import { isAnswer, isRefusal, isTimeout, reasonOf } from './connection-failure.ts';
import { answerTimeoutMs, connectClient } from './connect-client.ts';
import type { McpServerStateName } from './mcp-server-state.entity.ts';
import type { NamedVariables, StreamingHttp } from './open-transport.ts';
import { toolFromServer } from './tool-from-server.ts';

/**
 * Backoff between attempts: 1, 2, 4 … s. A successful tool list resets it. The tools of an address are available within
 * 10 s of its return; starting a process costs more than a request.
 */
const FIRST_BACKOFF_MS = 1_000;
const MAX_ADDRESS_BACKOFF_MS = 5_000;
const MAX_PROCESS_BACKOFF_MS = 30_000;
/** Interval of the checks whether a connected server still answers this client. */
const CHECK_MS = 5_000;
/** Upper limit for abandoned calls; the executor sets the actual timeout of a call. */
const CALL_TIMEOUT_MS = 600_000;
/** A server that has forgotten a session refuses the other calls of it within this time. */
const REFUSED_WITHIN_MS = 500;
const FORGOTTEN = 'it has forgotten the session and is asked for a new one';
/** Revision in which a client must subscribe to change notifications; older revisions send them always. */
const SUBSCRIBING_REVISION = '2026-07-28';
/** Maximum number of tools of one server; further tools are ignored, which is logged. */
const MAX_TOOLS = 500;

export interface ConnectionParts {
  http: StreamingHttp;
  /** Reads variables of the deployment, for the server processes of packs. */
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
  private endAttempt: (() => Promise<void>) | undefined;
  /** The next check of a connected server, or the next attempt to connect. */
  private timer: NodeJS.Timeout | undefined;
  private checking: Promise<void> | undefined;
  /** The start of an idle server, or the end of the last lost connection, with a new session if it was only forgotten. */
  private renewing: Promise<void> | undefined;
  private runningCalls = 0;
  /** The client whose subscription to changes is open (newer revision only). */
  private subscribed: Client | undefined;
  /** True if the tool list, or the subscription to its changes, has to be renewed. */
  private stale = false;
  /** Start of the last attempt to connect, on the clock of `performance`. */
  private attemptedAt = 0;
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

  /** Starts an idle server, or waits for the renewal of its session; concurrent calls wait for the same one. */
  private wake(): Promise<void> | undefined {
    if (this.state === 'idle') return (this.renewing ??= this.tryToConnect());
    return this.isRenewing ? this.renewing : undefined;
  }

  private async tryToConnect(): Promise<void> {
    if (this.closed) return;
    this.attemptedAt = performance.now();
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
    const { client } = this;
    this.client = undefined;
    await Promise.all([this.endAttempt?.(), client?.close()]).catch(() => undefined);
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
      await this.subscribeAndList(client);
      this.checkLater(client);
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
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      this.stale = true;
      if (this.client === client) void this.check(client, true);
    });
    client.onerror = (error) => {
      this.parts.logger.warn(
        { reason: reasonOf(error), server: this.key },
        'a message of an MCP server was not received or not understood',
      );
      // A broken stream is the first sign of a restart.
      if (this.client === client) void this.check(client);
    };
    client.onclose = () => {
      if (this.client === client) void this.lost(new Error('the connection was closed'));
    };
  }

  /** Subscribes before the list, so that no change is missed. */
  private async subscribeAndList(client: Client): Promise<void> {
    this.stale = false;
    const announces = client.getServerCapabilities()?.tools?.listChanged === true;
    if (announces && isSubscribing(client) && this.subscribed !== client) {
      const { closed } = await client.listen({ toolsListChanged: true });
      this.subscribed = client;
      void closed.then(() => {
        if (this.client !== client) return;
        [this.subscribed, this.stale] = [undefined, true];
        void this.check(client);
      });
    }
    await this.list(client);
  }

  private checkLater(client: Client): void {
    this.timer = setTimeout(() => {
      void this.check(client, true).then(() => this.client === client && this.checkLater(client));
    }, CHECK_MS);
    this.timer.unref();
  }

  /**
   * Checks that the server still answers this client, and reconnects if not: it may have restarted, forgotten the session
   * or hung. Concurrent checks are one.
   *
   * @param renew also renews what is stale. The check after the end of a subscription does not, so that a server which ends
   *   each of them is not asked in a loop.
   */
  private check(client: Client, renew = false): Promise<void> {
    this.checking ??= this.probe(client, renew)
      .catch(async (error: unknown) => {
        // A busy server may be slow, and a reconnect would end its calls.
        const isBusy = isTimeout(error) && this.runningCalls > 0;
        if (this.client === client && !isBusy && !isAnswer(error)) await this.lost(error);
      })
      .finally(() => (this.checking = undefined));
    return this.checking;
  }

  private async probe(client: Client, renew: boolean): Promise<void> {
    const options = { timeout: answerTimeoutMs(this.spec.address) };
    if (renew && this.stale) await this.subscribeAndList(client);
    else if (isSubscribing(client)) await client.discover(options);
    else await client.ping(options);
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
        start: () => this.wake(),
        call: (name, args, context) => this.call(name, args, context),
      }),
    );
  }

  /** True while a new session replaces one that the server has forgotten. Calls wait for it. */
  private get isRenewing(): boolean {
    return this.state === 'away' && this.error === FORGOTTEN;
  }

  private get away(): string | undefined {
    return this.state === 'ready' || this.state === 'idle' || this.isRenewing
      ? undefined
      : `the MCP server ${this.spec.name} is away (${this.error ?? 'not connected yet'})`;
  }

  private async call(
    name: string,
    args: Record<string, unknown>,
    context: ToolContext,
    isAgain = false,
  ): Promise<unknown> {
    if (!this.client) await (this.wake() ?? this.renewing);
    context.signal.throwIfAborted();
    const { client } = this;
    if (!client) throw failureOf(undefined, this.spec.name);
    try {
      return await this.send(client, name, args, context);
    } catch (error) {
      context.signal.throwIfAborted();
      const failure = failureOf(error, this.spec.name);
      if (failure === error || isAnswer(error) || isTimeout(error)) throw failure;
      // The executor repeats only calls that may be repeated, and only if the server is back by then.
      await this.check(client);
      // Another call may have met the refusal first.
      await this.renewing;
      context.signal.throwIfAborted();
      // The server refuses an unknown session before it reads the call, so the call has not run.
      if (isAgain || !isRefusal(error) || !this.client || this.client === client) throw failure;
      return this.call(name, args, context, true);
    }
  }

  private async send(
    client: Client,
    name: string,
    args: Record<string, unknown>,
    context: ToolContext,
  ): Promise<unknown> {
    const { idempotencyKey, signal, progress } = context;
    this.runningCalls += 1;
    try {
      const answer = await client.callTool(
        { name, arguments: args, _meta: { 'turnpike/idempotencyKey': idempotencyKey } },
        {
          signal,
          timeout: CALL_TIMEOUT_MS,
          ...(progress && {
            onprogress: ({ progress: done, total, message }) => progress({ done, total, message }),
          }),
        },
      );
      return answerOf(answer, await describedContent(answer.content, context));
    } finally {
      this.runningCalls -= 1;
    }
  }

  /** Connects again: at once if the server has only forgotten the session, otherwise with backoff. */
  private async lost(error: unknown): Promise<void> {
    if (this.closed) return;
    const { client } = this;
    const hasForgotten = client !== undefined && isRefusal(error);
    this.client = undefined;
    this.restarts += 1;
    // Not the error itself: it may contain a whole page of the server.
    const reason = hasForgotten ? FORGOTTEN : reasonOf(error);
    this.parts.logger.warn({ reason, server: this.key }, 'an MCP server is away; it is retried');
    clearTimeout(this.timer);
    if (!hasForgotten) this.connectLater(client ? 0 : performance.now() - this.attemptedAt);
    // The state changes before the running calls end, so that they are not repeated on a server that is away.
    const entered = this.enter('away', reason);
    this.renewing = (async () => {
      const close = () => client?.close().catch(() => undefined);
      // Closed at once, calls that the server is about to refuse would end with an unknown outcome.
      if (hasForgotten) setTimeout(() => void close(), REFUSED_WITHIN_MS).unref();
      else await close();
      await entered;
      if (hasForgotten) await this.tryToConnect();
    })();
    await this.renewing;
  }

  /** @param waitedMs duration of the failed attempt: the timeout of a server that hangs is longer than the pause. */
  private connectLater(waitedMs: number): void {
    this.timer = setTimeout(() => void this.tryToConnect(), Math.max(0, this.backoffMs - waitedMs));
    this.timer.unref();
    const most = 'url' in this.spec.address ? MAX_ADDRESS_BACKOFF_MS : MAX_PROCESS_BACKOFF_MS;
    this.backoffMs = Math.min(this.backoffMs * 2, most);
  }

  private async enter(state: McpServerStateName, error: string | null): Promise<void> {
    if (this.state !== state) this.since = this.parts.clock.now();
    this.state = state;
    this.error = error;
    await this.parts.changed(this);
  }
}

function isSubscribing(client: Client): boolean {
  return client.getNegotiatedProtocolVersion() === SUBSCRIBING_REVISION;
}

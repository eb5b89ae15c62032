import { createHash } from 'node:crypto';
import type { Database } from '#database';
import type { ToolRegistry } from '#tools';
import { Face } from '../server/face.ts';
import { listedTool, listingOf } from '../server/listed-tools.ts';
import type { McpConnection, OpenedConnection } from '../server/mcp-connection.ts';
import type { McpLogger } from '../server/protocol-errors.ts';
import { eventStream, type EventSink } from './event-stream.ts';
import type { StoredSession } from './mcp-session.repository.ts';

/** Resources that a client has subscribed to are looked at this often. */
const LOOK_MS = 5_000;

export interface StreamedSession {
  connection: McpConnection;
  /** A fresh look at what the client may use. */
  open(signal: AbortSignal): Promise<OpenedConnection>;
  /** As it is stored now; undefined when it has ended. */
  session(): Promise<StoredSession | undefined>;
}

/** The stream on which a client hears what has changed since it asked: its list of tools, and resources it subscribed to. */
export class SessionStreams {
  private readonly open = new Set<() => void>();

  constructor(
    private readonly database: Database,
    private readonly registry: ToolRegistry,
    private readonly logger: McpLogger,
  ) {}

  async stream(streamed: StreamedSession, headers: Record<string, string>): Promise<Response> {
    const controller = new AbortController();
    const { response, sink } = eventStream(headers, () => end());
    const watch = new Watch(streamed, this.database, sink, controller.signal);
    await watch.look({ tell: false });
    const tryLook = () =>
      watch.look({ tell: true }).catch((error: unknown) => {
        this.logger.warn({ err: error }, 'an MCP client could not be told what has changed');
      });
    const unsubscribe = this.registry.onChange(() => void tryLook());
    const timer = setInterval(() => void tryLook(), LOOK_MS);
    const end = () => {
      controller.abort();
      unsubscribe();
      clearInterval(timer);
      this.open.delete(end);
      sink.end();
    };
    this.open.add(end);
    return response;
  }

  close(): void {
    for (const end of this.open) end();
  }
}

/** What one stream has told of, and what has changed since. */
class Watch {
  private tools = '';
  private readonly resources = new Map<string, string>();

  constructor(
    private readonly streamed: StreamedSession,
    private readonly database: Database,
    private readonly sink: EventSink,
    private readonly signal: AbortSignal,
  ) {}

  async look({ tell }: { tell: boolean }): Promise<void> {
    const session = await this.streamed.session();
    if (!session || this.signal.aborted) return;
    const opened = await this.streamed.open(this.signal);
    const found = new Set(session.foundTools);
    const { listed } = listingOf(opened.caller.scope, { all: this.streamed.connection.allTools, found });
    const tools = hashOf(listed.map((entry) => listedTool(entry, opened.caller)));
    if (tell && tools !== this.tools)
      this.sink.send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    this.tools = tools;
    await this.lookAt(session.subscriptions, new Face(opened, this.database), tell);
  }

  private async lookAt(uris: readonly string[], face: Face, tell: boolean): Promise<void> {
    for (const uri of uris) {
      const now = hashOf(await face.read(uri).catch(() => null));
      const before = this.resources.get(uri);
      if (tell && before !== undefined && before !== now)
        this.sink.send({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } });
      this.resources.set(uri, now);
    }
  }
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64');
}

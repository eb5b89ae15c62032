import { createHash } from 'node:crypto';
import type { JSONRPCNotification } from '@modelcontextprotocol/server';
import { Inject, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Database } from '#database';
import { ToolRegistry } from '#tools';
import { Face } from '../server/face.ts';
import { listedTool, listingOf } from '../server/listed-tools.ts';
import type { McpConnection, OpenedConnection } from '../server/mcp-connection.ts';
import type { McpLogger } from '../server/protocol-errors.ts';
import { eventStream, type EventSink } from './event-stream.ts';
import type { StoredSession } from './mcp-session.repository.ts';
import { StreamMarkRepository, type StreamMark } from './stream-mark.repository.ts';

/** Resources that a client has subscribed to are looked at this often. */
const LOOK_MS = 5_000;

export interface StreamedSession {
  id: string;
  connection: McpConnection;
  /** A fresh look at what the client may use. */
  open(signal: AbortSignal): Promise<OpenedConnection>;
  /** As it is stored now; undefined when it has ended. */
  session(): Promise<StoredSession | undefined>;
}

/**
 * The streams on which clients hear what has changed since they asked: their lists of tools, and resources they subscribed
 * to. A client may have several in one session; the protocol wants each message on one of them alone.
 */
@Injectable()
export class SessionStreams {
  private readonly open = new Set<() => Promise<void>>();

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ToolRegistry) private readonly registry: ToolRegistry,
    @Inject(StreamMarkRepository) private readonly marks: StreamMarkRepository,
    @Inject(PinoLogger) private readonly logger: McpLogger,
  ) {}

  async stream(streamed: StreamedSession, headers: Record<string, string>): Promise<Response> {
    const controller = new AbortController();
    const mark = await this.marks.open(streamed.connection.org.id, streamed.id);
    const { response, sink } = eventStream(headers, () => void end());
    const watch = new Watch(streamed, this.database, { sink, mark, marks: this.marks }, controller.signal);
    const look = async ({ tell }: { tell: boolean }) => {
      // Of a session that is gone nothing comes any more, and its client is to see it.
      if (!(await watch.look({ tell }))) await end();
    };
    const tryLook = () =>
      look({ tell: true }).catch((error: unknown) => {
        this.logger.warn({ err: error }, 'an MCP client could not be told what has changed');
      });
    const unsubscribe = this.registry.onChange(() => void tryLook());
    const timer = setInterval(() => void tryLook(), LOOK_MS);
    const end = async () => {
      controller.abort();
      unsubscribe();
      clearInterval(timer);
      sink.end();
      if (this.open.delete(end)) await this.forget(mark);
    };
    this.open.add(end);
    try {
      await look({ tell: false });
    } catch (error) {
      await end();
      throw error;
    }
    return response;
  }

  async close(): Promise<void> {
    await Promise.all([...this.open].map((end) => end()));
  }

  private async forget(mark: StreamMark): Promise<void> {
    await this.marks.drop(mark).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the mark of a stream stays until it is too old to count');
    });
  }
}

/** Where one stream is heard. */
interface Place {
  sink: EventSink;
  mark: StreamMark;
  marks: StreamMarkRepository;
}

/** What one stream has told of, and what has changed since. */
class Watch {
  private tools = '';
  private found: ReadonlySet<string> = new Set();
  private readonly resources = new Map<string, string>();

  constructor(
    private readonly streamed: StreamedSession,
    private readonly database: Database,
    private readonly place: Place,
    private readonly signal: AbortSignal,
  ) {}

  /** @returns false when the session has ended. */
  async look({ tell }: { tell: boolean }): Promise<boolean> {
    const session = await this.streamed.session();
    if (!session) return false;
    if (this.signal.aborted) return true;
    const { marks, mark, sink } = this.place;
    await marks.keep(mark);
    const opened = await this.streamed.open(this.signal);
    const news = this.newsOfTools(opened, new Set(session.foundTools));
    news.push(...(await this.newsOf(session.subscriptions, new Face(opened, this.database))));
    // What was told by another stream is no news of this one later on.
    if (tell && news.length > 0 && (await marks.isNewest(mark)))
      for (const message of news) sink.send(message);
    return true;
  }

  /** What the client has found itself it was told of by the stream of its call. */
  private newsOfTools(opened: OpenedConnection, found: ReadonlySet<string>): JSONRPCNotification[] {
    const isNew = this.toolsOf(opened, this.found) !== this.tools;
    this.found = found;
    this.tools = this.toolsOf(opened, found);
    return isNew ? [{ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }] : [];
  }

  private toolsOf({ caller }: OpenedConnection, found: ReadonlySet<string>): string {
    const { listed } = listingOf(caller.scope, { all: this.streamed.connection.allTools, found });
    return hashOf(listed.map((entry) => listedTool(entry, caller)));
  }

  private async newsOf(uris: readonly string[], face: Face): Promise<JSONRPCNotification[]> {
    const news: JSONRPCNotification[] = [];
    for (const uri of uris) {
      const now = hashOf(await face.read(uri).catch(() => null));
      const before = this.resources.get(uri);
      if (before !== undefined && before !== now)
        news.push({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } });
      this.resources.set(uri, now);
    }
    return news;
  }
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64');
}

import { createHash } from 'node:crypto';
import type { JSONRPCNotification } from '@modelcontextprotocol/server';
import { Inject, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Database } from '#database';
import { ToolRegistry } from '#tools';
import { ResourcesAndPrompts } from '../server/resources-and-prompts.ts';
import { listedTool, listingOf } from '../server/listed-tools.ts';
import type { McpConnection, OpenedConnection } from '../server/mcp-connection.ts';
import type { McpLogger } from '../server/protocol-errors.ts';
import { eventStream, type EventSink } from './event-stream.ts';
import type { StoredSession } from './mcp-session.repository.ts';
import { StreamMarkRepository, type StreamMark } from './stream-mark.repository.ts';

/** Polling interval for changes of subscribed resources. */
const POLL_MS = 5_000;

export interface StreamedSession {
  id: string;
  connection: McpConnection;
  /** Reads the client's current permissions. */
  open(signal: AbortSignal): Promise<OpenedConnection>;
  /** Reads the stored session; undefined if it has ended. */
  session(): Promise<StoredSession | undefined>;
}

/**
 * Notification streams: changes of the tool list and of subscribed resources. A client may open several streams in one
 * session; the protocol requires each message on exactly one of them.
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
    const poll = async ({ notify }: { notify: boolean }) => {
      // The stream of an ended session is closed, so that its client notices.
      if (!(await watch.poll({ notify }))) await end();
    };
    const tryPoll = () =>
      poll({ notify: true }).catch((error: unknown) => {
        this.logger.warn({ err: error }, 'could not notify an MCP client of changes');
      });
    const unsubscribe = this.registry.onChange(() => void tryPoll());
    const timer = setInterval(() => void tryPoll(), POLL_MS);
    const end = async () => {
      controller.abort();
      unsubscribe();
      clearInterval(timer);
      sink.end();
      if (this.open.delete(end)) await this.forget(mark);
    };
    this.open.add(end);
    try {
      await poll({ notify: false });
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
      this.logger.warn({ err: error }, 'could not delete a stream mark; it expires');
    });
  }
}

/** The connection of one stream, with its mark. */
interface StreamTarget {
  sink: EventSink;
  mark: StreamMark;
  marks: StreamMarkRepository;
}

/** Compares the current tools and resources with those of the previous poll. */
class Watch {
  private tools = '';
  private found: ReadonlySet<string> = new Set();
  private readonly resources = new Map<string, string>();

  constructor(
    private readonly streamed: StreamedSession,
    private readonly database: Database,
    private readonly target: StreamTarget,
    private readonly signal: AbortSignal,
  ) {}

  /** @param notify false for the first poll. @returns false if the session has ended. */
  async poll({ notify }: { notify: boolean }): Promise<boolean> {
    const session = await this.streamed.session();
    if (!session) return false;
    if (this.signal.aborted) return true;
    const { marks, mark, sink } = this.target;
    await marks.keep(mark);
    const opened = await this.streamed.open(this.signal);
    const notifications = this.toolNotifications(opened, new Set(session.foundTools));
    notifications.push(
      ...(await this.resourceNotifications(
        session.subscriptions,
        new ResourcesAndPrompts(opened, this.database),
      )),
    );
    // Changes that the newest stream sends are not repeated by this one later.
    if (notify && notifications.length > 0 && (await marks.isNewest(mark)))
      for (const message of notifications) sink.send(message);
    return true;
  }

  /** Ignores tools that the client found itself: the stream of that call has sent the notification. */
  private toolNotifications(opened: OpenedConnection, found: ReadonlySet<string>): JSONRPCNotification[] {
    const isChanged = this.toolsOf(opened, this.found) !== this.tools;
    this.found = found;
    this.tools = this.toolsOf(opened, found);
    return isChanged ? [{ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }] : [];
  }

  private toolsOf({ caller }: OpenedConnection, found: ReadonlySet<string>): string {
    const { listed } = listingOf(caller.scope, { all: this.streamed.connection.allTools, found });
    return hashOf(listed.map((entry) => listedTool(entry, caller)));
  }

  private async resourceNotifications(
    uris: readonly string[],
    offered: ResourcesAndPrompts,
  ): Promise<JSONRPCNotification[]> {
    const notifications: JSONRPCNotification[] = [];
    for (const uri of uris) {
      const now = hashOf(await offered.read(uri).catch(() => null));
      const before = this.resources.get(uri);
      if (before !== undefined && before !== now)
        notifications.push({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } });
      this.resources.set(uri, now);
    }
    return notifications;
  }
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64');
}

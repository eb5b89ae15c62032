import type { Readable } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { ToolRegistry } from '#tools';
import type { McpCallers, McpConnection } from '../server/mcp-connection.ts';
import type { McpServers } from '../server/mcp-servers.ts';
import type { McpLogger } from '../server/protocol-errors.ts';
import { StateInMemory } from '../server/session-state.ts';
import { OpenRequests } from './open-requests.ts';
import { ReadableLines } from './readable-lines.ts';

/** Longer than most tools may take: a client that has ended its input, as a pipe does, still reads what it asked for. */
const LAST_ANSWERS_MS = 60_000;

export interface StdioParts {
  servers: McpServers;
  callers: McpCallers;
  registry: ToolRegistry;
  logger: McpLogger;
}

/**
 * Serves the client that has started this process, on stdin and stdout, until it goes and has its answers. Nothing else
 * may write to stdout.
 *
 * @param stopped resolves when it shall end without the answers, as clients ask for by a signal.
 * @throws McpConversationNotFoundError; McpCallerRefusedError.
 */
export async function serveOnStdio(
  parts: StdioParts,
  connection: McpConnection,
  stopped: Promise<void>,
): Promise<void> {
  const { servers, callers, registry, logger } = parts;
  const open = (signal: AbortSignal) => callers.open(connection, signal);
  const opened = await open(new AbortController().signal);
  const state = new StateInMemory();
  const ended = Promise.withResolvers<void>();
  const unread = Promise.withResolvers<void>();
  const requests = new OpenRequests();
  const lines = new ReadableLines(
    (answer) => process.stdout.write(answer),
    (message) => requests.received(message),
  );
  let tellOfTools: (() => Promise<void>) | undefined;
  // Without its end: the transport would close with it, before what was asked last is answered.
  process.stdin.pipe(lines, { end: false });
  const handle = serveStdio(
    () => {
      const server = servers.build({ connection, opened, state, open });
      tellOfTools = () => server.sendToolListChanged();
      return server;
    },
    {
      transport: new CountedAnswers(lines, requests),
      onerror: (error) => logger.warn({ err: error }, 'the MCP client broke the protocol'),
    },
  );
  const unsubscribe = registry.onChange(() => {
    tellOfTools?.().catch((error: unknown) =>
      logger.warn({ err: error }, 'the MCP client could not be told of a change'),
    );
  });
  process.stdin.once('close', () => ended.resolve());
  // The last line may have no end of its own.
  process.stdin.once('end', () => lines.write('\n', () => ended.resolve()));
  process.stdout.once('error', () => unread.resolve());
  void stopped.then(() => {
    ended.resolve();
    unread.resolve();
  });
  await ended.promise;
  const late = setTimeout(() => unread.resolve(), LAST_ANSWERS_MS);
  await Promise.race([requests.answered(), unread.promise]);
  clearTimeout(late);
  unsubscribe();
  await handle.close();
  // Where it was stopped first it is open, and would keep the process.
  process.stdin.destroy();
}

/** Tells which requests have their answers. */
class CountedAnswers extends StdioServerTransport {
  constructor(
    lines: Readable,
    private readonly requests: OpenRequests,
  ) {
    super(lines, process.stdout);
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    await super.send(message);
    this.requests.sent(message);
  }
}

import type { Readable } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { ToolRegistry } from '#tools';
import type { McpCallers, McpConnection } from '../server/mcp-connection.ts';
import type { McpServers } from '../server/mcp-servers.ts';
import type { McpLogger } from '../server/protocol-errors.ts';
import { stateInMemory } from '../server/session-state.ts';
import { OpenRequests } from './open-requests.ts';
import { ReadableLines } from './readable-lines.ts';

/** Maximum wait for open answers after the end of stdin, as with a pipe; longer than the timeout of most tools. */
const LAST_ANSWERS_MS = 60_000;

export interface StdioParts {
  servers: McpServers;
  callers: McpCallers;
  registry: ToolRegistry;
  logger: McpLogger;
}

/**
 * Serves the client that started this process, on stdin and stdout, until stdin ends and all requests are answered.
 * Stdout carries protocol messages only, so no other code may write to it.
 *
 * @param stopped resolves to end at once without the open answers, for example after a signal.
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
  const state = stateInMemory();
  const ended = Promise.withResolvers<void>();
  const unread = Promise.withResolvers<void>();
  const requests = new OpenRequests();
  const lines = new ReadableLines(
    (answer) => process.stdout.write(answer),
    (message) => requests.received(message),
  );
  let notifyToolChange: (() => Promise<void>) | undefined;
  // `end` is not forwarded: the transport would close before the last requests are answered.
  process.stdin.pipe(lines, { end: false });
  const handle = serveStdio(
    () => {
      const server = servers.build({ connection, opened, state, open });
      notifyToolChange = () => server.sendToolListChanged();
      return server;
    },
    {
      transport: new CountedAnswers(lines, requests),
      onerror: (error) => logger.warn({ err: error }, 'the MCP client violated the protocol'),
    },
  );
  const unsubscribe = registry.onChange(() => {
    notifyToolChange?.().catch((error: unknown) =>
      logger.warn({ err: error }, 'could not notify the MCP client of a change'),
    );
  });
  process.stdin.once('close', () => ended.resolve());
  // The last line may have no newline.
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
  // After `stopped`, stdin is still open and would keep the process alive.
  process.stdin.destroy();
}

/** A transport that records which requests are answered. */
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

import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { ToolRegistry } from '#tools';
import type { McpCallers, McpConnection } from '../server/mcp-connection.ts';
import type { McpServers } from '../server/mcp-servers.ts';
import type { McpLogger } from '../server/protocol-errors.ts';
import { StateInMemory } from '../server/session-state.ts';
import { ReadableLines } from './readable-lines.ts';

export interface StdioParts {
  servers: McpServers;
  callers: McpCallers;
  registry: ToolRegistry;
  logger: McpLogger;
}

/**
 * Serves the client that has started this process, on stdin and stdout, until it goes. Nothing else may write to
 * stdout.
 *
 * @throws McpConversationNotFoundError; McpCallerRefusedError.
 */
export async function serveOnStdio(parts: StdioParts, connection: McpConnection): Promise<void> {
  const { servers, callers, registry, logger } = parts;
  const open = (signal: AbortSignal) => callers.open(connection, signal);
  const opened = await open(new AbortController().signal);
  const state = new StateInMemory();
  const ended = Promise.withResolvers<void>();
  const lines = process.stdin.pipe(new ReadableLines((answer) => process.stdout.write(answer)));
  let tellOfTools: (() => Promise<void>) | undefined;
  const handle = serveStdio(
    () => {
      const server = servers.build({ connection, opened, state, open });
      tellOfTools = () => server.sendToolListChanged();
      return server;
    },
    {
      transport: new StdioServerTransport(lines, process.stdout),
      onerror: (error) => logger.warn({ err: error }, 'the MCP client broke the protocol'),
    },
  );
  const unsubscribe = registry.onChange(() => {
    tellOfTools?.().catch((error: unknown) =>
      logger.warn({ err: error }, 'the MCP client could not be told of a change'),
    );
  });
  process.stdin.once('close', () => ended.resolve());
  process.stdin.once('end', () => ended.resolve());
  await ended.promise;
  unsubscribe();
  await handle.close();
}

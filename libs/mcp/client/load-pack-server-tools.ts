import type { ToolRegistry } from '#tools';
import type { McpServerAddress, ToolListing } from '#pack-kit';
import { answerTimeoutMs, connectClient } from './connect-client.ts';
import { uncallable } from './known-server-tools.ts';
import { serversOf } from './mcp-clients.ts';
import type { NamedVariables } from './open-transport.ts';
import { toolFromServer } from './tool-from-server.ts';

/** A server that failed to start or to list its tools. */
export interface UnansweredServer {
  /** `pack/server`. */
  server: string;
  error: string;
}

/**
 * Registers the tools of the packs' own MCP servers, for programs that inspect tools but do not call them. The tools come
 * from the pack's list, else from the server, which is started for this and stopped again. Servers with registered tools
 * and servers with a URL are skipped.
 *
 * @returns the servers that did not answer.
 */
export async function loadPackServerTools(
  registry: ToolRegistry,
  variables: NamedVariables,
): Promise<UnansweredServer[]> {
  const pending = registry.packs
    .flatMap(serversOf)
    .filter(
      ({ server, spec }) => 'command' in spec.address && registry.toolsOfServer(server.key).length === 0,
    );
  const unanswered = await Promise.all(
    pending.map(async ({ server, spec }): Promise<UnansweredServer[]> => {
      try {
        const listed = spec.lists ?? (await listTools(spec.address, variables));
        registry.setServerTools(
          server,
          listed.map((listing) => toolFromServer(listing, spec, uncallable)),
        );
        return [];
      } catch (error) {
        return [{ server: server.key, error: error instanceof Error ? error.message : String(error) }];
      }
    }),
  );
  return unanswered.flat();
}

async function listTools(address: McpServerAddress, variables: NamedVariables): Promise<ToolListing[]> {
  const http = { stream: () => Promise.reject(new Error('Only servers in child processes are started')) };
  const client = await connectClient(address, { http, variables, tell: () => undefined });
  try {
    const { tools } = await client.listTools(undefined, { timeout: answerTimeoutMs(address) });
    return tools;
  } finally {
    await client.close().catch(() => undefined);
  }
}

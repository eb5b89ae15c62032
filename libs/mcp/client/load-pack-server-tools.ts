import type { ToolRegistry } from '#tools';
import type { McpServerAddress, ToolListing } from '#pack-kit';
import { answerTimeoutMs, connectClient } from './connect-client.ts';
import { uncallable } from './known-server-tools.ts';
import { serversOf } from './mcp-clients.ts';
import type { NamedVariables } from './open-transport.ts';
import { toolFromServer } from './tool-from-server.ts';

/** A server that could not be asked. */
export interface UnansweredServer {
  /** `pack/server`. */
  server: string;
  error: string;
}

/**
 * Puts the tools of the packs' own MCP servers into the registry, for programs that look at tools and call none: as the
 * pack lists them, else as the server answers, which is started for it and stopped again. Servers whose tools the
 * registry has are not asked, and neither are those that are reached by a URL.
 *
 * @returns those that did not answer.
 */
export async function loadPackServerTools(
  registry: ToolRegistry,
  variables: NamedVariables,
): Promise<UnansweredServer[]> {
  const wanted = registry.packs
    .flatMap(serversOf)
    .filter(
      ({ server, spec }) => 'command' in spec.address && registry.toolsOfServer(server.key).length === 0,
    );
  const asked = await Promise.all(
    wanted.map(async ({ server, spec }): Promise<UnansweredServer[]> => {
      try {
        const listed = spec.lists ?? (await askFor(spec.address, variables));
        registry.setServerTools(
          server,
          listed.map((told) => toolFromServer(told, spec, uncallable)),
        );
        return [];
      } catch (error) {
        return [{ server: server.key, error: error instanceof Error ? error.message : String(error) }];
      }
    }),
  );
  return asked.flat();
}

async function askFor(address: McpServerAddress, variables: NamedVariables): Promise<ToolListing[]> {
  const http = { stream: () => Promise.reject(new Error('Only processes are asked')) };
  const client = await connectClient(address, { http, variables, tell: () => undefined });
  try {
    const { tools } = await client.listTools(undefined, { timeout: answerTimeoutMs(address) });
    return tools;
  } finally {
    await client.close().catch(() => undefined);
  }
}

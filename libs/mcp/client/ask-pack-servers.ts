import type { McpServerAddress, ToolListing, ToolRegistry } from '#tools';
import { uncallable } from './known-server-tools.ts';
import { serversOf } from './mcp-clients.ts';
import { newClient } from './new-client.ts';
import { openTransport, type NamedVariables } from './open-transport.ts';
import { toolFromServer } from './tool-from-server.ts';

/** For the start of the process, the handshake and the list of tools; a loaded machine takes some seconds. */
const ANSWER_TIMEOUT_MS = 20_000;

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
export async function askPackServers(
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
  const client = newClient();
  const http = { stream: () => Promise.reject(new Error('Only processes are asked')) };
  try {
    await client.connect(openTransport(address, { http, variables, tell: () => undefined }), {
      timeout: ANSWER_TIMEOUT_MS,
    });
    const { tools } = await client.listTools(undefined, { timeout: ANSWER_TIMEOUT_MS });
    return tools;
  } finally {
    await client.close().catch(() => undefined);
  }
}

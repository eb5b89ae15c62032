import { Server, type CallToolResult } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Clock, ToolResult } from '#pack-kit';
import type { HttpPort } from '../arcgis/arcgis-service.ts';
import type { GeoSettings } from '../../settings.ts';
import { openBackend } from './backend.ts';
import { CallAnswers } from './call-answer.ts';
import { geoTools } from '../../tools/index.ts';
import { listedTool } from './definition.ts';

/** Version that clients see. Raise it when a tool changes its meaning. */
const VERSION = '1.0.0';
const NAME = 'turnpike-geo';

export interface GeoServerParts {
  settings: GeoSettings;
  http: HttpPort;
  clock: Clock;
  /** Logs a line for operators. It must not write to stdout, which carries the protocol. */
  log: (line: { level: 'info' | 'warn' | 'error'; message: string } & Record<string, unknown>) => void;
}

/** Makes servers of the ten tools. All of them share one client and one gazetteer. */
export function geoServers({ settings, http, clock, log }: GeoServerParts): () => Server {
  const backend = openBackend({ settings, http, tell: (line) => log({ level: 'warn', ...line }) }, clock);
  const calls = new CallAnswers(geoTools, backend, (tool, error) =>
    log({
      level: 'error',
      message: 'a tool failed',
      tool,
      error: error instanceof Error ? error.stack : String(error),
    }),
  );
  // Reads the places before the first call; a failure is reported by the tools.
  if (settings.baseUrl !== undefined)
    backend.gazetteer.get().then(
      ({ places }) => log({ level: 'info', message: 'places read', places: places.length }),
      (error: unknown) => log({ level: 'warn', message: 'places not read', error: String(error) }),
    );
  return () => {
    const server = new Server({ name: NAME, version: VERSION }, { capabilities: { tools: {} } });
    server.onerror = (error) =>
      log({ level: 'warn', message: 'the client broke the protocol', error: error.message });
    server.setRequestHandler('tools/list', () => ({ tools: geoTools.map(listedTool) }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) =>
      toCallResult(await calls.answer(params.name, params.arguments ?? {}, mcpReq.signal)),
    );
    return server;
  };
}

/** Serves the client that started this process, on stdin and stdout, until it disconnects. */
export async function serveGeoTools(parts: GeoServerParts): Promise<void> {
  const { log } = parts;
  const handle = serveStdio(geoServers(parts), {
    onerror: (error) =>
      log({ level: 'warn', message: 'the client broke the protocol', error: error.message }),
  });
  const ended = Promise.withResolvers<void>();
  process.stdin.once('close', () => ended.resolve());
  process.stdin.once('end', () => ended.resolve());
  await ended.promise;
  await handle.close();
}

function toCallResult(result: ToolResult): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(result) }],
    structuredContent: { ...result },
    ...(!result.success && { isError: true }),
  };
}

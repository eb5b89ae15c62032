import { fileURLToPath } from 'node:url';
import { definitionHash } from '#tools';
import { type McpServerSpec, type ToolError, type ToolOverlay } from '#pack-kit';
import { listedTool } from './server/definition.ts';
import { SERVER_VARIABLES } from './settings.ts';
import { SEARCH } from './tools/fills.ts';
import type { GeoTool } from './tools/geo-tool.ts';
import { geoTools } from './tools/index.ts';
import { offlineHints } from './tools/offline-hints.ts';
import type { SearchResult } from './tools/results.ts';

const CACHE_S = 300;

/** The compiled server. */
const SERVER_FILE = fileURLToPath(new URL('../../scripts/geo-server.js', import.meta.url));

interface UnknownPlaces {
  places?: { field: string; name: string; type: string }[];
}

/**
 * A name that is not the exact one is searched for, and replaced where one place is clearly meant: a model that forgot
 * to search first need not begin anew.
 */
async function mendPlaces(
  input: Record<string, unknown>,
  refusal: ToolError,
  ask: (tool: string, args: Record<string, unknown>) => Promise<unknown>,
): Promise<Record<string, unknown> | undefined> {
  const { places = [] } = (refusal.help ?? {}) as UnknownPlaces;
  const [unknown] = places;
  if (!unknown) return undefined;
  const { field, name, type } = unknown;
  const { best } = (await ask(SEARCH, { query: name, type })) as SearchResult;
  if (!best) return undefined;
  const given = input[field];
  const mended = Array.isArray(given)
    ? given.map((each) => (each === name ? best.name_en : (each as unknown)))
    : best.name_en;
  return { ...input, [field]: mended };
}

function overlayOf(tool: GeoTool): ToolOverlay {
  const { ptcValue } = tool;
  return {
    category: tool.category,
    input: tool.input,
    whenToUse: tool.whenToUse,
    examples: tool.examples.map(({ text }) => text),
    tier: tool.tier,
    intents: tool.intents,
    offline: offlineHints(tool),
    ...(tool.trigger && { trigger: tool.trigger }),
    ...(ptcValue && { ptcValue: (data: unknown) => (data as Record<string, unknown>)[ptcValue] }),
    ...(tool.name !== SEARCH && { guard: { name: 'guard.discovery', mend: mendPlaces } }),
  };
}

const listed = geoTools.map(listedTool);

/** The pack's own MCP server, which the first call of a tool starts, with what is laid over its tools. */
export const geoServer: McpServerSpec = {
  name: 'geo',
  address: {
    command: process.execPath,
    args: ['--enable-source-maps', SERVER_FILE],
    variables: SERVER_VARIABLES,
  },
  overlay: { capability: 'geo', role: 'any', sideEffect: 'none', cacheable: { ttlSeconds: CACHE_S } },
  tools: Object.fromEntries(geoTools.map((tool) => [tool.name, overlayOf(tool)])),
  lists: listed,
  approved: listed.map(({ description, inputSchema }) => definitionHash(description, inputSchema)),
};

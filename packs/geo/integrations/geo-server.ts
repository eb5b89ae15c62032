import { fileURLToPath } from 'node:url';
import { definitionHash } from '#tools';
import type { McpServerSpec, ToolOverlay } from '#pack-kit';
import { exactPlaces } from '../tools/exact-places.guard.ts';
import { listedTool } from './server/definition.ts';
import { SERVER_VARIABLES } from '../settings.ts';
import { SEARCH } from '../tools/arguments.ts';
import type { GeoTool } from '../tools/geo-tool.ts';
import { geoTools } from '../tools/index.ts';

const CACHE_S = 300;

/** The compiled server. */
const SERVER_FILE = fileURLToPath(new URL('../../../scripts/geo-server.js', import.meta.url));

function overlayOf(tool: GeoTool): ToolOverlay {
  return {
    category: tool.category,
    input: tool.input,
    result: tool.result,
    whenToUse: tool.whenToUse,
    examples: tool.examples,
    tier: tool.tier,
    intents: tool.intents,
    ...(tool.trigger && { trigger: tool.trigger }),
    ...(tool.ptcValue !== undefined && { ptcValue: tool.ptcValue }),
    ...(tool.name !== SEARCH && { guard: exactPlaces }),
  };
}

const listed = geoTools.map(listedTool);

/** The pack's own MCP server. The first call of a tool starts it. */
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

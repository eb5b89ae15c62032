import { definePack } from '#pack-kit';
import { agents } from './agents/geo-analyst.ts';
import { cuesOf } from './cues.ts';
import { geoServer } from './integrations/geo-server.ts';
import { marketBrief } from './prompts/market-brief.prompt.ts';
import { unsupportedClaims } from './policies/unsupported-claims.ts';
import { demoOrg } from './seeds/demo-org.ts';

/** Analyst of the Abu Dhabi property market, in English and Arabic. An MCP server of the pack serves its tools. */
export const geo = definePack({
  name: 'geo',
  title: 'Abu Dhabi property market',
  loading: 'broker',
  agents,
  policies: [unsupportedClaims],
  languages: ['en', 'ar'],
  tools: [],
  excludeUniversal: ['read_file', 'write_file'],
  mcpServers: [geoServer],
  prompts: [marketBrief],
  cues: cuesOf,
  demo: demoOrg,
});

import { definePack } from '#pack-kit';
import { agents } from './agents/geo-analyst.ts';
import { cuesOf } from './cues.ts';
import { demoOrg } from './seeds/demo-org.ts';
import { marketBrief } from './prompts/market-brief.prompt.ts';
import { routines } from './offline/routines/index.ts';
import { findPlaces } from './schema/places/find-places.ts';
import { findUnknownPlace } from './offline/unknown-places.ts';
import { geoServer } from './integrations/geo-server.ts';

/** Analyst of the Abu Dhabi property market, in English and Arabic. Its tools come from a server of its own. */
export const geo = definePack({
  name: 'geo',
  title: 'Abu Dhabi property market',
  loading: 'broker',
  agents,
  languages: ['en', 'ar'],
  tools: [],
  excludeUniversal: ['read_file', 'write_file'],
  mcpServers: [geoServer],
  prompts: [marketBrief],
  cues: cuesOf,
  routines,
  places: {
    abudhabi: {
      find: (text) =>
        findPlaces(text).map(({ written, places }) => ({ written, name: places[0]?.nameEn ?? written })),
      unknown: findUnknownPlace,
    },
  },
  demo: demoOrg,
});

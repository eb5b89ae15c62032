import { definePack } from '#pack-kit';
import { agents } from './agents.ts';
import { cuesOf } from './cues.ts';
import { demoOrg } from './demo-org.ts';
import { marketBrief } from './face/market-brief.prompt.ts';
import { routines } from './routines/index.ts';
import { findPlaces } from './places/find-places.ts';
import { findUnknownPlace } from './places/unknown-places.ts';
import { geoServer } from './server-spec.ts';

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

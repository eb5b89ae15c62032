import type { DemoOrg } from '#pack-kit';
import { SAMPLE_PATH } from '../integrations/sample/sample-server.ts';
import org from './demo-org.json' with { type: 'json' };

/** The demo org, with invented people and the sample service. */
export const demoOrg: DemoOrg = {
  ...(org as DemoOrg),
  service: {
    name: 'geo-sample',
    entry: 'scripts/geo-sample.js',
    readsPort: 'GEO_SAMPLE_PORT',
    setsUrl: 'GEO_ARCGIS_BASE_URL',
    urlPath: SAMPLE_PATH,
  },
};

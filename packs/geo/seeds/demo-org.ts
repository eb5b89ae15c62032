import type { DemoOrg } from '#pack-kit';
import { SAMPLE_PATH } from '../integrations/sample/sample-server.ts';

/** The demo org, with invented people and the sample service. */
export const demoOrg: DemoOrg = {
  slug: 'gulf',
  name: 'Gulf Property Insights (demo)',
  timezone: 'Asia/Dubai',
  settings: {},
  facts: [
    {
      topic: 'offer',
      title: 'Service',
      text: 'Market figures of the emirate of Abu Dhabi for owners, tenants and investors. No brokerage and no valuations.',
      source: null,
    },
    {
      topic: 'hours',
      title: 'Analysts',
      text: 'A person answers Sunday to Thursday, 8:00 to 16:00 Gulf time.',
      source: null,
    },
  ],
  users: [
    { handle: 'analyst-01', name: 'Noura Al Mansoori', role: 'member' },
    { handle: 'analyst-02', name: 'Daniel Okafor', role: 'member' },
  ],
  contacts: [
    { id: 'investor-01', name: 'Omar Haddad', language: 'ar' },
    { id: 'investor-02', name: 'Grace Lindqvist', language: 'en' },
    { id: 'tenant-01', name: 'Priya Raman', language: 'en' },
    { id: 'tenant-02', name: 'Salem Al Hosani', language: 'ar' },
  ],
  service: {
    name: 'geo-sample',
    entry: 'scripts/geo-sample.js',
    readsPort: 'GEO_SAMPLE_PORT',
    setsUrl: 'GEO_ARCGIS_BASE_URL',
    urlPath: SAMPLE_PATH,
  },
};

import type { DemoOrg } from '#pack-kit';
import { demoContacts } from './demo-contacts.ts';

/** Any day works, because the names do not depend on it. */
const ANY_DAY = new Date(0);

/** The demo org, with invented people. */
export const demoOrg: DemoOrg = {
  slug: 'demo',
  name: 'Aphrodite Homes (demo)',
  timezone: 'Asia/Nicosia',
  settings: {
    ESTIO_AGENCY_NAME: 'Aphrodite Homes (demo)',
    ESTIO_AGENCY_LICENSE: 'Sample licence 000/E',
    ESTIO_AGENCY_ADDRESS: '1 Sample Street, Nicosia',
  },
  users: [
    { handle: 'agent-01', name: 'Maria Ioannou', role: 'member' },
    { handle: 'agent-02', name: 'Andreas Georgiou', role: 'member' },
    { handle: 'agent-03', name: 'Sofia Christou', role: 'member' },
  ],
  contacts: demoContacts(ANY_DAY).map(({ id, firstName, lastName, language }) => ({
    id,
    name: `${firstName} ${lastName}`,
    language: language ?? 'en',
  })),
};

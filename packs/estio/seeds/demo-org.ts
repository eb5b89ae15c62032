import type { DemoOrg } from '#pack-kit';
import { demoContacts } from './demo-contacts.ts';
import org from './demo-org.json' with { type: 'json' };

/** Any day works, because the names do not depend on it. */
const ANY_DAY = new Date(0);

/** The demo org, with invented people. */
export const demoOrg: DemoOrg = {
  ...(org as Omit<DemoOrg, 'contacts'>),
  contacts: demoContacts(ANY_DAY).map(({ id, firstName, lastName, language }) => ({
    id,
    name: `${firstName} ${lastName}`,
    language: language ?? 'en',
  })),
};

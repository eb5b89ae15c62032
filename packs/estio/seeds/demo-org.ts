import type { DemoOrg } from '#pack-kit';
import { demoContacts } from './demo-contacts.ts';

/** Any day works, because the names do not depend on it. */
const ANY_DAY = new Date(0);

/** Invented, like the agency. */
const FACTS: DemoOrg['facts'] = [
  {
    topic: 'offer',
    title: 'Services',
    text: 'Sales and long-term rentals all over Cyprus, viewings seven days a week, help with title deeds and residence permits.',
    source: null,
  },
  {
    topic: 'fees',
    title: 'Commission',
    text: 'Sellers pay 3 % of the price plus VAT. Buyers and tenants pay nothing.',
    source: 'aphrodite-homes.example/fees',
  },
  {
    topic: 'hours',
    title: 'Office hours',
    text: 'Monday to Friday 9:00 to 18:00, Saturday 9:00 to 13:00, closed on public holidays.',
    source: null,
  },
  {
    topic: 'policies',
    title: 'Reserving a property',
    text: `A property is reserved with a deposit of 5,000 euros, which the lawyer of the buyer holds and which counts towards the price.

The reservation takes the property off the market for 30 days. In this time the lawyer searches the title at the Land Registry, and the buyer arranges the financing.

The deposit is refunded in full if the search finds a mortgage, a claim or a missing permit that the seller cannot clear within the 30 days, or if a bank in Cyprus refuses the loan in writing. It is lost if the buyer withdraws for any other reason.`,
    source: 'aphrodite-homes.example/reservations',
  },
];

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
  facts: FACTS,
  contacts: demoContacts(ANY_DAY).map(({ id, firstName, lastName, language }) => ({
    id,
    name: `${firstName} ${lastName}`,
    language: language ?? 'en',
  })),
};

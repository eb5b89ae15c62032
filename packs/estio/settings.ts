import type { PackSpec } from '#pack-kit';

/** The settings of the pack, read at each call (`docs/settings.md`). */
export const settings: NonNullable<PackSpec['settings']> = [
  { name: 'ESTIO_AGENCY_NAME', description: 'Name of the agency, in contracts, drafts and mails.' },
  { name: 'ESTIO_AGENCY_LICENSE', description: 'Licence of the agency, in contracts.' },
  { name: 'ESTIO_AGENCY_ADDRESS', description: 'Address of the agency, in contracts.' },
  {
    name: 'ESTIO_DOWN_PAYMENT_PCT',
    default: '30',
    description: 'Default down payment of a mortgage in percent.',
  },
  {
    name: 'ESTIO_MORTGAGE_RATE_PCT',
    default: '4.0',
    description: 'Default interest of a mortgage in percent per year.',
  },
  {
    name: 'ESTIO_MORTGAGE_TERM_YEARS',
    default: '25',
    description: 'Default term of a mortgage in years.',
  },
  {
    name: 'ESTIO_RESERVATION_DEPOSIT_EUR',
    default: '5000',
    description: 'Default deposit of a reservation in euros.',
  },
  { name: 'ESTIO_COMMISSION_PCT', default: '5', description: 'Commission of the agency in percent.' },
  {
    name: 'CALENDAR_PROVIDER',
    default: 'internal',
    description: 'internal uses the calendars of the pack; http also uses the service at CALENDAR_API_URL.',
  },
  {
    name: 'CALENDAR_API_URL',
    description: 'Address of the calendar service; GET …/free-busy returns the busy times of agents.',
  },
  { name: 'CALENDAR_API_TOKEN', secret: true, description: 'Bearer token of the calendar service.' },
  { name: 'ESIGN_PROVIDER', description: 'docusign sends contracts for electronic signature.' },
  {
    name: 'ESIGN_BASE_URL',
    description: 'REST address of the e-signature account, such as https://eu.docusign.net/restapi.',
  },
  { name: 'ESIGN_ACCOUNT_ID', description: 'Account of the e-signature service.' },
  { name: 'ESIGN_ACCESS_TOKEN', secret: true, description: 'Bearer token of the e-signature service.' },
  {
    name: 'ESIGN_WEBHOOK_SECRET',
    secret: true,
    description:
      'HMAC key of the requests that the e-signature service posts to /webhooks/{org}/estio/esign.',
  },
];

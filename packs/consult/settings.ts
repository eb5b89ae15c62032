import type { PackSpec, ToolContext } from '#pack-kit';

/** Settings of the pack. Amounts are US dollar. */
export const settings = [
  {
    name: 'BOOKING_URL',
    description: 'Page where visitors book a call. Without it, agents give no booking link.',
  },
  {
    name: 'BOOKING_URL_CONSULTATION',
    description: 'Booking page for consultations; replaces BOOKING_URL.',
  },
  { name: 'BOOKING_URL_WORKSHOP', description: 'Booking page for workshops; replaces BOOKING_URL.' },
  {
    name: 'BOOKING_URL_STRATEGY_CALL',
    description: 'Booking page for strategy calls; replaces BOOKING_URL.',
  },
  {
    name: 'BOOKING_WEBHOOK_SECRET',
    secret: true,
    description:
      'Signing key of the requests that the booking service posts to /webhooks/ORG/consult/booking.',
  },
  {
    name: 'SEARCH_PROVIDER',
    default: 'searxng',
    description: 'Web search: searxng, json (your own service) or gemini.',
  },
  { name: 'SEARCH_API_URL', description: 'Address of the SearXNG server, or of your own search service.' },
  { name: 'SEARCH_API_KEY', secret: true, description: 'Key of your own search service, or of Gemini.' },
  {
    name: 'WEB_FETCH_ENABLED',
    default: 'true',
    description: 'true or false: whether agents analyse websites that visitors name.',
  },
  {
    name: 'CONSULT_WEEKS_PER_MONTH',
    default: '4',
    description: 'Weeks per month in the calculation of the cost of waiting.',
  },
  {
    name: 'CONSULT_HOURLY_RATE',
    default: '50',
    description: 'Default cost of an hour of work, in US dollars.',
  },
  { name: 'CONSULT_WORKSHOP_PRICE', default: '10000', description: 'Price of the workshop, in US dollars.' },
  {
    name: 'CONSULT_CONSULTING_PRICE',
    default: '80000',
    description: 'Price of the consulting engagement, in US dollars.',
  },
  {
    name: 'CONSULT_NAME',
    default: 'the consultant',
    description: 'Name of the consultant in replies, e-mails and proposals.',
  },
] satisfies PackSpec['settings'];

type Settings = ToolContext['settings'];
export type NumberSetting =
  'CONSULT_WEEKS_PER_MONTH' | 'CONSULT_HOURLY_RATE' | 'CONSULT_WORKSHOP_PRICE' | 'CONSULT_CONSULTING_PRICE';

/** A positive number; an invalid value counts as not set. */
export function numberSetting(from: Settings, name: NumberSetting): number {
  const set = Number(from.get(name));
  return Number.isFinite(set) && set > 0 ? set : Number(defaultOf(name));
}

/** The text without spaces around it; undefined when it is empty. */
export function textSetting(from: Settings, name: (typeof settings)[number]['name']): string | undefined {
  return from.get(name)?.trim() || defaultOf(name);
}

function defaultOf(name: string): string | undefined {
  const setting: { default?: string } | undefined = settings.find((entry) => entry.name === name);
  return setting?.default;
}

const OWN_PAGE = {
  consultation: 'BOOKING_URL_CONSULTATION',
  workshop: 'BOOKING_URL_WORKSHOP',
  'strategy-call': 'BOOKING_URL_STRATEGY_CALL',
} as const;

/** The booking page for this kind of meeting; undefined if none is set. */
export function bookingUrl(from: Settings, meeting: keyof typeof OWN_PAGE): string | undefined {
  return textSetting(from, OWN_PAGE[meeting]) ?? textSetting(from, 'BOOKING_URL');
}

/** Prices in the form in which replies and documents name them. */
export function pricesOf(from: Settings): { workshop: number; consulting: number } {
  return {
    workshop: numberSetting(from, 'CONSULT_WORKSHOP_PRICE'),
    consulting: numberSetting(from, 'CONSULT_CONSULTING_PRICE'),
  };
}

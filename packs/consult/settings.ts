import type { PackSpec, ToolContext } from '#pack-kit';

/** Settings of the pack. Amounts are US dollar. */
export const settings = [
  {
    name: 'BOOKING_URL',
    description: 'Page where visitors book a call; without one no link is given to anybody.',
  },
  {
    name: 'BOOKING_URL_CONSULTATION',
    description: 'Booking page for consultations, in place of BOOKING_URL.',
  },
  { name: 'BOOKING_URL_WORKSHOP', description: 'Booking page for workshops, in place of BOOKING_URL.' },
  {
    name: 'BOOKING_URL_STRATEGY_CALL',
    description: 'Booking page for strategy calls, in place of BOOKING_URL.',
  },
  {
    name: 'BOOKING_WEBHOOK_SECRET',
    secret: true,
    description: 'Signs what the booking service posts to /webhooks/ORG/consult/booking.',
  },
  {
    name: 'SEARCH_PROVIDER',
    default: 'searxng',
    description: 'Who searches the web: searxng, json (a service of your own) or gemini.',
  },
  { name: 'SEARCH_API_URL', description: 'Address of the SearXNG server, or of your own search service.' },
  { name: 'SEARCH_API_KEY', secret: true, description: 'Key of your own search service, or of Gemini.' },
  {
    name: 'WEB_FETCH_ENABLED',
    default: 'true',
    description: 'Whether websites that visitors name are fetched and looked at: true or false.',
  },
  {
    name: 'CONSULT_WEEKS_PER_MONTH',
    default: '4',
    description: 'Weeks that a month is counted with where the cost of waiting is worked out.',
  },
  {
    name: 'CONSULT_HOURLY_RATE',
    default: '50',
    description: 'Cost of an hour of work where nothing else is known, US dollar.',
  },
  { name: 'CONSULT_WORKSHOP_PRICE', default: '10000', description: 'Price of the workshop, US dollar.' },
  {
    name: 'CONSULT_CONSULTING_PRICE',
    default: '80000',
    description: 'Price of the consulting engagement, US dollar.',
  },
  { name: 'CONSULT_NAME', default: 'the consultant', description: 'How agents call whom they work for.' },
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

import type { ConsultLead } from '../schema/entities/index.ts';

const LEADS = 60;
const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;
const CAPABILITIES = ['search', 'roi', 'doc', 'exportPdf', 'screenShare', 'webcam'];
const BOOKED_FROM_SCORE = 85;

/** Profiles for scenarios and newcomers; all of them are invented. */
const PROFILES: Record<number, Partial<DemoLead>> = {
  1: {
    name: 'Nora Vale',
    teamRoles: '3 developers and 1 product manager',
    techStack: 'React and Node.js',
    industry: 'E-commerce',
    currentState: 'exploring',
  },
  2: { name: 'Samir Adel', company: 'Delta Prints', industry: 'Media' },
  3: { name: 'Ida Holm' },
  4: { name: 'Tom Rask', company: 'Rask Freight', industry: 'Logistics', role: 'operations manager' },
  8: { name: 'Lina Brandt', company: 'Brandt Insurance Services', industry: 'Insurance' },
};

type DemoLead = Omit<ConsultLead, 'orgId' | 'bookingToldAt'>;

/** Id of a demo visitor, from 1. */
export function visitorId(number: number): string {
  return `visitor-${String(number).padStart(2, '0')}`;
}

/**
 * The 60 demo leads. Their figures follow formulas, so that statistics can be checked.
 *
 * @param anchor seeding day, 00:00 UTC.
 */
export function demoLeads(anchor: Date): DemoLead[] {
  return Array.from({ length: LEADS }, (_, index) => demoLead(index + 1, anchor));
}

function demoLead(number: number, anchor: Date): DemoLead {
  const score = (37 * number) % 101;
  const createdAt = new Date(anchor.getTime() - ((5 * number) % 90) * DAY_MS - HOUR_MS);
  return {
    id: visitorId(number),
    conversationId: null,
    email: `${visitorId(number)}@example.com`,
    company: null,
    role: null,
    industry: null,
    website: null,
    teamRoles: null,
    techStack: null,
    painPoints: [],
    currentState: null,
    monthlyValue: null,
    askedForPrice: false,
    score,
    capabilitiesShown: capabilitiesOf(number),
    bookingLinkSharedAt: null,
    bookedAt: score >= BOOKED_FROM_SCORE ? new Date(createdAt.getTime() + DAY_MS) : null,
    sample: true,
    createdAt,
    updatedAt: createdAt,
    ...PROFILES[number],
    name: `Sample visitor ${number}`,
  };
}

function capabilitiesOf(number: number): string[] {
  if (number % 3 === 0) return [];
  return Array.from(
    { length: 1 + (number % 4) },
    (_, index) => CAPABILITIES[((number % 6) + index) % CAPABILITIES.length] ?? '',
  );
}

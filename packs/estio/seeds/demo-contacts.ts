import { phraseList } from '#text';
import type { ContactType, EstioContact, LeadStatus } from '../schema/entities/index.ts';

export type DemoContact = Omit<EstioContact, 'orgId' | 'leadScore' | 'lastActivityAt'>;

const DAY_MS = 86_400_000;

/** Invented people, by number from 1: 1 to 14 own property, 15 to 36 look for property, 37 to 40 do both. */
const NAMES = phraseList(
  `Nikos Pavlou el, Eleni Savva el, Christos Demetriou el, Anna Kyriakou el, Giorgos Michael el,
   Katerina Loizou el, Peter Langford, Marios Antoniou el, Ingrid Solberg, Stelios Charalambous el,
   Irina Volkova ru, Despina Neophytou el, Yusuf Mansour ar, Panayiotis Zenonos el, Elena Marsh,
   Omar Haddad ar, Priya Nair, Tomas Berg, Layla Farouk ar, Daniel Okafor, Sergei Orlov ru,
   Hannah Weiss, Karim Nasser ar, Julia Kowalska, Liam Doherty, Noor Saleh ar, Victor Lindqvist,
   Amelia Clarke, Rami Khoury ar, Olga Petrova ru, Ben Carter, Fatima Zahra ar, Lucas Moreau,
   Sophie Hartmann, Andrei Popescu, Grace Mwangi, Michalis Stavrou el, Rachel Levin, Samir Aziz ar,
   Chiara Rossi`,
).map((name) => name.split(' '));

const FIRST_LEAD = 15;
const LAST_LEAD = 36;
const STATUSES: LeadStatus[] = ['new', 'contacted', 'qualified', 'nurturing', 'viewing', 'negotiating'];
const WISHES = phraseList(
  'Paphos, Limassol, Larnaca, Nicosia, Protaras, Kato Paphos, Germasogeia, Finikoudes',
);
const BUDGETS = [180_000, 250_000, 320_000, 420_000, 600_000, 900_000];

/** Rows that do not follow the rule, because scenarios and the demo history depend on them. */
const FIXED: Record<string, (anchor: Date) => Partial<DemoContact>> = {
  'contact-015': (anchor) => ({
    status: 'qualified',
    marketingConsent: true,
    identityNumber: 'P-4820157',
    address: '12 Orchard Lane, Leeds',
    agentUserId: 'agent-01',
    reqDistricts: ['Paphos'],
    reqMinPrice: null,
    reqMaxPrice: 200_000,
    reqBedrooms: null,
    reqBedroomsMin: null,
    lastAlertAt: daysBefore(anchor, 60),
  }),
  'contact-016': () => ({
    status: 'negotiating',
    agentUserId: 'agent-02',
    reqDistricts: [],
    reqMinPrice: null,
    reqMaxPrice: null,
    reqBedrooms: null,
    reqBedroomsMin: null,
  }),
  'contact-017': () => ({ status: 'negotiating', marketingConsent: false, identityNumber: null }),
  'contact-018': () => ({
    status: 'negotiating',
    identityNumber: 'P-7730418',
    address: '4 Harbour View, Gothenburg',
  }),
};

export const contactId = (number: number) => `contact-${String(number).padStart(3, '0')}`;
export const daysBefore = (day: Date, days: number) => new Date(day.getTime() - days * DAY_MS);

/**
 * The 40 demo contacts.
 *
 * @param anchor seeding day, 00:00 UTC.
 */
export function demoContacts(anchor: Date): DemoContact[] {
  return NAMES.map(([firstName = '', lastName = '', language = 'en'], index) => {
    const number = index + 1;
    const id = contactId(number);
    const createdAt = daysBefore(anchor, 20 + ((37 * number) % 300));
    return {
      id,
      firstName,
      lastName,
      type: typeOf(number),
      email: number % 9 === 6 && number > 18 ? null : `${firstName}.${lastName}@example.com`.toLowerCase(),
      phone: number % 4 === 0 ? null : `+357 99 000${String(number).padStart(3, '0')}`,
      language,
      ...legalFields(number),
      status: number < FIRST_LEAD ? 'contacted' : (STATUSES[number % STATUSES.length] ?? 'new'),
      agentUserId: `agent-0${1 + (number % 3)}`,
      marketingConsent: number % 3 !== 2,
      ...wishes(number),
      lastAlertAt: null,
      sample: true,
      createdAt,
      updatedAt: createdAt,
      ...FIXED[id]?.(anchor),
    };
  });
}

function typeOf(number: number): ContactType {
  if (number < FIRST_LEAD) return 'owner';
  return number <= LAST_LEAD ? 'lead' : 'both';
}

/** Owners have stored identity data; leads provide them before a contract. */
function legalFields(number: number): { identityNumber: string | null; address: string | null } {
  if (number >= FIRST_LEAD) return { identityNumber: null, address: null };
  return {
    identityNumber: `ID-${600_100 + 17 * number}`,
    address: `${3 * number} Olive Grove Street, Nicosia`,
  };
}

/** Every fourth lead has no budget, and every fifth has no number of bedrooms. */
function wishes(
  number: number,
): Pick<
  DemoContact,
  'reqDistricts' | 'reqMinPrice' | 'reqMaxPrice' | 'reqBedrooms' | 'reqBedroomsMin' | 'reqNotes'
> {
  const none = {
    reqDistricts: [],
    reqMinPrice: null,
    reqMaxPrice: null,
    reqBedrooms: null,
    reqBedroomsMin: null,
    reqNotes: '',
  };
  if (number < FIRST_LEAD) return none;
  return {
    ...none,
    reqDistricts: [WISHES[number % WISHES.length] ?? 'Paphos'],
    reqMaxPrice: number % 4 === 3 ? null : (BUDGETS[number % BUDGETS.length] ?? null),
    ...(number % 5 === 4 ? {} : number % 2 === 0 ? { reqBedrooms: 1 + (number % 3) } : { reqBedroomsMin: 2 }),
  };
}

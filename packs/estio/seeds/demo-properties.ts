import { wordList } from '#pack-kit';
import type { DealType, EstioProperty, PropertyStatus, PropertyType } from '../schema/entities/index.ts';
import demoDistricts from './demo-areas.json' with { type: 'json' };

export type DemoProperty = Omit<EstioProperty, 'orgId'>;

/** Basis of demo prices and distances: €/m², the minimum distance to the sea and its spread, both in metres. */
interface DemoArea {
  name: string;
  pricePerSqm: number;
  seaBase: number;
  seaSpread: number;
}

const DAY_MS = 86_400_000;
const dayAfter = (day: Date, days: number) => new Date(day.getTime() + days * DAY_MS);
/** Integer division, because the rules use integers. */
const div = (left: number, right: number) => Math.floor(left / right);

const TYPE_BY_LAST_DIGIT: readonly PropertyType[] = wordList(
  'Apartment Apartment Apartment Apartment Apartment Villa Villa House Townhouse Studio',
);
const TYPE_FACTORS: Record<PropertyType, number> = {
  Apartment: 100,
  Villa: 115,
  House: 95,
  Townhouse: 97,
  Studio: 105,
};

/** Owners by listing that replace the rule's owner, because a demo deal needs them. */
const FIXED_OWNERS: Record<string, string> = { 'prop-0112': 'contact-003' };

/**
 * The 400 demo listings, generated in integer arithmetic, so that each seed gives the same rows.
 *
 * @param anchor seeding day, 00:00 UTC.
 */
export function demoProperties(anchor: Date): DemoProperty[] {
  let before = 0;
  return demoDistricts.flatMap((district) => {
    const first = before + 1;
    before += district.listings;
    return Array.from({ length: district.listings }, (_, j) => {
      const area = district.areas[j % district.areas.length] as DemoArea;
      return demoProperty({ number: first + j, j, district: district.name, area, anchor });
    });
  });
}

interface Place {
  number: number;
  /** Index inside the district. */
  j: number;
  district: string;
  area: DemoArea;
  anchor: Date;
}

function demoProperty({ number, j, district, area, anchor }: Place): DemoProperty {
  const digits = String(number).padStart(4, '0');
  const id = `prop-${digits}`;
  const propertyType = TYPE_BY_LAST_DIGIT[j % 10] as PropertyType;
  const dealType: DealType = (j + div(j, 10)) % 4 === 3 ? 'rent' : 'sale';
  const bedrooms = bedroomsOf(propertyType, j);
  const coveredAreaSqm = coveredAreaOf(propertyType, bedrooms, j);
  const distanceToSea = area.seaBase + ((137 * j) % area.seaSpread);
  const seaView = distanceToSea < 400 || (j % 5 === 0 && distanceToSea < 2500);
  const price = priceOf({
    propertyType,
    dealType,
    coveredAreaSqm,
    seaView,
    pricePerSqm: area.pricePerSqm,
    j,
  });
  const listedAt = dayAfter(anchor, -(10 + ((29 * j) % 720)));
  const titleDeed = j % 3 === 2 ? 'pending' : 'yes';
  const title = titleOf(propertyType, bedrooms, area.name);
  const yearBuilt = 1985 + ((7 * j) % 40);
  const pool = propertyType === 'Villa';
  return {
    id,
    reference: `CY-${district.slice(0, 2).toUpperCase()}-${digits}`,
    title,
    description: descriptionOf({ title, coveredAreaSqm, yearBuilt, pool, distanceToSea, seaView, j }),
    district,
    area: area.name,
    addressLine: `${number} Sample Street, ${area.name}`,
    propertyType,
    dealType,
    price,
    bedrooms,
    bathrooms: Math.max(1, bedrooms - 1),
    coveredAreaSqm,
    plotAreaSqm: plotAreaOf(propertyType, coveredAreaSqm),
    distanceToSea,
    seaView,
    pool,
    yearBuilt,
    titleDeed,
    titleDeedNumber: titleDeed === 'yes' ? `S/${number}` : '',
    energyClass: 'ABCD'.charAt(j % 4),
    ...closing(dealType, price, listedAt, anchor, j),
    ownerContactId: FIXED_OWNERS[id] ?? `contact-${String(1 + (number % 14)).padStart(3, '0')}`,
    agentUserId: `agent-0${1 + (number % 3)}`,
    listedAt,
    sample: true,
  };
}

function bedroomsOf(type: PropertyType, j: number): number {
  switch (type) {
    case 'Studio':
      return 0;
    case 'Apartment':
      return 1 + (div(j, 2) % 3);
    case 'House':
      return 3 + (j % 2);
    case 'Townhouse':
      return 2 + (div(j, 5) % 2);
    case 'Villa':
      return 3 + (div(j, 3) % 3);
  }
}

function coveredAreaOf(type: PropertyType, bedrooms: number, j: number): number {
  switch (type) {
    case 'Studio':
      return 38 + (j % 8);
    case 'Apartment':
      return 35 + 25 * bedrooms + ((3 * j) % 16);
    case 'Townhouse':
      return 60 + 30 * bedrooms + ((5 * j) % 21);
    case 'House':
      return 70 + 35 * bedrooms + ((7 * j) % 31);
    case 'Villa':
      return 80 + 40 * bedrooms + ((11 * j) % 41);
  }
}

function plotAreaOf(type: PropertyType, coveredAreaSqm: number): number | null {
  if (type === 'Villa') return 2 * coveredAreaSqm;
  return type === 'House' || type === 'Townhouse' ? coveredAreaSqm + 60 : null;
}

interface Priced {
  propertyType: PropertyType;
  dealType: DealType;
  coveredAreaSqm: number;
  seaView: boolean;
  pricePerSqm: number;
  j: number;
}

/** Whole euro: in total, rounded to 500, or per month, rounded to 10. */
function priceOf({ propertyType, dealType, coveredAreaSqm, seaView, pricePerSqm, j }: Priced): number {
  const scaled =
    coveredAreaSqm *
    pricePerSqm *
    TYPE_FACTORS[propertyType] *
    (seaView ? 115 : 100) *
    (90 + ((17 * j) % 21));
  const sale = div(scaled + 250_000_000, 500_000_000) * 500;
  return dealType === 'sale' ? sale : div(div(sale * 45, 10_000) + 5, 10) * 10;
}

function closing(
  dealType: DealType,
  price: number,
  listedAt: Date,
  anchor: Date,
  j: number,
): { status: PropertyStatus; closedAt: Date | null; closedPrice: number | null } {
  if (j % 13 !== 6)
    return { status: j % 17 === 9 ? 'reserved' : 'available', closedAt: null, closedPrice: null };
  const planned = dayAfter(listedAt, 30 + ((7 * j) % 120));
  const latest = dayAfter(anchor, -1);
  return {
    status: dealType === 'sale' ? 'sold' : 'rented',
    closedAt: planned < latest ? planned : latest,
    closedPrice: div(price * (95 + (j % 6)), 100),
  };
}

function titleOf(type: PropertyType, bedrooms: number, area: string): string {
  return type === 'Studio' ? `Studio in ${area}` : `${bedrooms}-bedroom ${type.toLowerCase()} in ${area}`;
}

const CHARACTERS = [
  'Bright and well kept.',
  'On a quiet side street.',
  'Close to shops and a school.',
  'Recently repainted, with new windows.',
  'Open-plan living room with a large balcony.',
  'Fitted kitchen and plenty of storage.',
];
const EXTRAS = [
  'Covered parking.',
  'Solar water heating.',
  'Air conditioning throughout.',
  'Storage room.',
  'Double glazing.',
];

interface Described {
  title: string;
  coveredAreaSqm: number;
  yearBuilt: number;
  pool: boolean;
  distanceToSea: number;
  seaView: boolean;
  j: number;
}

const NEAR_SEA_METRES = 1000;

/** Contains "sea" exactly if the sea is near or in view, because programs search for the word. */
function descriptionOf({
  title,
  coveredAreaSqm,
  yearBuilt,
  pool,
  distanceToSea,
  seaView,
  j,
}: Described): string {
  const near = distanceToSea < NEAR_SEA_METRES;
  return [
    `${title}, ${coveredAreaSqm} m², built in ${yearBuilt}.`,
    CHARACTERS[j % CHARACTERS.length],
    seaView ? 'Looks out over the sea.' : '',
    near ? `The sea is ${distanceToSea} m away.` : '',
    pool ? 'Private pool and garden.' : EXTRAS[j % EXTRAS.length],
  ]
    .filter(Boolean)
    .join(' ');
}

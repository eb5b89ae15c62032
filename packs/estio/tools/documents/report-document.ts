import type { PdfBlock, PdfDocument } from '#artifacts';
import type { MarketFigures } from '../../schema/market.read-model.ts';
import type { Property } from '../../schema/property.read-model.ts';
import type { Comparable, PricePosition } from '../../schema/report.read-model.ts';
import { bedroomsName, count, euro } from '../../wording.ts';

export const reportSections = ['facts', 'location', 'comparables', 'price_position', 'market'] as const;
export type ReportSection = (typeof reportSections)[number];

export interface ReportFacts {
  property: Property;
  comparables: Comparable[];
  position: PricePosition;
  market: MarketFigures;
  agency: string;
  day: string;
}

const LEAST_COMPARABLES = 2;

/** The report about a property. Its numbers come from the database; no model writes any part of it. */
export function reportDocument(facts: ReportFacts, sections: readonly ReportSection[]): PdfDocument {
  const { property, agency, day } = facts;
  return {
    title: `${property.title} (${property.reference})`,
    footer: [agency, `Report of ${day}`, property.sample ? 'sample data' : ''].filter(Boolean).join(' · '),
    blocks: [
      { text: reportSummary(facts) },
      ...reportSections
        .filter((section) => sections.includes(section))
        .flatMap((section) => SECTIONS[section](facts)),
    ],
  };
}

/** Three sentences generated from the numbers. */
export function reportSummary({ property, comparables, position }: ReportFacts): string {
  const { pricePerSqm, districtMedianPerSqm, percentile } = position;
  const difference = Math.round(((pricePerSqm - districtMedianPerSqm) / districtMedianPerSqm) * 100);
  const against = difference === 0 ? 'at' : `${Math.abs(difference)}% ${difference > 0 ? 'above' : 'below'}`;
  return [
    `${property.title} in ${property.district} is offered at ${priceText(property)}, ${euro(pricePerSqm, 'en')} per m².`,
    `That is ${against} the median of its kind in the district (${euro(districtMedianPerSqm, 'en')} per m²), and ${percentile}% of them cost less per m².`,
    comparables.length < LEAST_COMPARABLES
      ? 'There are too few comparable listings to tell more.'
      : `${comparables.length} comparable listings cost from ${euro(Math.min(...comparables.map(({ price }) => price)), 'en')} to ${euro(Math.max(...comparables.map(({ price }) => price)), 'en')}.`,
  ].join(' ');
}

const priceText = ({ price, dealType }: Property) =>
  `${euro(price, 'en')}${dealType === 'rent' ? ' a month' : ''}`;

const SECTIONS: Record<ReportSection, (facts: ReportFacts) => PdfBlock[]> = {
  facts: ({ property }) => [
    { heading: 'Facts' },
    { text: property.description },
    {
      facts: [
        ['Type', property.propertyType],
        ['Price', priceText(property)],
        ['Bedrooms', bedroomsName(property.bedrooms, 'en')],
        ['Bathrooms', String(property.bathrooms)],
        ['Covered area', `${property.coveredAreaSqm} m²`],
        ...(property.plotAreaSqm === null ? [] : [['Plot', `${property.plotAreaSqm} m²`] as const]),
        ['Year built', String(property.yearBuilt)],
        ['Energy class', property.energyClass],
        ['Title deed', property.titleDeed],
        ['Pool', property.pool ? 'yes' : 'no'],
        ['Status', property.status],
      ],
    },
  ],
  location: ({ property }) => [
    { heading: 'Location' },
    {
      facts: [
        ['Address', property.addressLine],
        ['Area', `${property.area}, ${property.district}`],
        ['Distance to the sea', `${count(property.distanceToSea)} m`],
        ['Sea view', property.seaView ? 'yes' : 'no'],
      ],
    },
  ],
  comparables: ({ comparables }) => [
    { heading: 'Comparable listings' },
    comparables.length === 0
      ? { text: 'There are none of this district, type and size.' }
      : {
          items: comparables.map(
            ({ id, title, price, pricePerSqm, coveredAreaSqm }) =>
              `${title} (${id}): ${euro(price, 'en')}, ${coveredAreaSqm} m², ${euro(pricePerSqm, 'en')} per m²`,
          ),
        },
    ...(comparables.length < LEAST_COMPARABLES ? [{ text: 'These are too few to compare with.' }] : []),
  ],
  price_position: ({ position }) => [
    { heading: 'Price position' },
    {
      facts: [
        ['Price per m²', euro(position.pricePerSqm, 'en')],
        ['Median of the district', `${euro(position.districtMedianPerSqm, 'en')} per m²`],
        ['Cost less per m²', `${position.percentile}%`],
      ],
    },
  ],
  market: ({ market }) => [
    { heading: 'Market of the last 12 months' },
    {
      facts: [
        ['New listings', String(market.newListings)],
        ['Available now', String(market.activeListings)],
        ['Sold or rented', String(market.closedCount)],
        [
          'Median days on the market',
          market.medianDaysOnMarket === null ? 'unknown' : String(Math.round(market.medianDaysOnMarket)),
        ],
      ],
    },
  ],
};

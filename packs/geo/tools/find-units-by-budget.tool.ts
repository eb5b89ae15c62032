import { phraseList } from '#text';
import { z } from 'zod';
import { countText, invalidArgument, moneyText } from '#pack-kit';
import type { FeatureRow } from '../integrations/arcgis/arcgis-client.ts';
import type { Condition } from '../integrations/arcgis/conditions.ts';
import type { PlaceMatcher } from '../schema/places/place-matcher.ts';
import { unitsResult, type RentalUnit, type UnitsResult } from '../schema/results.ts';
import { average, numberOf, placeNamed, sharedResult } from './answers.ts';
import { districtArgument, homeTypeArgument, municipalityArgument } from './arguments.ts';
import { defineGeoTool } from './geo-tool.ts';

const MOST_LISTED = 50;
const MONTHS = 12;
const UNIT_FIELDS = phraseList(
  'unit_id, district_en, community_en, property_type, bedrooms, area_sqm, annual_rent_aed, furnished',
);
const BY_RENT = ['annual_rent_aed', 'unit_id'];

const input = z.object({
  max_budget: moneyText({ above: 0, description: 'Highest rent in AED per year.' }),
  bedrooms: countText({
    min: 0,
    max: 10,
    words: { studio: 0, ستوديو: 0 },
    description: 'Exact number; 0 is a studio.',
  }).optional(),
  min_budget: moneyText({ min: 0, description: 'Lowest rent in AED per year.' }).default(0),
  district: districtArgument().optional(),
  municipality: municipalityArgument().optional(),
  property_type: homeTypeArgument(),
  limit: countText({ min: 1, max: MOST_LISTED, description: 'Most homes to return.' }).default(10),
});

export const findUnitsByBudget = defineGeoTool({
  name: 'find_units_by_budget',
  title: 'Find homes to rent',
  description: 'Finds homes for rent within a yearly budget in AED, the cheapest first.',
  category: 'rental',
  input,
  result: unitsResult,
  whenToUse: [
    'The wish to rent a home with a price limit.',
    'Not for buying: there is no list of homes for sale; get_total_sales_value says what homes were sold for on average.',
  ],
  examples: [
    'One-bedroom to rent for at most 60 thousand a year',
    'Studios below 4,000 a month anywhere',
    'Three-bedroom villa for rent in Khalifa City, 90 to 110k',
    'أبحث عن شقة بغرفة نوم واحدة بميزانية 60 ألف درهم',
    'استوديو للإيجار أقل من 4000 شهريا',
    'فيلا للإيجار في مدينة خليفة حتى 110 آلاف',
  ],
  intents: ['rental'],
  ptcValue: 'units',
  async execute(input, backend, signal): Promise<UnitsResult> {
    const { max_budget: most, min_budget: least, property_type: type, limit } = input;
    if (least > most)
      throw invalidArgument(
        'min_budget',
        `expected at most max_budget, ${most}`,
        'The lowest rent is above the highest.',
      );
    const matcher = await backend.gazetteer.get();
    const alike = availableHomes(input, matcher, backend.settings.maxYear);
    const where: Condition[] = [
      ...alike,
      { field: 'annual_rent_aed', from: least, to: most },
      ...(type === undefined ? [] : [{ field: 'property_type', is: type }]),
    ];
    const { client } = backend;
    const listing = { fields: UNIT_FIELDS, orderBy: BY_RENT };
    const [rows, total] = await Promise.all([
      client.list('rentals', { ...listing, where, limit }, signal),
      client.count('rentals', where, signal),
    ]);
    const above: Condition[] = [...alike, { field: 'annual_rent_aed', above: most }];
    const [nearest] =
      total === 0 ? await client.list('rentals', { ...listing, where: above, limit: 1 }, signal) : [];
    const units = rows.map((row) => unitOf(row, matcher));
    return {
      ...(await sharedResult(backend)),
      units,
      total,
      returned: units.length,
      cheapest_aed: units[0]?.annual_rent_aed ?? null,
      nearest: nearest ? unitOf(nearest, matcher) : null,
    };
  },
});

/** Conditions apart from the price: available in the latest year, bedrooms and place. */
function availableHomes(
  { bedrooms, district, municipality }: z.infer<typeof input>,
  matcher: PlaceMatcher,
  year: number,
): Condition[] {
  const named = (type: 'district' | 'municipality', name: string | undefined): Condition[] =>
    name === undefined ? [] : [{ field: `${type}_en`, is: placeNamed(matcher, type, type, name).nameEn }];
  return [
    { field: 'status', is: 'available' },
    { field: 'year', is: year },
    ...(bedrooms === undefined ? [] : [{ field: 'bedrooms', is: bedrooms }]),
    ...named('district', district),
    ...named('municipality', municipality),
  ];
}

function unitOf(row: FeatureRow, matcher: PlaceMatcher): RentalUnit {
  const district = String(row.district_en);
  const rent = numberOf(row.annual_rent_aed);
  return {
    unit_id: String(row.unit_id),
    district,
    district_ar: matcher.canonical(district, ['district'])?.nameAr ?? '',
    community: String(row.community_en ?? ''),
    property_type: String(row.property_type),
    bedrooms: numberOf(row.bedrooms),
    area_sqm: numberOf(row.area_sqm),
    annual_rent_aed: rent,
    monthly_rent_aed: average(rent, MONTHS) ?? 0,
    furnished: numberOf(row.furnished) === 1,
  };
}

import { z } from 'zod';
import { matchedBy, placeTypes } from './places/place-matcher.ts';

/** Fields of every result. */
const shared = z.object({
  source: z.string().describe('Name of the service'),
  sample: z.boolean().describe('True when the rows are made up'),
  asOf: z.string(),
  notes: z.array(z.string()),
});
export type SharedResult = z.infer<typeof shared>;

const foundPlace = z.object({
  type: z.enum(placeTypes),
  name_en: z.string(),
  name_ar: z.string(),
  district_en: z.string().nullable(),
  municipality_en: z.string().nullable(),
  score: z.number(),
  matchedBy: z.enum(matchedBy),
});
export type FoundPlace = z.infer<typeof foundPlace>;

export const searchResult = shared.extend({
  status: z.enum(['resolved', 'ambiguous', 'not_found']),
  best: foundPlace.nullable(),
  matches: z.array(foundPlace),
  normalizedQuery: z.string(),
});
export type SearchResult = z.infer<typeof searchResult>;

const name = z.object({ name_en: z.string(), name_ar: z.string() });
export type Name = z.infer<typeof name>;

export const districtsResult = shared.extend({
  districts: z.array(name.extend({ municipality_en: z.string(), municipality_ar: z.string() })),
  count: z.int(),
});
export type DistrictsResult = z.infer<typeof districtsResult>;

const district = z.object({ district: z.string(), district_ar: z.string() });
const municipality = z.object({ municipality: z.string(), municipality_ar: z.string() });
const sales = z.object({ total_value_aed: z.number(), transaction_count: z.int() });
const average = z.number().nullable().describe('null when nothing was sold');
const ofYear = z.object({ year: z.int(), property_type: z.string().nullable() });

export const communitiesResult = shared.extend({
  ...district.shape,
  communities: z.array(name),
  count: z.int(),
});
export type CommunitiesResult = z.infer<typeof communitiesResult>;

export const transactionCountResult = shared.extend({
  ...district.shape,
  ...ofYear.shape,
  transaction_count: z.int(),
});
export type TransactionCountResult = z.infer<typeof transactionCountResult>;

export const totalSalesResult = transactionCountResult.extend({
  ...sales.shape,
  average_value_aed: average,
});
export type TotalSalesResult = z.infer<typeof totalSalesResult>;

const ranked = z.object({ ...district.shape, ...sales.shape, rank: z.int() });

export const compareResult = shared.extend({
  ...ofYear.shape,
  rows: z.array(ranked.extend({ average_value_aed: average })).describe('Sorted by value'),
  highest: z.string(),
  difference_aed: z.number().describe('Difference between the first row and the second'),
  difference_pct: z.number().nullable().describe('One decimal; null when the second district sold nothing'),
});
export type CompareResult = z.infer<typeof compareResult>;

export const municipalitySalesResult = shared.extend({
  ...municipality.shape,
  ...ofYear.shape,
  ...sales.shape,
  average_value_aed: average,
  districts_counted: z.int(),
});
export type MunicipalitySalesResult = z.infer<typeof municipalitySalesResult>;

export const topDistrictsResult = shared.extend({
  ...municipality.shape,
  year: z.int(),
  metric: z.enum(['value', 'count']),
  order: z.enum(['highest', 'lowest']),
  rows: z.array(ranked.extend({ sharePct: z.number().describe('Share of the municipality, one decimal') })),
});
export type TopDistrictsResult = z.infer<typeof topDistrictsResult>;

const rentalUnit = z.object({
  unit_id: z.string(),
  ...district.shape,
  community: z.string(),
  property_type: z.string(),
  bedrooms: z.number().describe('0 is a studio'),
  area_sqm: z.number(),
  annual_rent_aed: z.number(),
  monthly_rent_aed: z.number(),
  furnished: z.boolean(),
});
export type RentalUnit = z.infer<typeof rentalUnit>;

export const unitsResult = shared.extend({
  units: z.array(rentalUnit),
  total: z.int(),
  returned: z.int(),
  cheapest_aed: z.number().nullable(),
  nearest: rentalUnit.nullable().describe('The cheapest home above the budget when none fits it'),
});
export type UnitsResult = z.infer<typeof unitsResult>;

const homes = z.object({
  existing_units: z.number(),
  under_construction_units: z.number(),
  available_units: z.number(),
});

export const supplyResult = shared.extend({
  ...district.shape,
  year: z.int().nullable(),
  rows: z.array(homes.extend({ property_type: z.string() })),
  totals: homes,
});
export type SupplyResult = z.infer<typeof supplyResult>;

import type { MatchedBy, PlaceType } from './places/place-matcher.ts';

/** Fields of every result. */
export interface SharedResult {
  /** Name of the service. */
  source: string;
  /** True when the rows are made up. */
  sample: boolean;
  asOf: string;
  notes: string[];
}

export interface FoundPlace {
  type: PlaceType;
  name_en: string;
  name_ar: string;
  district_en: string | null;
  municipality_en: string | null;
  score: number;
  matchedBy: MatchedBy;
}

export interface SearchResult extends SharedResult {
  status: 'resolved' | 'ambiguous' | 'not_found';
  best: FoundPlace | null;
  matches: FoundPlace[];
  normalizedQuery: string;
}

export interface Name {
  name_en: string;
  name_ar: string;
}

export interface DistrictsResult extends SharedResult {
  districts: (Name & { municipality_en: string; municipality_ar: string })[];
  count: number;
}

export interface CommunitiesResult extends SharedResult {
  district: string;
  district_ar: string;
  communities: Name[];
  count: number;
}

interface Sales {
  total_value_aed: number;
  transaction_count: number;
}

interface OfYear {
  year: number;
  property_type: string | null;
}

interface OfDistrict {
  district: string;
  district_ar: string;
}

/** `average_value_aed` is null when nothing was sold. */
export interface TotalSalesResult extends SharedResult, OfDistrict, OfYear, Sales {
  average_value_aed: number | null;
}

export interface TransactionCountResult extends SharedResult, OfDistrict, OfYear {
  transaction_count: number;
}

export interface CompareResult extends SharedResult, OfYear {
  /** Sorted by value. */
  rows: (OfDistrict & Sales & { average_value_aed: number | null; rank: number })[];
  highest: string;
  /** Difference between the first row and the second. */
  difference_aed: number;
  /** One decimal; null when the second district sold nothing. */
  difference_pct: number | null;
}

export interface MunicipalitySalesResult extends SharedResult, OfYear, Sales {
  municipality: string;
  municipality_ar: string;
  average_value_aed: number | null;
  districts_counted: number;
}

export interface TopDistrictsResult extends SharedResult {
  municipality: string;
  municipality_ar: string;
  year: number;
  metric: 'value' | 'count';
  order: 'highest' | 'lowest';
  /** `sharePct`: share of the municipality, one decimal. */
  rows: (OfDistrict & Sales & { rank: number; sharePct: number })[];
}

export interface RentalUnit {
  unit_id: string;
  district: string;
  district_ar: string;
  community: string;
  property_type: string;
  bedrooms: number;
  area_sqm: number;
  annual_rent_aed: number;
  monthly_rent_aed: number;
  furnished: boolean;
}

export interface UnitsResult extends SharedResult {
  units: RentalUnit[];
  total: number;
  returned: number;
  cheapest_aed: number | null;
  /** The cheapest home above the budget when none fits it. */
  nearest: RentalUnit | null;
}

interface Homes {
  existing_units: number;
  under_construction_units: number;
  available_units: number;
}

export interface SupplyResult extends SharedResult {
  district: string;
  district_ar: string;
  year: number | null;
  rows: (Homes & { property_type: string })[];
  totals: Homes;
}

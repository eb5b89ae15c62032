import places from './places.json' with { type: 'json' };

/** A district with invented figures, from which its rows are generated. */
export interface SampleDistrict {
  id: number;
  nameEn: string;
  nameAr: string;
  municipality: string;
  salesIn2023: number;
  /** AED per m² in 2023. */
  pricePerSqm: number;
  /** Yearly rent of a 1-bedroom in 2024, AED. */
  yearlyRent: number;
  /** Homes in 2024. */
  stock: number;
  apartmentsOnly: boolean;
}

export const YEARS = [2020, 2021, 2022, 2023, 2024] as const;

export const sampleDistricts: readonly SampleDistrict[] = places.districts;

interface SamplePart {
  en: string;
  ar: string;
}

/** Invented communities of every district; rows are assigned to them in turn. */
export const PARTS: readonly [SamplePart, SamplePart, SamplePart] = [
  { en: 'North', ar: 'شمال' },
  { en: 'South', ar: 'جنوب' },
  { en: 'Central', ar: 'وسط' },
];

/** Invented projects of the first districts, in order. */
export const projects: readonly SamplePart[] = places.projects;

/** `code` is the number in the service's code list. */
export const { municipalities } = places;

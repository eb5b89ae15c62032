import { districts, type DistrictNames } from '../../schema/places/abu-dhabi.ts';

/** Invented figures from which the rows of a district are generated. */
export interface SampleDistrict extends DistrictNames {
  /** Sales in 2023. */
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

const APARTMENTS_ONLY = new Set([3, 5]);

/** By district: sales in 2023, AED per m² in 2023, yearly rent of a 1-bedroom in 2024, homes in 2024. */
const FIGURES: Readonly<Record<number, readonly [number, number, number, number]>> = {
  1: [1_247, 14_500, 88_000, 9_800],
  2: [980, 21_000, 115_000, 8_200],
  3: [1_860, 13_200, 82_000, 31_000],
  4: [720, 13_800, 86_000, 9_400],
  5: [140, 17_500, 105_000, 2_600],
  6: [410, 8_600, 52_000, 14_500],
  7: [300, 7_400, 46_000, 16_800],
  8: [520, 8_200, 54_000, 7_300],
  9: [450, 10_400, 60_000, 5_100],
  10: [360, 7_900, 43_000, 4_200],
  11: [280, 6_900, 41_000, 8_900],
  12: [190, 6_200, 38_000, 9_900],
  13: [150, 9_800, 64_000, 12_100],
  14: [110, 12_600, 78_000, 6_400],
  15: [90, 9_100, 58_000, 7_700],
  16: [130, 7_700, 47_000, 3_900],
  17: [120, 5_200, 30_000, 6_900],
  18: [95, 5_000, 29_000, 5_400],
  19: [85, 4_900, 28_000, 5_800],
  20: [75, 4_700, 27_000, 6_100],
  21: [70, 4_500, 26_000, 4_800],
  22: [60, 3_800, 22_000, 3_600],
  23: [55, 4_100, 25_000, 4_400],
  24: [40, 3_300, 20_000, 2_300],
};

export const sampleDistricts: readonly SampleDistrict[] = districts.map((names) => {
  const [salesIn2023 = 0, pricePerSqm = 0, yearlyRent = 0, stock = 0] = FIGURES[names.id] ?? [];
  const apartmentsOnly = APARTMENTS_ONLY.has(names.id);
  return { ...names, salesIn2023, pricePerSqm, yearlyRent, stock, apartmentsOnly };
});

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
export const projects: readonly SamplePart[] = [
  { en: 'Coral Gate', ar: 'بوابة المرجان' },
  { en: 'Pearl Court', ar: 'ساحة اللؤلؤ' },
  { en: 'Harbour Lights', ar: 'أضواء المرفأ' },
  { en: 'Lagoon Terrace', ar: 'شرفة البحيرة' },
  { en: 'Falcon Heights', ar: 'مرتفعات الصقر' },
  { en: 'Palm Lanes', ar: 'دروب النخيل' },
  { en: 'Desert Rose', ar: 'وردة الصحراء' },
  { en: 'Oasis Walk', ar: 'ممشى الواحة' },
  { en: 'Solar Garden', ar: 'حديقة الشمس' },
  { en: 'Ghaf Park', ar: 'حديقة الغاف' },
  { en: 'Silver Dunes', ar: 'الكثبان الفضية' },
  { en: 'Moon Valley', ar: 'وادي القمر' },
];

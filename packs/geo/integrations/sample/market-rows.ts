import { PARTS, projects, sampleDistricts, YEARS, type SampleDistrict } from './figures.ts';

/** A row of the service. */
export type Row = Record<string, string | number | null>;

/** Index over the years: sales per 1,000 of 2023, price in percent of 2023, stock in percent of 2024. */
const SALES_INDEX = [520, 610, 790, 1_000, 1_180];
const PRICE_INDEX = [82, 86, 92, 100, 109];
const STOCK_INDEX = [84, 88, 92, 96, 100];
/** Price of a type in percent of an apartment's. */
const TYPE_PRICE = { Apartment: 100, Villa: 90, Townhouse: 88, Land: 35 } as const;
/** Yearly rent by bedrooms, 0 to 4, in percent of that of one bedroom. */
const RENT_BY_BEDROOMS = [75, 100, 140, 190, 250];
/** Share of a type in the stock, percent. */
const STOCK_SHARE = [
  ['Apartment', 70],
  ['Villa', 18],
  ['Townhouse', 12],
] as const;
const AVAILABLE_RENTALS = 20;
const LEASED_RENTALS = 10;
const LATEST_RENTAL_YEAR = 2024;
const RENT_STEP_AED = 500;

type SaleType = keyof typeof TYPE_PRICE;

const floor = Math.floor;
const at = (list: readonly number[], index: number) => list[index] ?? 0;
const two = (value: number) => String(value).padStart(2, '0');
const partOf = (district: SampleDistrict, index: number) =>
  `${district.nameEn} ${PARTS[index % PARTS.length]?.en}`;
const places = ({ nameEn, municipality }: SampleDistrict) => ({
  municipality_en: municipality,
  district_en: nameEn,
});

/** Counts OBJECTID from 1. */
function numbered(rows: Row[]): Row[] {
  return rows.map((row, index) => ({ OBJECTID: index + 1, ...row }));
}

/** Generates every sale by district, year and index, in integer arithmetic. */
export function salesRows(): Row[] {
  return numbered(
    sampleDistricts.flatMap((district) =>
      YEARS.flatMap((year, y) => {
        const count = floor((district.salesIn2023 * at(SALES_INDEX, y) + 500) / 1_000);
        return Array.from({ length: count }, (_, i) => saleRow(district, year, y, i));
      }),
    ),
  );
}

function saleRow(district: SampleDistrict, year: number, y: number, i: number): Row {
  const group = floor(i / 10);
  const type = saleType(district, i);
  const bedrooms = { Apartment: group % 4, Villa: 3 + (group % 3), Townhouse: 2 + (group % 3), Land: 0 }[
    type
  ];
  const area = {
    Apartment: 45 + 35 * bedrooms + ((7 * i) % 26),
    Villa: 120 + 70 * bedrooms + ((11 * i) % 61),
    Townhouse: 80 + 45 * bedrooms + ((5 * i) % 31),
    Land: 300 + ((13 * i) % 401),
  }[type];
  const price = floor(
    (district.pricePerSqm * at(PRICE_INDEX, y) * TYPE_PRICE[type] * (95 + ((3 * i) % 11)) + 500_000) /
      1_000_000,
  );
  const month = i % 12;
  const inProject = type === 'Apartment' && i % 4 === 0;
  return {
    transaction_id: `S-${two(district.id)}-${year}-${String(i).padStart(5, '0')}`,
    ...places(district),
    community_en: partOf(district, i),
    project_en: inProject ? (projects[district.id - 1]?.en ?? null) : null,
    property_type: type,
    bedrooms: type === 'Land' ? null : bedrooms,
    area_sqm: area,
    price_per_sqm_aed: price,
    sale_value_aed: area * price,
    transaction_date: Date.UTC(year, month, 1 + ((5 * i) % 28)),
    year,
    quarter: floor(month / 3) + 1,
  };
}

function saleType({ apartmentsOnly }: SampleDistrict, i: number): SaleType {
  const place = i % 10;
  if (apartmentsOnly || place <= 5) return 'Apartment';
  if (place <= 7) return 'Villa';
  return place === 8 ? 'Townhouse' : 'Land';
}

export function rentalRows(): Row[] {
  return numbered(
    sampleDistricts.flatMap((district) =>
      YEARS.flatMap((year, y) => {
        const latest = year === LATEST_RENTAL_YEAR;
        const count = latest ? AVAILABLE_RENTALS : LEASED_RENTALS;
        return Array.from({ length: count }, (_, k) => ({
          ...rentalRow(district, year, y, k),
          status: latest ? 'available' : 'leased',
          year,
        }));
      }),
    ),
  );
}

function rentalRow(district: SampleDistrict, year: number, y: number, k: number): Row {
  const bedrooms = k % 5;
  const type = bedrooms <= 2 || district.apartmentsOnly ? 'Apartment' : k % 2 === 0 ? 'Villa' : 'Townhouse';
  const area = {
    Apartment: 40 + 32 * bedrooms + ((5 * k) % 17),
    Villa: 110 + 65 * bedrooms + ((9 * k) % 31),
    Townhouse: 85 + 45 * bedrooms + ((9 * k) % 31),
  }[type];
  // Rounded to the nearest step; 109 and 10,000 are the bases of the two indexes.
  const scale = at(PRICE_INDEX, 4) * 10_000;
  const scaled =
    district.yearlyRent * at(RENT_BY_BEDROOMS, bedrooms) * (90 + ((7 * k) % 21)) * at(PRICE_INDEX, y);
  const rent = floor((scaled + (scale * RENT_STEP_AED) / 2) / (scale * RENT_STEP_AED)) * RENT_STEP_AED;
  return {
    unit_id: `R-${two(district.id)}-${year}-${two(k)}`,
    ...places(district),
    community_en: partOf(district, k),
    property_type: type,
    bedrooms,
    area_sqm: area,
    annual_rent_aed: rent,
    furnished: k % 3 === 0 ? 1 : 0,
  };
}

export function supplyRows(): Row[] {
  return numbered(
    sampleDistricts.flatMap((district) =>
      YEARS.flatMap((year, y) =>
        STOCK_SHARE.flatMap(([type, share]): Row[] => {
          if (district.apartmentsOnly && type !== 'Apartment') return [];
          const part = district.apartmentsOnly ? 100 : share;
          const existing = floor((district.stock * part * at(STOCK_INDEX, y) + 5_000) / 10_000);
          return [
            {
              ...places(district),
              property_type: type,
              year,
              existing_units: existing,
              under_construction_units: floor((existing * (3 + (district.id % 5))) / 100),
              available_units: floor((existing * (4 + (district.id % 4))) / 100),
            },
          ];
        }),
      ),
    ),
  );
}

import { rentalRows, salesRows, supplyRows, type Row } from './market-rows.ts';
import { communityRows, districtRows, municipalityRows, projectRows } from './place-rows.ts';

/** Names of field types in the ArcGIS REST API. */
export type FieldType =
  | 'esriFieldTypeOID'
  | 'esriFieldTypeString'
  | 'esriFieldTypeInteger'
  | 'esriFieldTypeDouble'
  | 'esriFieldTypeDate';

export interface Field {
  name: string;
  type: FieldType;
}

export interface SampleLayer {
  id: number;
  name: string;
  fields: Field[];
  rows: readonly Row[];
}

const fieldsOf = (types: Record<string, FieldType>): Field[] =>
  Object.entries({ OBJECTID: 'esriFieldTypeOID' as const, ...types }).map(([name, type]) => ({ name, type }));

const text = 'esriFieldTypeString';
const whole = 'esriFieldTypeInteger';
const number = 'esriFieldTypeDouble';

const within = { district_en: text, municipality_en: text } as const;
const names = { name_en: text, name_ar: text } as const;
const placed = { municipality_en: text, district_en: text, community_en: text } as const;

let generated: readonly SampleLayer[] | undefined;

/** Layers of the sample service with all rows, which are generated once per process. */
export function sampleLayers(): readonly SampleLayer[] {
  return (generated ??= generateLayers());
}

function generateLayers(): SampleLayer[] {
  return [
    { id: 0, name: 'municipalities', fields: fieldsOf({ ...names, code: whole }), rows: municipalityRows() },
    {
      id: 1,
      name: 'districts',
      fields: fieldsOf({ ...names, municipality_en: text, municipality_ar: text }),
      rows: districtRows(),
    },
    { id: 2, name: 'communities', fields: fieldsOf({ ...names, ...within }), rows: communityRows() },
    { id: 3, name: 'projects', fields: fieldsOf({ ...names, ...within }), rows: projectRows() },
    {
      id: 4,
      name: 'sales',
      fields: fieldsOf({
        transaction_id: text,
        ...placed,
        project_en: text,
        property_type: text,
        bedrooms: whole,
        area_sqm: number,
        price_per_sqm_aed: number,
        sale_value_aed: number,
        transaction_date: 'esriFieldTypeDate',
        year: whole,
        quarter: whole,
      }),
      rows: salesRows(),
    },
    {
      id: 5,
      name: 'rentals',
      fields: fieldsOf({
        unit_id: text,
        ...placed,
        property_type: text,
        bedrooms: whole,
        area_sqm: number,
        annual_rent_aed: number,
        furnished: whole,
        status: text,
        year: whole,
      }),
      rows: rentalRows(),
    },
    {
      id: 6,
      name: 'supply',
      fields: fieldsOf({
        municipality_en: text,
        district_en: text,
        property_type: text,
        year: whole,
        existing_units: whole,
        under_construction_units: whole,
        available_units: whole,
      }),
      rows: supplyRows(),
    },
  ];
}

import { z } from 'zod';
import { ToolError } from '#tools/light';

/** The fields of each layer by which the tools know them. */
const FIELDS = {
  municipalities: ['OBJECTID', 'name_en', 'name_ar', 'code'],
  districts: ['OBJECTID', 'name_en', 'name_ar', 'municipality_en', 'municipality_ar'],
  communities: ['OBJECTID', 'name_en', 'name_ar', 'district_en', 'municipality_en'],
  projects: ['OBJECTID', 'name_en', 'name_ar', 'district_en', 'municipality_en'],
  sales: [
    'OBJECTID',
    'municipality_en',
    'district_en',
    'property_type',
    'sale_value_aed',
    'transaction_date',
    'year',
  ],
  rentals: [
    'OBJECTID',
    'unit_id',
    'municipality_en',
    'district_en',
    'community_en',
    'property_type',
    'bedrooms',
    'area_sqm',
    'annual_rent_aed',
    'furnished',
    'status',
    'year',
  ],
  supply: [
    'OBJECTID',
    'district_en',
    'property_type',
    'year',
    'existing_units',
    'under_construction_units',
    'available_units',
  ],
} as const;

export type LayerName = keyof typeof FIELDS;
export const layerNames = Object.keys(FIELDS) as LayerName[];

/** Where a layer is, and how the service calls its fields. */
export interface LayerPlace {
  name: LayerName;
  id: number;
  /** By the tools' names; null for a field that the service has not. */
  fields: Readonly<Record<string, string | null>>;
}

const layerMap = z.partialRecord(
  z.enum(layerNames as [LayerName, ...LayerName[]]),
  z.strictObject({
    id: z.int().min(0).optional(),
    fields: z.record(z.string(), z.string().min(1).nullable()).optional(),
  }),
);

/**
 * The layers with what `GEO_LAYER_MAP` says otherwise: `{"sales":{"id":9,"fields":{"district_en":"DISTRICT","year":null}}}`.
 *
 * @throws ToolError NOT_CONFIGURED for a text that is no such map.
 */
export function readLayerMap(text: string | undefined): Record<LayerName, LayerPlace> {
  const given = text === undefined ? {} : parsed(text);
  return Object.fromEntries(
    layerNames.map((name, index): [LayerName, LayerPlace] => {
      const own = Object.fromEntries(FIELDS[name].map((field) => [field, field]));
      const { id = index, fields = {} } = given[name] ?? {};
      const unknown = Object.keys(fields).find((field) => !(field in own));
      if (unknown !== undefined)
        throw wrongMap(`the layer ${name} has no field ${unknown}; it has ${Object.keys(own).join(', ')}`);
      return [name, { name, id, fields: { ...own, ...fields } }];
    }),
  ) as Record<LayerName, LayerPlace>;
}

function parsed(text: string): z.infer<typeof layerMap> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw wrongMap('it is no JSON');
  }
  const read = layerMap.safeParse(json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw wrongMap(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

/** A setting that cannot be followed; the sentence is for operators, whom a person will tell of it. */
export function wrongMap(problem: string): ToolError {
  return new ToolError('NOT_CONFIGURED', `GEO_LAYER_MAP does not fit the service: ${problem}.`, {
    missingSettings: ['GEO_LAYER_MAP'],
  });
}

import { phraseList } from '#text';
import { z } from 'zod';
import { notConfigured, ToolError } from '#pack-kit';

/** Fields of each layer that the tools read, by the tools' names. */
const FIELDS = {
  municipalities: ['OBJECTID', 'name_en', 'name_ar', 'code'],
  districts: ['OBJECTID', 'name_en', 'name_ar', 'municipality_en', 'municipality_ar'],
  communities: ['OBJECTID', 'name_en', 'name_ar', 'district_en', 'municipality_en'],
  projects: ['OBJECTID', 'name_en', 'name_ar', 'district_en', 'municipality_en'],
  sales: phraseList(
    'OBJECTID, municipality_en, district_en, property_type, sale_value_aed, transaction_date, year',
  ),
  rentals: phraseList(
    `OBJECTID, unit_id, municipality_en, district_en, community_en, property_type, bedrooms, area_sqm,
     annual_rent_aed, furnished, status, year`,
  ),
  supply: phraseList(
    'OBJECTID, district_en, property_type, year, existing_units, under_construction_units, available_units',
  ),
} as const;

/** Optional fields that no tool reads. A service may lack them as long as the map does not name them. */
const UNREAD: Partial<Record<keyof typeof FIELDS, readonly string[]>> = {
  sales: phraseList(
    'transaction_id, community_en, project_en, bedrooms, area_sqm, price_per_sqm_aed, quarter',
  ),
  supply: ['municipality_en'],
};

export type LayerName = keyof typeof FIELDS;
export const layerNames = Object.keys(FIELDS) as LayerName[];

/** Id of a layer and the service's names of its fields. */
export interface LayerPlace {
  name: LayerName;
  id: number;
  /** The service's fields by the names that the tools use; null for a field that the service lacks. */
  fields: Readonly<Record<string, string | null>>;
}

const layerMap = z.partialRecord(z.enum(layerNames as [LayerName, ...LayerName[]]), z.unknown());
const ownLayer = z.strictObject({
  id: z.int().min(0).optional(),
  fields: z.record(z.string(), z.string().min(1).nullable()).optional(),
});

/**
 * Reads a layer from `GEO_LAYER_MAP`, over the built-in map:
 * `{"sales":{"id":9,"fields":{"district_en":"DISTRICT","year":null}}}`. A mistake in one layer fails only the tools
 * of that layer.
 *
 * @throws ToolError NOT_CONFIGURED for a text that is not such a map, or a wrong entry of this layer.
 */
export function readLayer(text: string | undefined, name: LayerName): LayerPlace {
  const given = text === undefined ? undefined : parsed(text)[name];
  const { id = layerNames.indexOf(name), fields = {} } =
    given === undefined ? {} : checked(ownLayer, given, name);
  const own: Record<string, string> = Object.fromEntries(FIELDS[name].map((field) => [field, field]));
  const all = [...FIELDS[name], ...(UNREAD[name] ?? [])];
  const unknown = Object.keys(fields).find((field) => !all.includes(field));
  if (unknown !== undefined)
    throw wrongMap(`the layer ${name} has no field ${unknown}; it has ${all.join(', ')}`);
  return { name, id, fields: { ...own, ...fields } };
}

function parsed(text: string): z.infer<typeof layerMap> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw wrongMap('it is not JSON');
  }
  return checked(layerMap, json);
}

function checked<Schema extends z.ZodType>(schema: Schema, given: unknown, ...at: string[]): z.infer<Schema> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw wrongMap(`${[...at, ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? ''}`);
}

/** Error for a wrong map. Its sentence is for operators. */
export function wrongMap(problem: string): ToolError {
  return notConfigured(`GEO_LAYER_MAP does not fit the service: ${problem}.`, 'GEO_LAYER_MAP');
}

/** True for errors of the layer map, a missing layer among them. */
export function isOfLayerMap(error: unknown): error is ToolError {
  const settings = error instanceof ToolError ? error.help?.['missingSettings'] : undefined;
  return Array.isArray(settings) && settings.includes('GEO_LAYER_MAP');
}

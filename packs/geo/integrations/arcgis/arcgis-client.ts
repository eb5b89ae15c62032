import { z } from 'zod';
import { ToolError, type Clock } from '#pack-kit';
import { ArcGisService, type ServiceParts } from './arcgis-service.ts';
import { whereOf, type Condition } from './conditions.ts';
import { readLayer, wrongMap, type LayerName, type LayerPlace } from './layer-map.ts';
import { unreadable } from './service-failure.ts';

/** A row, keyed by the tools' names of its fields. */
export type FeatureRow = Record<string, string | number | null>;

export interface Statistic {
  type: 'sum' | 'count' | 'max';
  field: string;
  as: string;
}

export interface ListQuery {
  where: readonly Condition[];
  fields: readonly string[];
  /** Fields by the tools' names. OBJECTID is added last, so that pages do not overlap. */
  orderBy?: readonly string[];
  /** Number of rows; all of them when absent. */
  limit?: number;
}

const DESCRIPTION_TTL_MS = 3_600_000;
const MAX_PAGE_ROWS = 1_000;
const MAX_PAGES = 20;

const layerDescription = z.object({
  fields: z
    .array(z.object({ name: z.string() }))
    .nullable()
    .default([]),
  maxRecordCount: z.number().int().positive().default(MAX_PAGE_ROWS),
  advancedQueryCapabilities: z.object({ supportsPagination: z.boolean().optional() }).optional(),
});
const serviceDescription = z.object({
  serviceDescription: z.string().default(''),
  mapName: z.string().default(''),
});
const features = z.object({
  features: z.array(
    z.object({ attributes: z.record(z.string(), z.union([z.string(), z.number(), z.null()])) }),
  ),
  exceededTransferLimit: z.boolean().optional(),
});
const counted = z.object({ count: z.number() });

interface Layer extends LayerPlace {
  pageRows: number;
  hasPages: boolean;
}

/** The service's own description. */
export interface ServiceName {
  name: string;
  /** True when the description says that the rows are made up. */
  sample: boolean;
}

/** Queries by the tools' names of layers and fields, over the ArcGIS REST API (https://developers.arcgis.com/rest/services-reference/). */
export class ArcGisClient {
  private readonly service: ArcGisService;
  private readonly known = new Map<string, { until: number; made: Promise<unknown> }>();

  constructor(
    private readonly parts: ServiceParts,
    private readonly clock: Clock,
  ) {
    this.service = new ArcGisService(parts);
  }

  // Calls share descriptions, so no call's signal may abort the request for one.
  describe(): Promise<ServiceName> {
    return this.remembered('service', async () => {
      const { serviceDescription: text, mapName } = read(serviceDescription, await this.service.get('', {}));
      return { name: mapName || 'ArcGIS', sample: text.startsWith('SAMPLE DATA') };
    });
  }

  /** One row per group; one row without groups. The letter case of attribute names does not matter. */
  async statistics(
    name: LayerName,
    {
      where,
      statistics,
      groupBy = [],
    }: { where: readonly Condition[]; statistics: readonly Statistic[]; groupBy?: readonly string[] },
    signal?: AbortSignal,
  ): Promise<FeatureRow[]> {
    const layer = await this.layer(name);
    const answer = await this.query(layer, where, signal, {
      outStatistics: JSON.stringify(
        statistics.map(({ type, field, as }) => ({
          statisticType: type,
          onStatisticField: fieldOf(layer, field),
          outStatisticFieldName: as,
        })),
      ),
      ...(groupBy.length > 0 && {
        groupByFieldsForStatistics: groupBy.map((field) => fieldOf(layer, field)).join(','),
      }),
    });
    return read(features, answer).features.map(({ attributes }) => {
      const byName = lowerCased(attributes);
      return Object.fromEntries([
        ...groupBy.map((field) => [field, byName.get(fieldOf(layer, field).toLowerCase()) ?? null]),
        ...statistics.map(({ as }) => [as, byName.get(as.toLowerCase()) ?? null]),
      ]) as FeatureRow;
    });
  }

  async count(name: LayerName, where: readonly Condition[], signal?: AbortSignal): Promise<number> {
    const layer = await this.layer(name);
    return read(counted, await this.query(layer, where, signal, { returnCountOnly: 'true' })).count;
  }

  /** Reads rows page by page. @throws ToolError LIMIT_EXCEEDED when there are more than 20 pages of them. */
  async list(name: LayerName, query: ListQuery, signal?: AbortSignal): Promise<FeatureRow[]> {
    const layer = await this.layer(name);
    const rows: FeatureRow[] = [];
    // A service without paging returns rows by id, so a limit in another order needs all of them.
    const wanted = layer.hasPages ? (query.limit ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
    for (let pages = 1; ; pages += 1) {
      const count = Math.min(layer.pageRows, wanted - rows.length);
      const page = await this.page(
        layer,
        query,
        { count, offset: rows.length, lastId: rows.at(-1)?.OBJECTID },
        signal,
      );
      rows.push(...page.rows);
      const more = page.more || page.rows.length === layer.pageRows;
      if (rows.length >= wanted || !more || page.rows.length === 0)
        return layer.hasPages ? rows : inOrder(rows, query);
      if (pages === MAX_PAGES)
        throw new ToolError(
          'LIMIT_EXCEEDED',
          'The property data service has more rows for this than are read at once.',
        );
    }
  }

  private async page(
    layer: Layer,
    { where, fields, orderBy = [] }: ListQuery,
    { count, offset, lastId }: { count: number; offset: number; lastId: string | number | null | undefined },
    signal: AbortSignal | undefined,
  ): Promise<{ rows: FeatureRow[]; more: boolean }> {
    const names = [...new Set(['OBJECTID', ...fields, ...orderBy])];
    // Without paging, the next rows are those with higher ids.
    const order = layer.hasPages ? [...orderBy, 'OBJECTID'] : ['OBJECTID'];
    const beyond: Condition[] =
      layer.hasPages || lastId == null ? [] : [{ field: 'OBJECTID', above: Number(lastId) }];
    const answer = await this.query(layer, [...where, ...beyond], signal, {
      outFields: names.flatMap((field) => layer.fields[field] ?? []).join(','),
      orderByFields: order.map((field) => fieldOf(layer, field)).join(','),
      ...(layer.hasPages && { resultOffset: String(offset), resultRecordCount: String(count) }),
    });
    const { features: found, exceededTransferLimit = false } = read(features, answer);
    const rows = found.map(({ attributes }) => {
      const byName = lowerCased(attributes);
      return Object.fromEntries(
        names.map((field) => [field, byName.get((layer.fields[field] ?? '').toLowerCase()) ?? null]),
      );
    });
    return { rows, more: exceededTransferLimit };
  }

  private query(
    layer: Layer,
    where: readonly Condition[],
    signal: AbortSignal | undefined,
    parameters: Record<string, string>,
  ): Promise<unknown> {
    const all = { where: whereOf(where, layer, this.parts.settings), returnGeometry: 'false', ...parameters };
    return this.service.get(`/${layer.id}/query`, all, signal);
  }

  /** @throws ToolError NOT_CONFIGURED when the service lacks a mapped field. */
  private layer(name: LayerName): Promise<Layer> {
    return this.remembered(name, async () => {
      const place = readLayer(this.parts.settings.layerMap, name);
      const told = read(layerDescription, await this.service.get(`/${place.id}`, {}));
      const present = new Set((told.fields ?? []).map((field) => field.name.toLowerCase()));
      const missing = Object.values(place.fields).find(
        (field) => field !== null && !present.has(field.toLowerCase()),
      );
      if (missing !== undefined && missing !== null)
        throw wrongMap(`layer ${place.id} (${name}) has no field ${missing}`);
      return {
        ...place,
        pageRows: Math.min(told.maxRecordCount, MAX_PAGE_ROWS),
        hasPages: told.advancedQueryCapabilities?.supportsPagination ?? false,
      };
    });
  }

  /** Keeps a description for an hour; a failed one is requested again. */
  private remembered<Made>(key: string, make: () => Promise<Made>): Promise<Made> {
    const now = this.clock.now().getTime();
    const known = this.known.get(key);
    if (known && known.until > now) return known.made as Promise<Made>;
    const made = make();
    this.known.set(key, { until: now + DESCRIPTION_TTL_MS, made });
    made.catch(() => {
      if (this.known.get(key)?.made === made) this.known.delete(key);
    });
    return made;
  }
}

function read<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw unreadable();
  return parsed.data;
}

function fieldOf(layer: LayerPlace, name: string): string {
  const field = layer.fields[name];
  if (!field) throw wrongMap(`the layer ${layer.name} needs a field for ${name}`);
  return field;
}

/** Sorts rows by `orderBy`, then by id, and cuts them to the limit. */
function inOrder(rows: FeatureRow[], { orderBy = [], limit }: ListQuery): FeatureRow[] {
  const compared = (one: FeatureRow, other: FeatureRow, field: string) => {
    const [left = null, right = null] = [one[field], other[field]];
    if (left === right) return 0;
    if (left === null || right === null) return left === null ? -1 : 1;
    return left < right ? -1 : 1;
  };
  const order = [...orderBy, 'OBJECTID'];
  return rows
    .toSorted((one, other) => order.map((field) => compared(one, other, field)).find(Boolean) ?? 0)
    .slice(0, limit);
}

function lowerCased(attributes: FeatureRow): Map<string, string | number | null> {
  return new Map(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value]));
}

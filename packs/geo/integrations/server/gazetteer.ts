import type { Clock } from '#config';
import type { ArcGisClient, FeatureRow } from '../arcgis/arcgis-client.ts';
import { isOfLayerMap } from '../arcgis/layer-map.ts';
import { aliasesOf } from '../../schema/places/known-places.ts';
import {
  PlaceMatcher,
  placeTypes,
  type GeoPlace,
  type PlaceType,
} from '../../schema/places/place-matcher.ts';

const REFRESH_MS = 24 * 3_600_000;
/** After a refresh that failed, or had not all layers; until then the places of before serve. */
const RETRY_MS = 60_000;

/** The places that the service has, read when they are first needed and anew every day. */
export class Gazetteer {
  private known: { matcher: PlaceMatcher; until: number } | undefined;
  private loading: Promise<PlaceMatcher> | undefined;

  constructor(
    private readonly client: ArcGisClient,
    private readonly clock: Clock,
  ) {}

  /** @throws ToolError when the service cannot be asked and nothing is known yet. */
  async get(): Promise<PlaceMatcher> {
    const now = this.clock.now().getTime();
    if (this.known && this.known.until > now) return this.known.matcher;
    this.loading ??= this.load().finally(() => (this.loading = undefined));
    try {
      return await this.loading;
    } catch (error) {
      if (!this.known) throw error;
      this.known.until = now + RETRY_MS;
      return this.known.matcher;
    }
  }

  private async load(): Promise<PlaceMatcher> {
    const within = ['name_en', 'name_ar', 'district_en', 'municipality_en'];
    const read = (layer: 'municipalities' | 'districts' | 'communities' | 'projects', fields: string[]) =>
      this.client.list(layer, { where: [], fields, orderBy: ['name_en'] });
    const [municipalities, districts, communities, projects] = await Promise.allSettled([
      read('municipalities', ['name_en', 'name_ar']),
      read('districts', ['name_en', 'name_ar', 'municipality_en']),
      read('communities', within),
      read('projects', within),
    ]);
    const layers = {
      municipality: municipalities,
      district: districts,
      community: communities,
      project: projects,
    };
    const lacking = new Map<PlaceType, Error>();
    const places = placeTypes.flatMap((type) => {
      const layer = layers[type];
      if (layer.status === 'fulfilled') return layer.value.map((row) => placeOf(type, row));
      // A layer that is not where the map says is the matter of its own tools; any other failure will pass.
      if (!isOfLayerMap(layer.reason)) throw layer.reason;
      lacking.set(type, layer.reason);
      return [];
    });
    const [none] = lacking.values();
    if (none && lacking.size === placeTypes.length) throw none;
    const matcher = new PlaceMatcher(places, lacking);
    const holds = lacking.size === 0 ? REFRESH_MS : RETRY_MS;
    this.known = { matcher, until: this.clock.now().getTime() + holds };
    return matcher;
  }
}

function placeOf(type: GeoPlace['type'], row: FeatureRow): GeoPlace {
  const text = (field: string) => (row[field] == null ? null : String(row[field]));
  const nameEn = text('name_en') ?? '';
  return {
    type,
    nameEn,
    nameAr: text('name_ar') ?? '',
    districtEn: text('district_en'),
    municipalityEn: text('municipality_en'),
    aliases: aliasesOf(nameEn),
  };
}

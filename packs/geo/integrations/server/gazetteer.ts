import type { Clock } from '#pack-kit';
import type { ArcGisClient } from '../arcgis/arcgis-client.ts';
import { isOfLayerMap } from '../arcgis/layer-map.ts';
import { placeOf } from '../../schema/places/known-places.ts';
import { PlaceMatcher, placeTypes, type PlaceType } from '../../schema/places/place-matcher.ts';

const REFRESH_MS = 24 * 3_600_000;
/** Delay after a refresh that failed or lacked layers. The earlier places are used until then. */
const RETRY_MS = 60_000;

/** Places of the service, read at first use and again every day. */
export class Gazetteer {
  private known: { matcher: PlaceMatcher; until: number } | undefined;
  private loading: Promise<PlaceMatcher> | undefined;

  constructor(
    private readonly client: ArcGisClient,
    private readonly clock: Clock,
  ) {}

  /** @throws ToolError when the service fails and no places have been read yet. */
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
      // An error of the layer map fails only the tools of the layer; any other failure is transient.
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

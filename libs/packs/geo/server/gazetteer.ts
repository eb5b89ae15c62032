import type { Clock } from '#config';
import type { ArcGisClient, FeatureRow } from '../arcgis/arcgis-client.ts';
import { aliasesOf } from '../places/known-places.ts';
import { PlaceMatcher, type GeoPlace } from '../places/place-matcher.ts';

const REFRESH_MS = 24 * 3_600_000;
/** After a refresh that failed; until then the places of before serve. */
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
    const [municipalities, districts, communities, projects] = await Promise.all([
      read('municipalities', ['name_en', 'name_ar']),
      read('districts', ['name_en', 'name_ar', 'municipality_en']),
      read('communities', within),
      read('projects', within),
    ]);
    const matcher = new PlaceMatcher([
      ...municipalities.map((row) => placeOf('municipality', row)),
      ...districts.map((row) => placeOf('district', row)),
      ...communities.map((row) => placeOf('community', row)),
      ...projects.map((row) => placeOf('project', row)),
    ]);
    this.known = { matcher, until: this.clock.now().getTime() + REFRESH_MS };
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

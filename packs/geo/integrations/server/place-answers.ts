import type { z } from 'zod';
import { normalizeText } from '#text';
import type { PlaceMatch, PlaceType } from '../../schema/places/place-matcher.ts';
import type { GetCommunitiesInput } from '../../tools/get-communities.tool.ts';
import type { GetDistrictsInput } from '../../tools/get-districts.tool.ts';
import type { CommunitiesResult, DistrictsResult, FoundPlace, SearchResult } from '../../schema/results.ts';
import type { SearchInput } from '../../tools/search-geospatial-metadata.tool.ts';
import { placeNamed, sharedResult, type Backend } from './backend.ts';

const PLURALS: Record<PlaceType, string> = {
  district: 'districts',
  municipality: 'municipalities',
  community: 'communities',
  project: 'projects',
};

export async function searchPlaces(input: z.infer<SearchInput>, backend: Backend): Promise<SearchResult> {
  const matcher = await backend.gazetteer.get();
  // Without districts a name would be that of one of their parts.
  const lack = matcher.lacking.get(input.type ?? 'district');
  if (lack) throw lack;
  const municipality =
    input.municipality && placeNamed(matcher, 'municipality', 'municipality', input.municipality).nameEn;
  const { status, best, matches } = matcher.resolve(input.query, { type: input.type, municipality });
  const notes = [...matcher.lacking.keys()].map((type) => `The layer of ${PLURALS[type]} is not configured.`);
  return {
    ...(await sharedResult(backend, notes)),
    status,
    best: best && foundPlace(best),
    matches: matches.slice(0, input.limit).map(foundPlace),
    normalizedQuery: normalizeText(input.query),
  };
}

function foundPlace({ place, score, matchedBy }: PlaceMatch): FoundPlace {
  return {
    type: place.type,
    name_en: place.nameEn,
    name_ar: place.nameAr,
    district_en: place.type === 'district' ? place.nameEn : place.districtEn,
    municipality_en: place.type === 'municipality' ? place.nameEn : place.municipalityEn,
    score,
    matchedBy,
  };
}

export async function listDistricts(
  { municipality }: z.infer<GetDistrictsInput>,
  backend: Backend,
  signal: AbortSignal,
): Promise<DistrictsResult> {
  const matcher = await backend.gazetteer.get();
  const within =
    municipality === undefined
      ? undefined
      : placeNamed(matcher, 'municipality', 'municipality', municipality);
  const rows = await backend.client.list(
    'districts',
    {
      where: within ? [{ field: 'municipality_en', is: within.nameEn }] : [],
      fields: ['name_en', 'name_ar', 'municipality_en', 'municipality_ar'],
      orderBy: ['municipality_en', 'name_en'],
    },
    signal,
  );
  const districts = rows
    .map((row) => ({
      name_en: String(row.name_en),
      name_ar: String(row.name_ar ?? ''),
      municipality_en: String(row.municipality_en ?? ''),
      municipality_ar: String(row.municipality_ar ?? ''),
    }))
    .sort((a, b) => a.municipality_en.localeCompare(b.municipality_en) || a.name_en.localeCompare(b.name_en));
  return { ...(await sharedResult(backend)), districts, count: districts.length };
}

export async function listCommunities(
  { district }: z.infer<GetCommunitiesInput>,
  backend: Backend,
  signal: AbortSignal,
): Promise<CommunitiesResult> {
  const place = placeNamed(await backend.gazetteer.get(), 'district', 'district', district);
  const rows = await backend.client.list(
    'communities',
    { where: [{ field: 'district_en', is: place.nameEn }], fields: ['name_en', 'name_ar'] },
    signal,
  );
  const communities = rows.map((row) => ({
    name_en: String(row.name_en),
    name_ar: String(row.name_ar ?? ''),
  }));
  const shared = await sharedResult(
    backend,
    communities.length === 0 ? ['The service lists no communities here.'] : [],
  );
  return {
    ...shared,
    district: place.nameEn,
    district_ar: place.nameAr,
    communities,
    count: communities.length,
  };
}

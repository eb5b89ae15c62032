import { z } from 'zod';
import { countText, enumWithSynonyms } from '#pack-kit';
import { normalizeText } from '#text';
import { hasPlaceCue } from '../schema/places/find-places.ts';
import { PLACE_TYPES, type PlaceMatch, type PlaceType } from '../schema/places/place-matcher.ts';
import { searchResult, type FoundPlace, type SearchResult } from '../schema/results.ts';
import { placeNamed, sharedResult } from './answers.ts';
import { municipalityArgument, SEARCH } from './arguments.ts';
import { defineGeoTool, GEO_ANALYST } from './geo-tool.ts';

const PLURALS: Record<PlaceType, string> = {
  district: 'districts',
  municipality: 'municipalities',
  community: 'communities',
  project: 'projects',
};

const input = z.object({
  query: z.string().trim().min(1).max(120).describe('One place name as the user wrote it, in any language.'),
  type: enumWithSynonyms(PLACE_TYPES, { description: 'Only places of this type.' }).optional(),
  municipality: municipalityArgument().optional(),
  limit: countText({ min: 1, max: 20, description: 'Most matches to return.' }).default(5),
});

export const searchGeospatialMetadata = defineGeoTool({
  name: SEARCH,
  title: 'Search places',
  description:
    'Finds the correct district, community, project or municipality name for a place text, in English or Arabic. Other tools take the English names that it returns.',
  category: 'geo',
  input,
  result: searchResult,
  whenToUse: [
    'First, whenever a place is named, once for each place.',
    'To learn how a place is called, in which district or municipality it lies, or whether there is data for it.',
  ],
  examples: [
    'Is it called Reem or Al Reem?',
    'Which district is Coral Gate in?',
    'Do you have data for Saadiyat?',
    'ما الاسم الصحيح لمنطقة السعديات؟',
    'هل توجد بيانات عن بني ياس؟',
    'أين يقع مشروع بوابة المرجان؟',
  ],
  tier: 'critical',
  trigger: (text, agent) => agent === GEO_ANALYST || hasPlaceCue(text),
  intents: ['analytics', 'rental', 'supply'],
  ptcValue: 'matches',
  async execute(asked, backend): Promise<SearchResult> {
    const matcher = await backend.gazetteer.get();
    // Without districts, a district's name would match one of its communities.
    const lack = matcher.lacking.get(asked.type ?? 'district');
    if (lack) throw lack;
    const municipality =
      asked.municipality && placeNamed(matcher, 'municipality', 'municipality', asked.municipality).nameEn;
    const { status, best, matches } = matcher.resolve(asked.query, { type: asked.type, municipality });
    const notes = [...matcher.lacking.keys()].map(
      (type) => `The layer of ${PLURALS[type]} is not configured.`,
    );
    return {
      ...(await sharedResult(backend, notes)),
      status,
      best: best && foundPlace(best),
      matches: matches.slice(0, asked.limit).map(foundPlace),
      normalizedQuery: normalizeText(asked.query),
    };
  },
});

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

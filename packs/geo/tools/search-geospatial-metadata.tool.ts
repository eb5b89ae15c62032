import { z } from 'zod';
import { countText } from '#pack-kit';
import { findPlaces, hasPlaceCue } from '../schema/places/find-places.ts';
import { placeTypeAsked } from '../offline/type-asked.ts';
import { findUnknownPlace } from '../offline/unknown-places.ts';
import { placeTypes } from '../schema/places/place-matcher.ts';
import { failure } from './failure.ts';
import { municipalityArgument, placesAsked, SEARCH } from './fills.ts';
import { defineGeoTool, examples, GEO_ANALYST } from './geo-tool.ts';
import { searchQuestions, searchReply } from './search-geospatial-metadata.reply.ts';
import type { SearchResult } from '../schema/results.ts';

const input = z.object({
  query: z
    .string()
    .trim()
    .min(1)
    .max(120)
    .describe('The name of one place as the user writes it, in any language.'),
  type: z.enum(placeTypes).optional().describe('Only places of this type.'),
  municipality: municipalityArgument().optional(),
  limit: countText({ min: 1, max: 20, description: 'How many matches at most' }).default(5),
});
export type SearchInput = typeof input;

export const searchGeospatialMetadata = defineGeoTool({
  name: SEARCH,
  title: 'Search places',
  description:
    'Finds the correct district, community, project or municipality name for a place text, in English or Arabic. Other tools take the English names that it returns.',
  category: 'geo',
  input,
  whenToUse: [
    'First, whenever a place is named, once for each place.',
    'To learn how a place is called, in which district or municipality it lies, or whether there is data for it.',
  ],
  examples: examples(
    ['Is it called Reem or Al Reem?', 'Which district is Coral Gate in?', 'Do you have data for Saadiyat?'],
    ['ما الاسم الصحيح لمنطقة السعديات؟', 'هل توجد بيانات عن بني ياس؟', 'أين يقع مشروع بوابة المرجان؟'],
  ),
  tier: 'critical',
  trigger: (text, agent) => agent === GEO_ANALYST || hasPlaceCue(text),
  intents: ['analytics', 'rental', 'supply'],
  ptcValue: 'matches',
  offline: {
    fill: {
      query: { from: 'place', set: 'abudhabi', as: 'written' },
      type: { from: 'rule', read: ({ text }) => placeTypeAsked(text) },
      municipality: { from: 'rule', read: (message) => placesAsked(message).municipality },
    },
    each: {
      parameter: 'query',
      values: (message) => {
        const { searched } = placesAsked(message);
        const unknown = searched.length === 0 ? findUnknownPlace(message.text) : undefined;
        return unknown === undefined ? searched : [unknown];
      },
    },
    cues: [
      'called',
      'do you have data',
      'which district is',
      'correct name',
      'where is',
      'ما الاسم',
      'هل توجد بيانات',
      'أين يقع',
      'أين تقع',
    ],
    applies: ({ text }) => findPlaces(text).length > 0 || findUnknownPlace(text) !== undefined,
    endsChain: (data: SearchResult) => data.status !== 'resolved',
    reply: searchReply,
    asksBack: searchQuestions,
    failure,
  },
});

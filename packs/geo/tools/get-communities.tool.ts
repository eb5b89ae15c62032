import { z } from 'zod';
import type { OfflineMessage } from '#pack-kit';
import { failure } from './failure.ts';
import { districtArgument, districtFill, placeFirst, placesAsked } from './fills.ts';
import { defineGeoTool, examples } from './geo-tool.ts';
import type { CommunitiesResult } from '../schema/results.ts';
import { numbersFor } from './wording.ts';

const input = z.object({ district: districtArgument() });
export type GetCommunitiesInput = typeof input;

export const getCommunities = defineGeoTool({
  name: 'get_communities',
  title: 'List communities',
  description: 'Lists the communities of a district.',
  category: 'geo',
  input,
  whenToUse: ['Parts, neighbourhoods or communities of a district.'],
  examples: examples(
    [
      'Which communities belong to Khalifa City?',
      'Break Baniyas down into neighbourhoods',
      'List the parts of Al Reef',
    ],
    ['ما المجتمعات السكنية في بني ياس؟', 'اذكر أحياء جزيرة الريم', 'مجتمعات مدينة خليفة'],
  ),
  tier: 'deferred',
  intents: ['analytics'],
  ptcValue: 'communities',
  offline: {
    fill: { district: districtFill },
    chain: placeFirst,
    cues: [
      'community',
      'communities',
      'neighbourhoods',
      'neighborhoods',
      'parts',
      'مجتمعات',
      'المجتمعات',
      'أحياء',
      'الأحياء',
    ],
    // The parts of a municipality are its districts.
    applies: (message) => !placesAsked(message).whole,
    ask: { district: { en: 'Of which district?', ar: 'في أي منطقة؟' } },
    reply: {
      en: (data: CommunitiesResult) =>
        data.count === 0
          ? `No communities are listed for ${data.district}.`
          : `${data.district} has ${data.count} communities: ${data.communities.map((each) => each.name_en).join(', ')}.`,
      ar: (data: CommunitiesResult, _input: unknown, message?: OfflineMessage) =>
        data.count === 0
          ? `لا توجد مجتمعات مسجلة في ${data.district_ar}.`
          : `مجتمعات ${data.district_ar} (${numbersFor(message, 'ar').count(data.count)}): ${data.communities.map((each) => each.name_ar).join('، ')}.`,
    },
    failure,
  },
});

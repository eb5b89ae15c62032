import { z } from 'zod';
import type { OfflineMessage } from '#pack-kit';
import { failure } from './failure.ts';
import { municipalityArgument, municipalityNamed, placeFirst } from './fills.ts';
import { defineGeoTool, examples } from './geo-tool.ts';
import type { DistrictsResult } from '../schema/results.ts';
import { numbersFor } from './wording.ts';

const input = z.object({ municipality: municipalityArgument().optional() });
export type GetDistrictsInput = typeof input;

export const getDistricts = defineGeoTool({
  name: 'get_districts',
  title: 'List districts',
  description: 'Lists the districts that there is data for, of the whole emirate or of one municipality.',
  category: 'geo',
  input,
  whenToUse: ['Which districts or areas are covered, or lie in a municipality.'],
  examples: examples(
    [
      'Name all districts you cover',
      'What areas are there in Al Ain?',
      'Give me the list of districts in Abu Dhabi',
    ],
    ['ما هي مناطق أبوظبي المتوفرة؟', 'اعرض مناطق العين', 'كم منطقة في الظفرة؟'],
  ),
  tier: 'deferred',
  intents: ['analytics'],
  ptcValue: 'districts',
  offline: {
    fill: { municipality: { from: 'rule', read: municipalityNamed } },
    chain: placeFirst,
    cues: [
      'districts',
      'areas',
      'municipalities',
      'بلديات',
      'البلديات',
      'list of districts',
      'name all',
      'مناطق',
      'المناطق',
      'كم منطقة',
      'أحياء',
      'الأحياء',
      'كم حيا',
      'كم حي',
      'قائمة المناطق',
      'parts of',
      'places',
      'do you know',
      'do you cover',
      'أماكن',
      'الأماكن',
    ],
    applies: ({ normalized }) =>
      !/\b(?:top|best|leads?|rank|most|cheap|expensive|buy|invest)|اعلي|افضل|ترتيب|مبيع|ارخص|اغلي|شراء|\b(?:sales|sold|deals)\b/.test(
        normalized,
      ),
    reply: {
      en: (data: DistrictsResult, _input: unknown, message?: OfflineMessage) => {
        const n = numbersFor(message, 'en');
        const groups = byMunicipality(data);
        const lines = groups.map(
          ([, list]) => `- ${list[0]?.municipality_en}: ${list.map((each) => each.name_en).join(', ')}`,
        );
        const where = groups.length === 1 ? '' : ` in ${n.count(groups.length)} municipalities`;
        return `${n.count(data.count)} districts${where}:\n${lines.join('\n')}`;
      },
      ar: (data: DistrictsResult, _input: unknown, message?: OfflineMessage) => {
        const n = numbersFor(message, 'ar');
        const groups = byMunicipality(data);
        const lines = groups.map(
          ([, list]) => `- ${list[0]?.municipality_ar}: ${list.map((each) => each.name_ar).join('، ')}`,
        );
        return `عدد المناطق المشمولة: ${n.count(data.count)}.\n${lines.join('\n')}`;
      },
    },
    failure,
  },
});

function byMunicipality({ districts }: DistrictsResult) {
  return [...Map.groupBy(districts, (district) => district.municipality_en)];
}

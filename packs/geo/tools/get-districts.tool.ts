import { z } from 'zod';
import { districtsResult, type DistrictsResult } from '../schema/results.ts';
import { placeNamed, sharedResult } from './answers.ts';
import { municipalityArgument } from './arguments.ts';
import { defineGeoTool } from './geo-tool.ts';

const input = z.object({ municipality: municipalityArgument().optional() });

export const getDistricts = defineGeoTool({
  name: 'get_districts',
  title: 'List districts',
  description: 'Lists the districts that there is data for, of the whole emirate or of one municipality.',
  category: 'geo',
  input,
  result: districtsResult,
  whenToUse: ['Which districts or areas are covered, or lie in a municipality.'],
  examples: [
    'Name all districts you cover',
    'What areas are there in Al Ain?',
    'Give me the list of districts in Abu Dhabi',
    'ما هي مناطق أبوظبي المتوفرة؟',
    'اعرض مناطق العين',
    'كم منطقة في الظفرة؟',
  ],
  ptcValue: 'districts',
  async execute({ municipality }, backend, signal): Promise<DistrictsResult> {
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
      .sort(
        (a, b) => a.municipality_en.localeCompare(b.municipality_en) || a.name_en.localeCompare(b.name_en),
      );
    return { ...(await sharedResult(backend)), districts, count: districts.length };
  },
});

import { z } from 'zod';
import { communitiesResult, type CommunitiesResult } from '../schema/results.ts';
import { placeNamed, sharedResult } from './answers.ts';
import { districtArgument } from './arguments.ts';
import { defineGeoTool } from './geo-tool.ts';

const input = z.object({ district: districtArgument() });

export const getCommunities = defineGeoTool({
  name: 'get_communities',
  title: 'List communities',
  description: 'Lists the communities of a district.',
  category: 'geo',
  input,
  result: communitiesResult,
  whenToUse: ['Parts, neighbourhoods or communities of a district.'],
  examples: [
    'Which communities belong to Khalifa City?',
    'Break Baniyas down into neighbourhoods',
    'List the parts of Al Reef',
    'ما المجتمعات السكنية في بني ياس؟',
    'اذكر أحياء جزيرة الريم',
    'مجتمعات مدينة خليفة',
  ],
  ptcValue: 'communities',
  async execute({ district }, backend, signal): Promise<CommunitiesResult> {
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
    const notes = communities.length === 0 ? ['The service lists no communities here.'] : [];
    return {
      ...(await sharedResult(backend, notes)),
      district: place.nameEn,
      district_ar: place.nameAr,
      communities,
      count: communities.length,
    };
  },
});

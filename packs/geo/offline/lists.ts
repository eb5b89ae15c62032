import type { CommunitiesResult, DistrictsResult } from '../schema/results.ts';
import { districtFill, hintsFor } from './hints.ts';
import { replies } from './wording.ts';

/** Districts by the name of their municipality. */
function byMunicipality({ districts }: DistrictsResult) {
  return [...Map.groupBy(districts, ({ municipality_en }) => municipality_en).values()];
}

export const lists = {
  ...hintsFor('get_districts', {
    fill: { municipality: { from: 'place', set: 'municipality' } },
    cues: ['districts', 'areas', 'مناطق', 'المناطق', 'كم منطقة'],
    reply: replies<DistrictsResult, unknown>(
      (data, { count }) => {
        const groups = byMunicipality(data);
        const where = groups.length === 1 ? '' : ` in ${count(groups.length)} municipalities`;
        const lines = groups.map(
          (group) => `- ${group[0]?.municipality_en}: ${group.map(({ name_en }) => name_en).join(', ')}`,
        );
        return `${count(data.count)} districts${where}:\n${lines.join('\n')}`;
      },
      (data, { count }) => {
        const lines = byMunicipality(data).map(
          (group) => `- ${group[0]?.municipality_ar}: ${group.map(({ name_ar }) => name_ar).join('، ')}`,
        );
        return `عدد المناطق المشمولة: ${count(data.count)}.\n${lines.join('\n')}`;
      },
    ),
  }),
  ...hintsFor('get_communities', {
    fill: { district: districtFill },
    cues: ['community', 'communities', 'neighbourhoods', 'parts', 'مجتمعات', 'المجتمعات', 'أحياء'],
    ask: { district: { en: 'Of which district?', ar: 'في أي منطقة؟' } },
    reply: replies<CommunitiesResult, unknown>(
      (data) =>
        data.count === 0
          ? `No communities are listed for ${data.district}.`
          : `${data.district} has ${data.count} communities: ${data.communities.map(({ name_en }) => name_en).join(', ')}.`,
      (data, { count }) =>
        data.count === 0
          ? `لا توجد مجتمعات مسجلة في ${data.district_ar}.`
          : `مجتمعات ${data.district_ar} (${count(data.count)}): ${data.communities.map(({ name_ar }) => name_ar).join('، ')}.`,
    ),
  }),
};

import type { OfflineMessage, OfflineToolHints } from '#tools';
import { findPlaces } from '../places/find-places.ts';
import { SEARCH } from './fills.ts';
import type { GeoTool } from './geo-tool.ts';
import { arabicName } from './wording.ts';

/** What nobody can know, and what this pack does not advise on. */
const FORECAST =
  /\b(?:forecast|predict\w*|will (?:the )?(?:price|prices|sales|rent|rents)|next (?:year|month|quarter)|invest(?:ing|ment)?|good (?:buy|idea))\b|توقع|ستصبح|سترتفع|ستنخفض|العام القادم|السنه القادمه|استثمر|استثمار/;

/** The hints of a tool with what holds for all of them: no forecasts, and figures of a part are those of its district. */
export function offlineHints({ name, offline }: GeoTool): OfflineToolHints {
  const { applies, reply } = offline;
  const own: OfflineToolHints = {
    ...offline,
    applies: (message) => !FORECAST.test(message.normalized) && (applies?.(message) ?? true),
  };
  if (name === SEARCH) return own;
  const withNote =
    (language: 'en' | 'ar', template: NonNullable<typeof reply.ar>) =>
    (data: never, input: never, message?: OfflineMessage) =>
      [template(data, input, message), partNote(message, language)].filter(Boolean).join('\n');
  return { ...own, reply: { en: withNote('en', reply.en), ar: withNote('ar', reply.ar ?? reply.en) } };
}

/** Figures are by district: a project or community that is named is a part of one. */
function partNote(message: OfflineMessage | undefined, language: 'en' | 'ar'): string {
  const parts = findPlaces(message?.text ?? '').flatMap(({ places }) =>
    places.length === 1 && places[0]?.districtEn ? places : [],
  );
  return parts
    .map(({ nameEn, nameAr, districtEn }) =>
      language === 'ar'
        ? `${nameAr} جزء من ${arabicName(districtEn ?? '')}، والأرقام متوفرة للمنطقة كلها.`
        : `${nameEn} is a part of ${districtEn}; figures are of the whole district.`,
    )
    .join('\n');
}

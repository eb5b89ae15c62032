import { PARTS, projects, sampleDistricts } from '../../integrations/sample/figures.ts';
import { aliases, municipalities } from './abu-dhabi.ts';
import { PlaceMatcher, type GeoPlace } from './place-matcher.ts';

/** Aliases of a place. */
export function aliasesOf(nameEn: string): readonly string[] {
  return aliases[nameEn] ?? [];
}

/** Places that are known without the service: those of the sample data. */
function knownPlaces(): GeoPlace[] {
  const place = (
    type: GeoPlace['type'],
    nameEn: string,
    nameAr: string,
    within: Partial<Pick<GeoPlace, 'districtEn' | 'municipalityEn'>> = {},
  ): GeoPlace => ({
    type,
    nameEn,
    nameAr,
    districtEn: null,
    municipalityEn: null,
    aliases: aliasesOf(nameEn),
    ...within,
  });
  return [
    ...municipalities.map(({ nameEn, nameAr }) => place('municipality', nameEn, nameAr)),
    ...sampleDistricts.flatMap(({ nameEn, nameAr, municipality: municipalityEn }, index) => {
      const within = { districtEn: nameEn, municipalityEn };
      const project = projects[index];
      return [
        place('district', nameEn, nameAr, { municipalityEn }),
        ...PARTS.map(({ en, ar }) => place('community', `${nameEn} ${en}`, `${ar} ${nameAr}`, within)),
        ...(project ? [place('project', project.en, project.ar, within)] : []),
      ];
    }),
  ];
}

export const knownMatcher = new PlaceMatcher(knownPlaces());

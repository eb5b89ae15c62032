import { municipalities, PARTS, projects, sampleDistricts, type SampleDistrict } from './figures.ts';
import type { Row } from './market-rows.ts';

const numbered = (rows: Row[]): Row[] => rows.map((row, index) => ({ OBJECTID: index + 1, ...row }));

const within = ({ nameEn, municipality }: SampleDistrict) => ({
  district_en: nameEn,
  municipality_en: municipality,
});

export function municipalityRows(): Row[] {
  return numbered(
    municipalities.map(({ nameEn, nameAr, code }) => ({ name_en: nameEn, name_ar: nameAr, code })),
  );
}

export function districtRows(): Row[] {
  return numbered(
    sampleDistricts.map(({ nameEn, nameAr, municipality }) => ({
      name_en: nameEn,
      name_ar: nameAr,
      municipality_en: municipality,
      municipality_ar: municipalities.find((each) => each.nameEn === municipality)?.nameAr ?? '',
    })),
  );
}

export function communityRows(): Row[] {
  return numbered(
    sampleDistricts.flatMap((district) =>
      PARTS.map(({ en, ar }) => ({
        name_en: `${district.nameEn} ${en}`,
        name_ar: `${ar} ${district.nameAr}`,
        ...within(district),
      })),
    ),
  );
}

export function projectRows(): Row[] {
  return numbered(
    projects.flatMap(({ en, ar }, index) => {
      const district = sampleDistricts[index];
      return district ? [{ name_en: en, name_ar: ar, ...within(district) }] : [];
    }),
  );
}

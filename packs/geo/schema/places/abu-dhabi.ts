import { phraseList } from '#text';
// Names of the emirate's places, with the aliases that people use.

/** A municipality. */
interface MunicipalityNames {
  nameEn: string;
  nameAr: string;
  /** Number in the service's code list. */
  code: number;
}

export interface DistrictNames {
  id: number;
  nameEn: string;
  nameAr: string;
  municipality: string;
}

export const ABU_DHABI_CITY = 'Abu Dhabi City';
export const AL_AIN = 'Al Ain';
const AL_DHAFRA = 'Al Dhafra';

export const municipalities: readonly MunicipalityNames[] = [
  { nameEn: ABU_DHABI_CITY, nameAr: 'بلدية مدينة أبوظبي', code: 1 },
  { nameEn: AL_AIN, nameAr: 'بلدية مدينة العين', code: 2 },
  { nameEn: AL_DHAFRA, nameAr: 'بلدية منطقة الظفرة', code: 3 },
];

const district = (
  id: number,
  nameEn: string,
  nameAr: string,
  municipality = ABU_DHABI_CITY,
): DistrictNames => ({
  id,
  nameEn,
  nameAr,
  municipality,
});

export const districts: readonly DistrictNames[] = [
  district(1, 'Yas Island', 'جزيرة ياس'),
  district(2, 'Saadiyat Island', 'جزيرة السعديات'),
  district(3, 'Al Reem Island', 'جزيرة الريم'),
  district(4, 'Al Raha Beach', 'شاطئ الراحة'),
  district(5, 'Al Maryah Island', 'جزيرة المارية'),
  district(6, 'Khalifa City', 'مدينة خليفة'),
  district(7, 'Mohamed Bin Zayed City', 'مدينة محمد بن زايد'),
  district(8, 'Al Reef', 'الريف'),
  district(9, 'Masdar City', 'مدينة مصدر'),
  district(10, 'Al Ghadeer', 'الغدير'),
  district(11, 'Al Shamkha', 'الشامخة'),
  district(12, 'Baniyas', 'بني ياس'),
  district(13, 'Al Khalidiyah', 'الخالدية'),
  district(14, 'Al Bateen', 'البطين'),
  district(15, 'Al Mushrif', 'المشرف'),
  district(16, 'Zayed City', 'مدينة زايد'),
  district(17, 'Al Jimi', 'الجيمي', AL_AIN),
  district(18, 'Al Towayya', 'الطوية', AL_AIN),
  district(19, 'Al Muwaiji', 'المويجعي', AL_AIN),
  district(20, 'Zakher', 'زاخر', AL_AIN),
  district(21, 'Hili', 'هيلي', AL_AIN),
  district(22, 'Madinat Zayed', 'مدينة زايد', AL_DHAFRA),
  district(23, 'Ruwais', 'الرويس', AL_DHAFRA),
  district(24, 'Ghayathi', 'غياثي', AL_DHAFRA),
];

/** Aliases by canonical name, for any service that has a place of that name. */
export const aliases: Readonly<Record<string, readonly string[]>> = {
  'Mohamed Bin Zayed City': ['MBZ', 'MBZ City', 'Mohammed Bin Zayed City'],
  'Khalifa City': ['Khalifa City A'],
  'Yas Island': ['ياس'],
  'Al Raha Beach': ['الراحة'],
  Ruwais: ['Al Ruwais', 'Ruwais City'],
  [ABU_DHABI_CITY]: phraseList(
    `Abu Dhabi, Abu Dhabi Municipality, Abu Dhabi City Municipality, أبوظبي, أبو ظبي, مدينة أبوظبي,
     بلدية أبوظبي`,
  ),
  [AL_AIN]: ['Al Ain City', 'Al Ain Municipality', 'العين', 'مدينة العين'],
  [AL_DHAFRA]: ['Al Dhafra Region', 'Western Region', 'الظفرة', 'منطقة الظفرة', 'المنطقة الغربية'],
};

/** The other emirates, and places that sound like one of this emirate. They are never read as misspelt names of places in it. */
export const elsewhere: readonly string[] = phraseList(
  `Dubai, Sharjah, Ajman, Fujairah, Ras Al Khaimah, Umm Al Quwain, Aden, دبي, الشارقة, عجمان, الفجيرة,
   رأس الخيمة, أم القيوين, عدن`,
);

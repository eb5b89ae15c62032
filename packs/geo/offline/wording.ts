import type { OfflineMessage, OfflineToolHints } from '#pack-kit';
import { findPlaces } from '../schema/places/find-places.ts';
import { knownMatcher } from '../schema/places/known-places.ts';
import { YEARS } from '../years.ts';
import { yearsIn } from './choose-tool.ts';

const LATIN = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const ARABIC_INDIC = new Intl.NumberFormat('ar-EG', { maximumFractionDigits: 2 });
const MILLION = 1_000_000;
const BILLION = 1_000_000_000;

export type Language = 'en' | 'ar';

/** Words of one reply: numbers in the digits of the question, and phrases that several replies share. */
export interface Words {
  count: (value: number) => string;
  /** Without a thousands separator. A default year is labelled as the latest. */
  year: (value: number) => string;
  /** A sum in AED; a large one also in millions or billions. */
  money: (value: number) => string;
  /** " of villas", " (فلل)"; empty without a type. */
  ofType: (type: string | null | undefined) => string;
  /** A sentence for a project or community: figures are those of its district. */
  partNote: string;
}

export function wordsFor(message: OfflineMessage | undefined, language: Language): Words {
  const isArabic = language === 'ar';
  const format = isArabic && /[\u0660-\u0669]/.test(message?.text ?? '') ? ARABIC_INDIC : LATIN;
  const count = (value: number) => format.format(value);
  const money = (value: number) => {
    const [unit, en, ar] =
      value >= BILLION ? ([BILLION, 'billion', 'مليار'] as const) : ([MILLION, 'million', 'مليون'] as const);
    const exact = isArabic ? `${count(value)} درهم` : `AED ${count(value)}`;
    if (value < MILLION) return exact;
    const about = count(value / unit);
    return isArabic ? `${exact} (نحو ${about} ${ar})` : `${exact} (about ${about} ${en})`;
  };
  const isAssumed = yearsIn(message?.normalized ?? '').length === 0;
  return {
    count,
    money,
    year: (value) => {
      const written = count(value).replaceAll(/[,٬]/g, '');
      if (!isAssumed || value !== YEARS.to) return written;
      return isArabic
        ? `${written} (أحدث سنة متوفرة: ${written})`
        : `${written} (${written} is the latest year that is available)`;
    },
    ofType: (type) => {
      if (!type) return '';
      return isArabic ? ` (${typeName(type, 'ar')})` : ` of ${typeName(type, 'en')}`;
    },
    partNote: partNote(message, language),
  };
}

type Say<Data, Input> = (data: Data, words: Words, input: Input, message?: OfflineMessage) => string;

/** Reply templates of a tool, each with the words of its language. */
export function replies<Data, Input>(en: Say<Data, Input>, ar: Say<Data, Input>): OfflineToolHints['reply'] {
  const inLanguage =
    (language: Language, say: Say<Data, Input>) => (data: Data, input: Input, message?: OfflineMessage) => {
      const words = wordsFor(message, language);
      return `${say(data, words, input, message)}${words.partNote}`;
    };
  return { en: inLanguage('en', en), ar: inLanguage('ar', ar) };
}

const TYPES: Record<string, { one: [en: string, ar: string]; many: [en: string, ar: string] }> = {
  Apartment: { one: ['apartment', 'شقة'], many: ['apartments', 'شقق'] },
  Villa: { one: ['villa', 'فيلا'], many: ['villas', 'فلل'] },
  Townhouse: { one: ['townhouse', 'تاون هاوس'], many: ['townhouses', 'تاون هاوس'] },
  Land: { one: ['plot of land', 'أرض'], many: ['plots of land', 'أراض'] },
};

/** "villas", "فلل"; the word for homes of all types without a type. */
export function typeName(type: string | null | undefined, language: Language, form: 'one' | 'many' = 'many') {
  const at = language === 'ar' ? 1 : 0;
  return type ? (TYPES[type]?.[form][at] ?? type) : ['homes', 'الوحدات'][at];
}

/** The Arabic name of a place, with its municipality where a namesake has the same one; undefined for a place that is not known. */
export function arabicName(nameEn: string): string | undefined {
  const { places } = knownMatcher;
  const own = places.find((place) => place.nameEn === nameEn);
  if (!own?.nameAr) return undefined;
  const hasNamesake = places.some(({ nameEn: other, nameAr }) => nameAr === own.nameAr && other !== nameEn);
  return hasNamesake && own.municipalityEn ? `${own.nameAr} (${arabicName(own.municipalityEn)})` : own.nameAr;
}

function partNote(message: OfflineMessage | undefined, language: Language): string {
  const parts = findPlaces(message?.text ?? '').flatMap(({ places: [place, ...others] }) =>
    place?.districtEn && others.length === 0 ? [place] : [],
  );
  const notes = parts.map(({ nameEn, nameAr, districtEn }) =>
    language === 'ar'
      ? `\n${nameAr} جزء من ${arabicName(districtEn ?? '')}، والأرقام متوفرة للمنطقة كلها.`
      : `\n${nameEn} is a part of ${districtEn}; figures are of the whole district.`,
  );
  return notes.join('');
}

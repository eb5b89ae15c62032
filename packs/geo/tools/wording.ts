import type { OfflineMessage } from '#pack-kit';
import { knownMatcher } from '../schema/places/known-places.ts';

const LATIN = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const ARABIC_INDIC = new Intl.NumberFormat('ar-EG', { maximumFractionDigits: 2 });
const MILLION = 1_000_000;
const BILLION = 1_000_000_000;

export const SAMPLE = { en: 'This is sample data.', ar: 'هذه بيانات تجريبية.' };

/** The language of the wording. */
export function languageOf({ language }: Pick<OfflineMessage, 'language'>): 'en' | 'ar' {
  return language === 'ar' ? 'ar' : 'en';
}

/** Words numbers in the style of the question: ٢٠٢٣ gets ١٬٢٤٧. */
export interface Numbers {
  count(value: number): string;
  /** Without a thousands mark. */
  year(value: number): string;
  money(value: number): string;
}

export function numbersFor(message: OfflineMessage | undefined, language: 'en' | 'ar'): Numbers {
  const indic = language === 'ar' && /[\u0660-\u0669]/.test(message?.text ?? '');
  const format = indic ? ARABIC_INDIC : LATIN;
  const count = (value: number) => format.format(value);
  return {
    count,
    year: (value) => count(value).replaceAll(/[,٬]/g, ''),
    money: (value) => {
      const short = shortened(value, language);
      const exact = language === 'ar' ? `${count(value)} درهم` : `AED ${count(value)}`;
      if (!short) return exact;
      const about = `${count(short.value)} ${short.unit}`;
      return language === 'ar' ? `${exact} (نحو ${about})` : `${exact} (about ${about})`;
    },
  };
}

function shortened(value: number, language: 'en' | 'ar'): { value: number; unit: string } | undefined {
  const size = Math.abs(value);
  if (size >= BILLION) return { value: value / BILLION, unit: { en: 'billion', ar: 'مليار' }[language] };
  return size >= MILLION
    ? { value: value / MILLION, unit: { en: 'million', ar: 'مليون' }[language] }
    : undefined;
}

const TYPES: Record<string, { en: [one: string, many: string]; ar: string }> = {
  Apartment: { en: ['apartment', 'apartments'], ar: 'شقق' },
  Villa: { en: ['villa', 'villas'], ar: 'فلل' },
  Townhouse: { en: ['townhouse', 'townhouses'], ar: 'تاون هاوس' },
  Land: { en: ['plot of land', 'plots of land'], ar: 'أراض' },
};

/** "villas", "فلل"; the word for all of them without a type. */
export function typeName(type: string | null | undefined, language: 'en' | 'ar'): string {
  if (!type) return { en: 'homes', ar: 'الوحدات' }[language];
  return language === 'ar' ? (TYPES[type]?.ar ?? type) : (TYPES[type]?.en[1] ?? type);
}

export function oneOfType(type: string, language: 'en' | 'ar'): string {
  if (language === 'en') return TYPES[type]?.en[0] ?? type;
  return { Apartment: 'شقة', Villa: 'فيلا', Townhouse: 'تاون هاوس' }[type] ?? type;
}

/** " of villas", " (فلل)"; nothing without a type. */
export function ofType(type: string | null, language: 'en' | 'ar'): string {
  if (!type) return '';
  return language === 'ar' ? ` (${typeName(type, 'ar')})` : ` of ${typeName(type, 'en')}`;
}

/**
 * As {@link arabicName}, told apart from its namesakes: Zayed City and Madinat Zayed have one name in Arabic. Undefined
 * where it is not known.
 */
export function arabicNameApart(nameEn: string): string | undefined {
  const { places } = knownMatcher;
  const own = places.find((place) => place.nameEn === nameEn);
  if (!own?.nameAr) return undefined;
  const hasNamesake = places.some(({ nameEn: other, nameAr }) => nameAr === own.nameAr && other !== nameEn);
  return hasNamesake && own.municipalityEn ? `${own.nameAr} (${arabicName(own.municipalityEn)})` : own.nameAr;
}

/** The Arabic name of a place that is known by its English one. */
export function arabicName(nameEn: string): string {
  return knownMatcher.places.find((place) => place.nameEn === nameEn)?.nameAr || nameEn;
}

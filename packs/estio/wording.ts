import { cyprus } from './places.ts';
import type { DealType, EstioProperty, PropertyType } from './schema/entities/index.ts';

/** Languages that replies are worded in; others get English. */
export type Wording = 'en' | 'ar';

const NUMBER = new Intl.NumberFormat('en-US');

export const count = (value: number) => NUMBER.format(value);

export function euro(amount: number, language: Wording): string {
  return language === 'ar' ? `${count(amount)} يورو` : `€${count(amount)}`;
}

/** An amount, with cents if it has any. */
export function money(amount: number, language: Wording): string {
  const text = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(amount);
  return language === 'ar' ? `${text} يورو` : `€${text}`;
}

/** A moment with its weekday, in the time zone: "Tuesday 17 November 2026, 13:00". */
export function momentName(at: Date, timeZone: string, language: Wording): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language === 'ar' ? 'ar-u-nu-latn-ca-gregory' : 'en-GB', {
      timeZone,
      ...options,
    }).format(at);
  const time = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const day = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).replace(',', '');
  return language === 'ar' ? `${day} الساعة ${time}` : `${day}, ${time}`;
}

/** The name of a place as the language writes it, where a spelling is known. */
export function placeName(name: string, language: Wording): string {
  if (language === 'en') return name;
  const spellings = cyprus.find((place) => place.name === name)?.spellings ?? [];
  return spellings.find((spelling) => /\p{Script=Arabic}/u.test(spelling)) ?? name;
}

const TYPES: Record<Wording, Record<PropertyType, string>> = {
  en: {
    Apartment: 'apartments',
    Villa: 'villas',
    House: 'houses',
    Townhouse: 'townhouses',
    Studio: 'studios',
  },
  ar: { Apartment: 'شقق', Villa: 'فلل', House: 'منازل', Townhouse: 'تاون هاوس', Studio: 'استوديوهات' },
};

export function typeName(type: PropertyType | undefined, language: Wording): string {
  return type ? TYPES[language][type] : { en: 'properties', ar: 'عقارات' }[language];
}

export function dealName(dealType: DealType, language: Wording): string {
  return { en: { sale: 'for sale', rent: 'to rent' }, ar: { sale: 'للبيع', rent: 'للإيجار' } }[language][
    dealType
  ];
}

const ONE: Record<string, string> = {
  apartment: 'شقة',
  villa: 'فيلا',
  house: 'منزل',
  townhouse: 'تاون هاوس',
};
/** The pattern of generated titles. */
const MADE_TITLE = /(?:(\d+)-bedroom (apartment|villa|house|townhouse)|(Studio)) in (.+)$/u;

/** The title of a listing, in Arabic if it consists of type, bedrooms and area only; other titles stay unchanged. */
export function titleName(title: string, language: Wording): string {
  if (language === 'en') return title;
  return title.replace(MADE_TITLE, (made, bedrooms: string | undefined, type = '', _studio, area: string) => {
    const place = placeName(area, 'ar');
    if (place === area) return made;
    if (bedrooms === undefined) return `استوديو في ${place}`;
    return `${ONE[type]}${withBedrooms(Number(bedrooms))} في ${place}`;
  });
}

function withBedrooms(bedrooms: number): string {
  if (bedrooms < 3) return ['', ' بغرفة نوم واحدة', ' بغرفتي نوم'][bedrooms] ?? '';
  return ` بـ${bedrooms} غرف نوم`;
}

/** The number of bedrooms, in words that fit it. */
export function bedroomsName(bedrooms: number, language: Wording): string {
  if (language === 'ar') {
    if (bedrooms === 0) return 'استوديو';
    if (bedrooms === 1) return 'غرفة نوم واحدة';
    return bedrooms === 2 ? 'غرفتا نوم' : `${bedrooms} غرف نوم`;
  }
  if (bedrooms === 0) return 'studio';
  return bedrooms === 1 ? '1 bedroom' : `${bedrooms} bedrooms`;
}

/** The sentence that labels demo listings as sample data; empty for others. */
export function sampleNote(sample: true | undefined, language: Wording): string {
  return sample ? { en: 'This is sample data.', ar: 'هذه بيانات تجريبية.' }[language] : '';
}

/** A listing in a line of a mail or draft. */
export function listingLine(
  {
    title,
    reference,
    area,
    price,
    dealType,
    bedrooms,
  }: Pick<EstioProperty, 'title' | 'reference' | 'area' | 'price' | 'dealType' | 'bedrooms'>,
  language: Wording,
): string {
  const aMonth = dealType === 'rent' ? { en: ' a month', ar: ' شهريا' }[language] : '';
  return `- ${titleName(title, language)} (${reference}), ${placeName(area, language)}: ${euro(price, language)}${aMonth}, ${bedroomsName(bedrooms, language)}`;
}

/** Templates in both languages. */
export const inBoth = <Data, Input>(words: (data: Data, language: Wording, input: Input) => string) => ({
  en: (data: Data, input: Input) => words(data, 'en', input),
  ar: (data: Data, input: Input) => words(data, 'ar', input),
});

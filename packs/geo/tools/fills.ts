import { z } from 'zod';
import { type Fill, type OfflineMessage, countText, enumWithSynonyms } from '#pack-kit';
import { hasPhrase, normalizedWords, normalizeText } from '#text';
import { findPlaces } from '../schema/places/find-places.ts';
import { ABU_DHABI_CITY } from '../schema/places/abu-dhabi.ts';
import { nameWords } from '../schema/places/place-words.ts';
import { YEARS } from '../years.ts';

export const SEARCH = 'search_geospatial_metadata';
/** Where a message names no year. */
export const LATEST_YEAR = YEARS.to;
/** Four digits that are not part of a longer number: 120000 names no year. */
const YEAR =
  /(?<![\d.,\u0660-\u0669])(?:(?:19|20)\d\d|[\u0660-\u0669]{4})(?![\d.,\u0660-\u0669]*[\d\u0660-\u0669])/g;

/** "2o23": the letter for the digit. */
const MISTYPED = /(?<![\p{L}\d.,])(?:19|2[0oO])[\doO]{2}(?![\p{L}\d])/gu;

/** A text with its mistyped years set right, each letter at its place. */
function withYears(text: string): string {
  return text.replace(MISTYPED, (year) => year.replaceAll(/o/gi, '0'));
}

export function namesYear(text: string): boolean {
  return withoutYears(text) !== withYears(text);
}

/** "Not 2024, 2022", "ليس 2024 بل 2022": that year is not meant. */
const NOT_MEANT =
  /(?<!\p{L}|why )(?:not|instead of|rather than|ليس|وليس|مش|ومش|مو|ومو|مب|بدل|بدلا من)\s+(?:(?:in|for|of|the|year|في|سنة|سنه|عام)\s+)*(?:(?:19|20)\d\d|[\u0660-\u0669]{4})(?!\d)/giu;

/** Each year that a text means, once, in its order; one that it sets aside only where it names no other. */
export function yearsNamed(text: string): string[] {
  const written = withYears(text);
  return [...new Set(written.replaceAll(NOT_MEANT, ' ').match(YEAR) ?? written.match(YEAR) ?? [])];
}

export function withoutYears(text: string): string {
  return withYears(text).replaceAll(YEAR, ' ');
}

const EXACT = `as ${SEARCH} returns it`;

export const districtArgument = () =>
  z.string().min(1).max(120).describe(`Exact English name of a district, ${EXACT}, such as Yas Island.`);
export const municipalityArgument = () =>
  z.string().min(1).max(120).describe(`Exact English name of a municipality, ${EXACT}, such as Al Ain.`);
/** Any number, so that one that is no such year is refused by the tool, which names those that there are. */
export const yearArgument = () =>
  countText({
    integer: false,
    description:
      'Calendar year, a whole number; a year that the data does not cover is refused with those that it does',
  });

const PROPERTY_TYPE_WORDS = {
  Apartment: ['apartments', 'flat', 'flats', 'شقة', 'شقق'],
  Villa: ['villas', 'فيلا', 'فلل'],
  Townhouse: ['townhouses', 'town house', 'تاون هاوس'],
};
const SALE_TYPE_WORDS = {
  ...PROPERTY_TYPE_WORDS,
  Land: ['lands', 'plot', 'plots', 'أرض', 'أراضي', 'الأراضي'],
};

export const saleTypeArgument = () =>
  enumWithSynonyms(SALE_TYPE_WORDS, { description: 'Only this type of property' }).optional();
export const homeTypeArgument = () =>
  enumWithSynonyms(PROPERTY_TYPE_WORDS, { description: 'Only this type of home' }).optional();

export const saleTypeFill: Fill = { from: 'enum', values: SALE_TYPE_WORDS };
export const homeTypeFill: Fill = { from: 'enum', values: PROPERTY_TYPE_WORDS };

/** The type of property that a message names. */
export function typeNamed({ text }: Pick<OfflineMessage, 'text'>): string | undefined {
  const words = normalizedWords(text);
  return Object.entries(SALE_TYPE_WORDS).find(([type, synonyms]) =>
    hasPhrase(words, [type, ...synonyms]),
  )?.[0];
}

/** Plots are named, with whatever else is. */
export function namesLand({ text }: Pick<OfflineMessage, 'text'>): boolean {
  return hasPhrase(normalizedWords(text), ['Land', ...SALE_TYPE_WORDS.Land]);
}

export const yearFill: Fill = {
  from: 'first',
  of: [
    { from: 'year' },
    { from: 'rule', read: mistypedYear },
    { from: 'rule', read: farYear },
    { from: 'const', value: LATEST_YEAR },
  ],
};

function mistypedYear({ text }: Pick<OfflineMessage, 'text'>): number | undefined {
  const [year] = yearsNamed(text);
  return year === undefined ? undefined : Number(normalizeText(year));
}

/** "In 1850", "سنة 2150": asked for as well, so that nobody is told of another year. */
function farYear({ normalized }: Pick<OfflineMessage, 'normalized'>): number | undefined {
  const [, year] =
    /(?:^| )(?:in|during|year|سنه|عام|في|خلال) (1[0-8]\d\d|2[1-9]\d\d)(?= (?:in|on|for|at|في) |$)/.exec(
      normalized,
    ) ?? [];
  return year === undefined ? undefined : Number(year);
}

/** A community or project stands for its district; a municipality for none. */
export const districtFill: Fill = { from: 'prev', tool: SEARCH, path: 'best.district_en' };
export const placeFirst = { before: [SEARCH] };

/** True where the message itself names no year, so that the latest was taken. */
export function yearIsAssumed(year: number, message: OfflineMessage | undefined): boolean {
  return year === LATEST_YEAR && !namesYear(message?.normalized ?? '');
}

/** What the places of a message are for: what is searched for, and the municipality that it lies in. */
export interface PlacesAsked {
  searched: string[];
  /** Canonical name. */
  municipality: string | undefined;
  /** Only a municipality is named. */
  whole: boolean;
}

/** "Abu Dhabi" alone means the emirate as well as its city. */
const EMIRATE = new Set(['abu dhabi', 'ابوظبي', 'ابو ظبي']);

export function placesAsked({ text }: Pick<OfflineMessage, 'text'>): PlacesAsked {
  const mentions = findPlaces(text);
  const isMunicipality = (mention: (typeof mentions)[number]) =>
    mention.places.some(({ type }) => type === 'municipality');
  const others = mentions.filter((mention) => !isMunicipality(mention));
  const wholes = mentions.filter(isMunicipality);
  if (others.length === 0)
    return {
      searched: wholes.map(({ written }) => written),
      municipality: undefined,
      whole: wholes.length > 0,
    };
  const several = others.some(({ places }) => places.length > 1);
  const within = wholes.find(({ written }) => several || !isEmirate(written));
  return {
    searched: others.map(({ written }) => written),
    municipality: within?.places.find(({ type }) => type === 'municipality')?.nameEn,
    whole: false,
  };
}

/** The words say no more than "Abu Dhabi". */
export function isEmirate(written: string): boolean {
  return EMIRATE.has(normalizedWords(nameWords(written).join(' ')).join(' '));
}

/** The municipality that a message names, and nothing where it only says "Abu Dhabi". */
export function municipalityNamed({ text }: Pick<OfflineMessage, 'text'>): string | undefined {
  const named = findPlaces(text).find(
    ({ written, places }) => !isEmirate(written) && places.some(({ type }) => type === 'municipality'),
  );
  return named?.places.find(({ type }) => type === 'municipality')?.nameEn;
}

/** As {@link municipalityNamed}, where "Abu Dhabi" means the city: in the answer to "which one?". */
export function municipalityAnswered(message: Pick<OfflineMessage, 'text'>): string | undefined {
  const named = findPlaces(message.text)
    .flatMap(({ places }) => places)
    .find(({ type }) => type === 'municipality');
  return named?.nameEn ?? (isEmirate(message.text) ? ABU_DHABI_CITY : undefined);
}

import { z } from 'zod';
import { type Fill, type OfflineMessage, countText, moneyText } from '#pack-kit';
import { normalizeText, withDigits } from '#text';
import { failure } from './failure.ts';
import {
  districtArgument,
  districtFill,
  homeTypeArgument,
  homeTypeFill,
  municipalityArgument,
  municipalityNamed,
  placeFirst,
  SEARCH,
} from './fills.ts';
import { defineGeoTool, examples } from './geo-tool.ts';
import { homesLimit, MOST_LISTED } from './homes-limit.ts';
import { AS_YEARLY, monthlyNote } from './monthly-budget.ts';
import { unknownOf } from './not-in-the-data.ts';
import { asksSupply, isBuying, namesAmount, speaksOf, WORDS } from './requests.ts';
import type { RentalUnit, UnitsResult } from '../schema/results.ts';
import { arabicName, arabicNameApart, numbersFor, oneOfType } from './wording.ts';

const input = z.object({
  max_budget: moneyText({ above: 0, description: 'Highest rent in AED a year' }),
  bedrooms: countText({ min: 0, max: 10, description: 'Number of bedrooms; 0 is a studio' }).optional(),
  min_budget: moneyText({ min: 0, description: 'Lowest rent in AED a year' }).default(0),
  district: districtArgument().optional(),
  municipality: municipalityArgument().optional(),
  property_type: homeTypeArgument(),
  limit: countText({ min: 1, max: MOST_LISTED, description: 'How many homes at most' }).default(10),
});
export type FindUnitsInput = typeof input;

const BEDROOM_WORDS = ['bedroom', 'bedrooms', 'bed', 'beds', 'غرفة نوم', 'غرف نوم', 'غرفة', 'غرف'];
const bedroomsFill: Fill = {
  from: 'first',
  of: [
    { from: 'rule', read: inShort },
    { from: 'int', words: BEDROOM_WORDS },
    { from: 'rule', read: oneRoom },
  ],
};

/** A studio has none; "2BR" and "3bhk" have them in one word. */
function inShort({ normalized }: Pick<OfflineMessage, 'normalized'>): number | undefined {
  if (/\bstudios?\b|ستوديو/.test(normalized)) return 0;
  const written = /(?:^|\s)([1-9]) ?(?:br|brs|bhk|bdr|bed)(?:\s|$)/.exec(normalized)?.[1];
  return written === undefined ? undefined : Number(written);
}

/** As many as "2 bed", "two bedrooms", "غرفتين" say, in a message of before. */
export function bedroomsIn(text: string): number | undefined {
  const normalized = normalizeText(withDigits(text));
  const message = { text, normalized };
  const [, digits, latin] =
    /(?:^| )(?:([1-9])|(one|two|three|four|five)) (?:bed\w*|rooms?|غرف\S*)(?: |$)/.exec(normalized) ?? [];
  if (digits !== undefined) return Number(digits);
  const word = ['one', 'two', 'three', 'four', 'five'].indexOf(latin ?? '');
  return word >= 0 ? word + 1 : (inShort(message) ?? oneRoom(message));
}

/** "شقة غرفة وصالة": a room without a number, behind the home that has it. */
function oneRoom({ normalized }: Pick<OfflineMessage, 'normalized'>): number | undefined {
  if (/(?:^| )و?ب?غرفت(?:ين|ان)(?: |$)/.test(normalized)) return 2;
  return /(?:^| )(?:شقه|شقق|فيلا|بيت|وحده|سكن) (?:فيها )?غرفه(?: |$)|(?:^| )غرفه وصاله(?: |$)/.test(
    normalized,
  )
    ? 1
    : undefined;
}

/** Asked where a message about rents names no limit. */
export const ASKS_LIMIT = {
  en: 'I know the rents of single homes, and no averages: I list what fits a limit, the cheapest first. What is the most that it may cost a year, in AED?',
  ar: 'لدي إيجارات وحدات بعينها دون متوسطات، فأعرض ما يناسب ميزانيتك بدءا بالأرخص. ما أعلى إيجار سنوي بالدرهم؟',
};

export const findUnitsByBudget = defineGeoTool({
  name: 'find_units_by_budget',
  title: 'Find homes to rent',
  description: 'Finds homes for rent within a yearly budget in AED, the cheapest first.',
  category: 'rental',
  input,
  whenToUse: [
    'The wish to rent a home with a price limit.',
    'Not for buying: there is no list of homes for sale; get_total_sales_value says what homes were sold for on average.',
  ],
  examples: examples(
    [
      'One-bedroom to rent for at most 60 thousand a year',
      'Studios below 4,000 a month anywhere',
      'Three-bedroom villa for rent in Khalifa City, 90 to 110k',
    ],
    [
      'أبحث عن شقة بغرفة نوم واحدة بميزانية 60 ألف درهم',
      'استوديو للإيجار أقل من 4000 شهريا',
      'فيلا للإيجار في مدينة خليفة حتى 110 آلاف',
    ],
  ),
  tier: 'deferred',
  intents: ['rental'],
  ptcValue: 'units',
  offline: {
    fill: {
      max_budget: {
        from: 'money',
        bound: 'max',
        lone: true,
        times: AS_YEARLY,
        under: {
          tool: 'find_units_by_budget',
          amounts: ({ units }: UnitsResult) => units.map((unit) => unit.annual_rent_aed),
        },
      },
      min_budget: { from: 'money', bound: 'min', times: AS_YEARLY },
      bedrooms: bedroomsFill,
      district: districtFill,
      municipality: {
        from: 'first',
        of: [
          { from: 'prev', tool: SEARCH, path: 'best.municipality_en' },
          { from: 'rule', read: municipalityNamed },
        ],
      },
      property_type: homeTypeFill,
      limit: { from: 'rule', read: homesLimit },
    },
    chain: placeFirst,
    cues: [
      ...WORDS.rental,
      'studio',
      'studios',
      'bedroom',
      'get for',
      'find for',
      'up to',
      'under',
      'شقة',
      'غرفة نوم',
      'أجد',
      'حتى',
    ],
    applies: (message) =>
      !asksSupply(message) &&
      !isBuying(message) &&
      (speaksOf(message.text, 'rental') || (!speaksOf(message.text, 'sales') && namesHomeOrSum(message))),
    ask: {
      max_budget: ASKS_LIMIT,
    },
    reply: {
      en: (data: UnitsResult, asked: Asked, message?: OfflineMessage) => {
        const n = numbersFor(message, 'en');
        const limit = limitOf(asked, message, 'en');
        if (data.total === 0)
          return data.nearest
            ? `Nothing to rent fits ${limit}. The nearest above it: ${lineEn(data.nearest, n)}.`
            : `Nothing to rent fits ${limit}.`;
        const shown = data.returned < data.total ? `, the ${data.returned} cheapest` : '';
        const lines = data.units.map((unit, index) => `${index + 1}. ${lineEn(unit, n)}`);
        return `${n.count(data.total)} ${data.total === 1 ? 'home' : 'homes'} to rent ${limit}${shown}:\n${[...lines, ...unmet(message, 'en')].join('\n')}`;
      },
      ar: (data: UnitsResult, asked: Asked, message?: OfflineMessage) => {
        const n = numbersFor(message, 'ar');
        const limit = limitOf(asked, message, 'ar');
        if (data.total === 0)
          return data.nearest
            ? `لا توجد وحدات للإيجار ${limit}. الأقرب فوق الميزانية: ${lineAr(data.nearest, n)}.`
            : `لا توجد وحدات للإيجار ${limit}.`;
        const shown = data.returned < data.total ? `، أرخص ${n.count(data.returned)} منها` : '';
        const lines = data.units.map((unit, index) => `${n.count(index + 1)}. ${lineAr(unit, n)}`);
        return `وحدات للإيجار ${limit} (${n.count(data.total)}${shown}):\n${[...lines, ...unmet(message, 'ar')].join('\n')}`;
      },
    },
    failure,
  },
});

/** What the message wishes for besides, and the list could not be made by. */
function unmet(message: OfflineMessage | undefined, language: 'en' | 'ar'): string[] {
  const unknown = message && unknownOf(message.text, language);
  if (unknown === undefined) return [];
  return [
    language === 'ar'
      ? `لا تذكر البيانات شيئا عن ${unknown}، فلم أراع ذلك.`
      : `The data says nothing of ${unknown}, so the list does not go by that.`,
  ];
}

interface Asked {
  max_budget: number;
  district?: string;
  municipality?: string;
}

function namesHomeOrSum({ text, normalized }: OfflineMessage): boolean {
  return /\bbed|studio|غرف|ستوديو/.test(normalized) || namesAmount(text);
}

function placeOf({ district, municipality }: Asked, language: 'en' | 'ar'): string {
  const place = district ?? municipality;
  if (place === undefined) return '';
  return language === 'ar' ? `في ${arabicName(place)} ` : `in ${place} `;
}

/** "in Yas Island up to AED 80,000 a year". */
export function limitOf(
  asked: Asked,
  message: OfflineMessage | undefined,
  language: 'en' | 'ar' = message?.language === 'ar' ? 'ar' : 'en',
): string {
  const n = numbersFor(message, language);
  const monthly = monthlyNote(asked.max_budget, message, language);
  return language === 'ar'
    ? `${placeOf(asked, 'ar')}حتى ${n.count(asked.max_budget)} درهم سنويا${monthly}`
    : `${placeOf(asked, 'en')}up to AED ${n.count(asked.max_budget)} a year${monthly}`;
}

/** One home in a line, in the language of the message. */
export function homeLine(unit: RentalUnit, message: OfflineMessage): string {
  const language = message.language === 'ar' ? 'ar' : 'en';
  return { en: lineEn, ar: lineAr }[language](unit, numbersFor(message, language));
}

type Numbers = ReturnType<typeof numbersFor>;

function lineEn(unit: RentalUnit, n: Numbers): string {
  const rooms =
    unit.bedrooms === 0 ? 'studio' : `${unit.bedrooms} ${unit.bedrooms === 1 ? 'bedroom' : 'bedrooms'}`;
  const furnished = unit.furnished ? ', furnished' : '';
  return `${unit.unit_id}, ${oneOfType(unit.property_type, 'en')} in ${unit.community}: AED ${n.count(unit.annual_rent_aed)} a year (AED ${n.count(unit.monthly_rent_aed)} a month), ${rooms}, ${unit.area_sqm} m²${furnished}`;
}

function lineAr(unit: RentalUnit, n: Numbers): string {
  const rooms =
    { 0: 'استوديو', 1: 'غرفة نوم واحدة', 2: 'غرفتا نوم' }[unit.bedrooms] ??
    `${n.count(unit.bedrooms)} غرف نوم`;
  const furnished = unit.furnished ? '، مفروشة' : '';
  return `${unit.unit_id}، ${oneOfType(unit.property_type, 'ar')} في ${partAr(unit)}: ${n.count(unit.annual_rent_aed)} درهم سنويا (${n.count(unit.monthly_rent_aed)} شهريا)، ${rooms}، ${n.count(unit.area_sqm)} م²${furnished}`;
}

/** The part of the district that a home is in, which a service of its own may know in English alone. */
function partAr({ community, district, district_ar: within }: RentalUnit): string {
  const known = arabicNameApart(community);
  if (known !== undefined) return known;
  return community === '' || community === district ? within : `${within} (${community})`;
}

import type { OfflineMessage } from '#pack-kit';
import { WORDS } from '../cues.ts';
import type { RentalUnit, SupplyResult, UnitsResult } from '../schema/results.ts';
import { districtFill, hintsFor, homeTypeFill, municipalityFill } from './hints.ts';
import { arabicName, replies, typeName, type Words } from './wording.ts';

const MONTHS = 12;
const MONTHLY = ['a month', 'per month', 'monthly', 'شهريا', 'في الشهر', 'بالشهر'];
const AS_YEARLY = { factor: MONTHS, when: MONTHLY };
const BEDROOMS = ['bedroom', 'bedrooms', 'bed', 'beds', 'غرفة نوم', 'غرف نوم', 'غرفة', 'غرف'];

interface Asked {
  max_budget: number;
  district?: string;
  municipality?: string;
}

/** "in Yas Island up to AED 48,000 a year (AED 4,000 a month)". */
function limitEn(
  { max_budget: most, district, municipality }: Asked,
  { count }: Words,
  message?: OfflineMessage,
) {
  const place = district ?? municipality;
  const monthly = isMonthly(message) ? ` (AED ${count(most / MONTHS)} a month)` : '';
  return `${place === undefined ? '' : `in ${place} `}up to AED ${count(most)} a year${monthly}`;
}

function limitAr(
  { max_budget: most, district, municipality }: Asked,
  { count }: Words,
  message?: OfflineMessage,
) {
  const place = district ?? municipality;
  const monthly = isMonthly(message) ? ` (${count(most / MONTHS)} درهم شهريا)` : '';
  return `${place === undefined ? '' : `في ${arabicName(place) ?? place} `}حتى ${count(most)} درهم سنويا${monthly}`;
}

function isMonthly(message: OfflineMessage | undefined): boolean {
  return /\bmonth(?:ly)?\b|شهري|الشهر/.test(message?.normalized ?? '');
}

function homeEn(unit: RentalUnit, { count }: Words): string {
  const rooms =
    unit.bedrooms === 0 ? 'studio' : `${unit.bedrooms} ${unit.bedrooms === 1 ? 'bedroom' : 'bedrooms'}`;
  const rent = `AED ${count(unit.annual_rent_aed)} a year (AED ${count(unit.monthly_rent_aed)} a month)`;
  return `${unit.unit_id}, ${typeName(unit.property_type, 'en', 'one')} in ${unit.community}: ${rent}, ${rooms}, ${unit.area_sqm} m²${unit.furnished ? ', furnished' : ''}`;
}

function homeAr(unit: RentalUnit, { count }: Words): string {
  const rooms =
    { 0: 'استوديو', 1: 'غرفة نوم واحدة', 2: 'غرفتا نوم' }[unit.bedrooms] ?? `${count(unit.bedrooms)} غرف نوم`;
  const rent = `${count(unit.annual_rent_aed)} درهم سنويا (${count(unit.monthly_rent_aed)} شهريا)`;
  const place = arabicName(unit.community) ?? unit.district_ar;
  return `${unit.unit_id}، ${typeName(unit.property_type, 'ar', 'one')} في ${place}: ${rent}، ${rooms}، ${count(unit.area_sqm)} م²${unit.furnished ? '، مفروشة' : ''}`;
}

const FIGURES = ['existing_units', 'under_construction_units', 'available_units'] as const;
const STATES = {
  en: ['existing', 'under construction', 'available'],
  ar: ['قائمة', 'قيد الإنشاء', 'متاحة'],
};

/** A line for each type of home and one for all of them. */
function stockLines({ rows, totals }: SupplyResult, { count }: Words, language: 'en' | 'ar'): string {
  const line = (name: string | undefined, row: SupplyResult['totals']) =>
    `- ${name}: ${FIGURES.map((field, at) => `${count(row[field])} ${STATES[language][at]}`).join({ en: ', ', ar: '، ' }[language])}`;
  const all = line({ en: 'in all', ar: 'المجموع' }[language], totals);
  return [...rows.map((row) => line(typeName(row.property_type, language), row)), all].join('\n');
}

export const homes = {
  ...hintsFor('find_units_by_budget', {
    fill: {
      max_budget: { from: 'money', bound: 'max', lone: true, times: AS_YEARLY },
      min_budget: { from: 'money', bound: 'min', times: AS_YEARLY },
      bedrooms: {
        from: 'first',
        of: [
          { from: 'enum', values: { 0: ['studio', 'استوديو'] } },
          { from: 'int', words: BEDROOMS, bound: 'exact' },
        ],
      },
      district: districtFill,
      municipality: { from: 'first', of: [municipalityFill, { from: 'place', set: 'municipality' }] },
      property_type: homeTypeFill,
    },
    cues: [...WORDS.rental, 'bedroom', 'up to', 'under', 'at most', 'حتى', 'أقل من', 'غرفة نوم'],
    ask: {
      max_budget: {
        en: 'What is the most that it may cost a year, in AED? I list the homes to rent that fit, the cheapest first.',
        ar: 'ما أعلى إيجار سنوي بالدرهم؟ أعرض ما يناسب ميزانيتك بدءا بالأرخص.',
      },
    },
    reply: replies<UnitsResult, Asked>(
      (data, words, asked, message) => {
        const limit = limitEn(asked, words, message);
        if (data.total === 0) {
          const nearest = data.nearest && ` The nearest above it: ${homeEn(data.nearest, words)}.`;
          return `Nothing to rent fits ${limit}.${nearest ?? ''}`;
        }
        const shown = data.returned < data.total ? `, the ${data.returned} cheapest` : '';
        const lines = data.units.map((unit, index) => `${index + 1}. ${homeEn(unit, words)}`);
        return `${words.count(data.total)} ${data.total === 1 ? 'home' : 'homes'} to rent ${limit}${shown}:\n${lines.join('\n')}`;
      },
      (data, words, asked, message) => {
        const limit = limitAr(asked, words, message);
        if (data.total === 0) {
          const nearest = data.nearest && ` الأقرب فوق الميزانية: ${homeAr(data.nearest, words)}.`;
          return `لا توجد وحدات للإيجار ${limit}.${nearest ?? ''}`;
        }
        const shown = data.returned < data.total ? `، أرخص ${words.count(data.returned)} منها` : '';
        const lines = data.units.map((unit, index) => `${words.count(index + 1)}. ${homeAr(unit, words)}`);
        return `وحدات للإيجار ${limit} (${words.count(data.total)}${shown}):\n${lines.join('\n')}`;
      },
    ),
  }),
  ...hintsFor('get_current_supply', {
    fill: { district: districtFill, property_type: homeTypeFill },
    cues: [...WORDS.supply, 'homes', 'units', 'وحدات', 'الوحدات'],
    ask: {
      district: {
        en: 'Of which district? The housing stock is known by district.',
        ar: 'لأي منطقة؟ المعروض السكني معروف حسب المنطقة.',
      },
    },
    reply: replies<SupplyResult, { property_type?: string }>(
      (data, words, { property_type: type }) =>
        data.rows.length === 0
          ? `There are no ${typeName(type, 'en')} in ${data.district} in the data.`
          : `Stock of ${typeName(type, 'en')} in ${data.district}, ${data.year}:\n${stockLines(data, words, 'en')}`,
      (data, words, { property_type: type }) =>
        data.rows.length === 0
          ? `لا توجد ${typeName(type, 'ar')} في ${data.district_ar} ضمن البيانات.`
          : `المعروض السكني في ${data.district_ar} سنة ${String(data.year)}:\n${stockLines(data, words, 'ar')}`,
    ),
  }),
};

import type { KeyFact, Requirements } from '../schema/requirements.ts';
import { bedroomsName, euro, placeName, type Wording } from '../wording.ts';
import type { UpdatedRequirements } from './update-requirements.tool.ts';

const MAX_SUMMARY_CHARACTERS = 500;

/** Confirms what is stored now and asks for one thing more. */
export const requirementsReply = {
  en: (updated: UpdatedRequirements) => reply(updated, 'en'),
  ar: (updated: UpdatedRequirements) => reply(updated, 'ar'),
};

function reply({ requirements, changed, missing }: UpdatedRequirements, language: Wording): string {
  const facts = factsOf(requirements, language).join(language === 'ar' ? '، ' : ', ');
  const saved =
    changed.length > 0
      ? { en: 'Saved', ar: 'تم الحفظ' }
      : { en: 'That was saved already', ar: 'هذا محفوظ من قبل' };
  const status = changed.some((change) => change.field === 'status')
    ? statusSentence(requirements, language)
    : '';
  const confirmed = facts ? `${saved[language]}: ${facts}.` : `${saved[language]}.`;
  return [confirmed, status, QUESTIONS[language][missing[0] ?? 'timing']].filter(Boolean).join(' ');
}

function factsOf(
  { district, minPrice, maxPrice, bedrooms, bedroomsMin }: Requirements,
  language: Wording,
): string[] {
  const arabic = language === 'ar';
  const places = district.map((name) => placeName(name, language)).join(arabic ? ' أو ' : ' or ');
  return [
    places && `${arabic ? 'المنطقة' : 'area'} ${places}`,
    minPrice === null ? '' : `${arabic ? 'السعر ابتداء من' : 'price from'} ${euro(minPrice, language)}`,
    maxPrice === null ? '' : `${arabic ? 'الميزانية حتى' : 'budget up to'} ${euro(maxPrice, language)}`,
    bedrooms === null ? '' : bedroomsName(bedrooms, language),
    bedroomsMin === null ? '' : `${arabic ? 'على الأقل' : 'at least'} ${bedroomsName(bedroomsMin, language)}`,
  ].filter(Boolean);
}

/** For the timeline: what changed besides the status, and what is looked for now; undefined where nothing else did. */
export function changeLogged({
  requirements,
  changed,
}: Pick<UpdatedRequirements, 'requirements' | 'changed'>): string | undefined {
  const fields = changed.map(({ field }) => field).filter((field) => field !== 'status');
  if (fields.length === 0) return undefined;
  const facts = factsOf(requirements, 'en').join(', ');
  const summary = [`Requirements changed (${fields.join(', ')})`, facts].filter(Boolean).join(': ');
  return summary.slice(0, MAX_SUMMARY_CHARACTERS);
}

function statusSentence({ status }: Requirements, language: Wording): string {
  return { en: `The lead is now marked as ${status}.`, ar: `حالة العميل الآن: ${status}.` }[language];
}

/** What is asked next, by the fact that is missing. */
export const QUESTIONS: Record<Wording, Record<KeyFact | 'timing', string>> = {
  en: {
    district: 'Which area should it be in?',
    maxPrice: 'What is the most it may cost?',
    bedrooms: 'How many bedrooms are needed?',
    timing: 'When would the move be?',
  },
  ar: {
    district: 'في أي منطقة؟',
    maxPrice: 'ما أعلى سعر ممكن؟',
    bedrooms: 'كم عدد غرف النوم المطلوبة؟',
    timing: 'متى سيكون الانتقال؟',
  },
};

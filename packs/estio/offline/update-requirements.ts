import { anySpelling, findPhrase, hasPhrase } from '#text';
import type { Fill, OfflineMessage, OfflineToolHints } from '#pack-kit';
import { leadStatuses, type LeadStatus } from '../schema/entities/index.ts';
import type { KeyFact } from '../schema/requirements.ts';
import type { UpdatedRequirements } from '../tools/update-requirements.tool.ts';
import { requirementNames } from '../tools/requirements/change-summary.ts';
import { inBoth, type Wording } from '../wording.ts';
import { BEDROOM_WORDS, statesWishes } from './requests.ts';

const ANY_AREA = ['any area', 'anywhere', 'any district', 'أي منطقة', 'أي مكان'];
const STATUS_WORDS = ['mark', 'status', 'stage', 'حالة', 'مرحلة'];
const AFTER_NOTE = anySpelling(/(?:\bnotes?\b|ملاحظة)\s*(?:that\s+|أن\s+)?[:،,]?\s*(.{3,})$/iu);

const district: Fill = {
  from: 'first',
  of: [
    {
      from: 'rule',
      read: ({ normalized }) => (hasPhrase(normalized.split(' '), ANY_AREA) ? 'any' : undefined),
    },
    { from: 'place', set: 'cyprus', many: true },
  ],
};
const maxPrice: Fill = { from: 'money', bound: 'max', lone: true };
const bedrooms: Fill = { from: 'int', words: BEDROOM_WORDS, asText: true };

/** Many statuses are everyday words, so that they count only behind a word such as "mark". */
function statusIn({ normalized }: OfflineMessage): LeadStatus | undefined {
  const words = normalized.split(' ');
  if (!hasPhrase(words, STATUS_WORDS)) return undefined;
  return leadStatuses.find((value) => findPhrase(words, [value]));
}

type Asked = KeyFact | 'timing';

/** The question that follows a change, by the fact that is missing. */
const QUESTIONS: Record<Asked, Record<Wording, string>> = {
  district: { en: 'Which area should it be in?', ar: 'في أي منطقة؟' },
  maxPrice: { en: 'What is the most it may cost?', ar: 'ما أعلى سعر ممكن؟' },
  bedrooms: { en: 'How many bedrooms are needed?', ar: 'كم عدد غرف النوم المطلوبة؟' },
  timing: { en: 'When would the move be?', ar: 'متى سيكون الانتقال؟' },
};

function reply({ requirements, changed, missing }: UpdatedRequirements, language: Wording): string {
  const arabic = language === 'ar';
  const names = requirementNames(requirements, language).join(arabic ? '، ' : ', ');
  const saved =
    changed.length > 0
      ? { en: 'Saved', ar: 'تم الحفظ' }[language]
      : { en: 'That was saved already', ar: 'هذا محفوظ من قبل' }[language];
  const { status } = requirements;
  return [
    names ? `${saved}: ${names}.` : `${saved}.`,
    changed.some(({ field }) => field === 'status') &&
      (arabic ? `حالة العميل الآن: ${status}.` : `The lead is now marked as ${status}.`),
    QUESTIONS[missing[0] ?? 'timing'][language],
  ]
    .filter(Boolean)
    .join(' ');
}

export const updateRequirementsHints: OfflineToolHints = {
  fill: {
    contactId: { from: 'context', key: 'contactId' },
    district,
    maxPrice,
    minPrice: { from: 'money', bound: 'min' },
    bedrooms,
    status: { from: 'rule', read: statusIn },
    notes: { from: 'rule', read: ({ text }) => AFTER_NOTE.exec(text)?.[1]?.trim() },
  },
  cues: ['budget', 'ceiling', 'changed', 'mark', 'lead', 'ميزانية', 'ميزانيتي', 'أحتاج', 'غير', 'المنطقة'],
  applies: statesWishes,
  ask: { contactId: { en: 'Whose requirements are these?', ar: 'لمن هذه المتطلبات؟' } },
  reply: inBoth(reply),
};

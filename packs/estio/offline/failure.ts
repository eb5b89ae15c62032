import type { ToolResult } from '#contracts';
import type { OfflineMessage } from '#pack-kit';
import { factName } from './programs/contract-readiness.program.ts';
import { freeTimesName, timesTold } from './times-told.ts';
import type { Wording } from '../wording.ts';

interface Help {
  slots?: { start: string; agentName: string }[];
  timezone?: string;
  dealId?: string;
  missing?: string[];
}

type Words = Partial<Record<NonNullable<ToolResult['errorClass']>, string>>;

/** Words of failures in Arabic, by `own` where a tool has some; English ones are those of the tools, but for free times. */
export function failureIn(own: Words) {
  return (
    failed: ToolResult,
    given: { propertyId?: string } | undefined,
    { language }: OfflineMessage,
  ): string | undefined => {
    const { slots, timezone, dealId, missing = [] } = (failed.data ?? {}) as Help;
    const home = given?.propertyId;
    if (slots && timezone)
      return taken({ slots, timezone, home }, language === 'ar' ? 'ar' : 'en', failed.error);
    if (language !== 'ar' || !failed.errorClass) return undefined;
    if (failed.errorClass === 'CONFLICT' && dealId) return `توجد صفقة مفتوحة بالفعل: ${dealId}.`;
    if (failed.errorClass === 'PRECONDITION_FAILED' && missing.length > 0)
      return `لا يمكن تنفيذ ذلك بعد، إذ ينقص: ${missing.map((fact) => factName(fact, 'ar')).join('، ')}.`;
    return own[failed.errorClass];
  };
}

/** The free times, numbered, so that one can be picked. */
function taken(
  { slots, timezone, home }: { slots: NonNullable<Help['slots']>; timezone: string; home?: string },
  language: Wording,
  why = 'That time is taken.',
): string {
  const words = TAKEN[language];
  if (slots.length === 0) return `${language === 'ar' ? words.why : why} ${words.none}`;
  const lines = timesTold(slots, timezone, language);
  return [
    `${language === 'ar' ? words.why : why} ${freeTimesName(language, home)} (${timezone}):`,
    ...lines,
    words.which,
  ].join('\n');
}

const TAKEN = {
  en: {
    why: '',
    none: 'There is no free time in the days after it.',
    which: 'Which one suits?',
  },
  ar: {
    why: 'هذا الموعد محجوز.',
    none: 'ولا يوجد وقت متاح في الأيام التالية.',
    which: 'أيها يناسب؟',
  },
};

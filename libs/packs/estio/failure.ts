import type { ToolResult } from '#contracts';
import type { OfflineMessage } from '#tools';
import { factName } from './programs/contract-readiness.program.ts';
import { momentName } from './wording.ts';

interface Help {
  slots?: { start: string; agentName: string }[];
  timezone?: string;
  dealId?: string;
  missing?: string[];
}

type Words = Partial<Record<NonNullable<ToolResult['errorClass']>, string>>;

/** Words of failures in Arabic, by `own` where a tool has some; English ones are those of the tools. */
export function failureIn(own: Words) {
  return (failed: ToolResult, _input: unknown, { language }: OfflineMessage): string | undefined => {
    if (language !== 'ar' || !failed.errorClass) return undefined;
    const { slots, timezone, dealId, missing = [] } = (failed.data ?? {}) as Help;
    if (slots && timezone) return taken(slots, timezone);
    if (failed.errorClass === 'CONFLICT' && dealId) return `توجد صفقة مفتوحة بالفعل: ${dealId}.`;
    if (failed.errorClass === 'PRECONDITION_FAILED' && missing.length > 0)
      return `لا يمكن تنفيذ ذلك بعد، إذ ينقص: ${missing.map((fact) => factName(fact, 'ar')).join('، ')}.`;
    return own[failed.errorClass];
  };
}

function taken(slots: NonNullable<Help['slots']>, timezone: string): string {
  if (slots.length === 0) return 'هذا الموعد محجوز، ولا يوجد وقت متاح في الأيام التالية.';
  const lines = slots.map(
    ({ start, agentName }, index) =>
      `${index + 1}. ${momentName(new Date(start), timezone, 'ar')} مع ${agentName}`,
  );
  return [`هذا الموعد محجوز. الأوقات المتاحة (${timezone}):`, ...lines, 'أيها يناسب؟'].join('\n');
}

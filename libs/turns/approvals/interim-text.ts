import type { ApprovalRequest } from '#tools';

/** The message that the conversation gets while its turn waits for an approval. */
export function interimText(language: string, requests: readonly ApprovalRequest[]): string {
  const steps = [...new Set(requests.map(({ tool }) => tool.replaceAll('_', ' ')))];
  return language === 'ar'
    ? `أحتاج إلى موافقة أحد الزملاء قبل أن أتابع (${steps.join('، ')}). سأكمل فور صدور القرار.`
    : `I need a colleague to agree before I go on (${steps.join(', ')}). I will continue as soon as they have decided.`;
}

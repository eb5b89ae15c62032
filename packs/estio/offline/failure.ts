import type { OfflineMessage, ToolResult } from '#pack-kit';
import { timesInWords } from '../tools/scheduling/free-times.ts';

interface FailureData {
  slots?: { start: string; agentName: string }[];
  timezone?: string;
  dealId?: string;
  missing?: string[];
}

type Words = Partial<Record<NonNullable<ToolResult['errorClass']>, string>>;

/** Words a failure in Arabic, and in both languages where it proposes free times; other English words are those of the tool. */
export function failureIn(own: Words) {
  return (failed: ToolResult, _given: unknown, { language }: OfflineMessage): string | undefined => {
    const { slots, timezone, dealId, missing = [] } = (failed.data ?? {}) as FailureData;
    if (slots && timezone) {
      const lines = timesInWords(slots, timezone, language === 'ar' ? 'ar' : 'en');
      const why = language === 'ar' ? 'هذا الموعد محجوز.' : failed.error;
      const free = { en: 'Free times', ar: 'الأوقات المتاحة' }[language === 'ar' ? 'ar' : 'en'];
      return lines.length === 0 ? why : [`${why} ${free} (${timezone}):`, ...lines].join('\n');
    }
    if (language !== 'ar' || !failed.errorClass) return undefined;
    if (failed.errorClass === 'CONFLICT' && dealId) return `توجد صفقة مفتوحة بالفعل: ${dealId}.`;
    if (failed.errorClass === 'PRECONDITION_FAILED' && missing.length > 0)
      return `لا يمكن تنفيذ ذلك بعد، إذ ينقص: ${missing.map(factName).join('، ')}.`;
    return own[failed.errorClass];
  };
}

const ROLES: Record<string, string> = {
  seller: 'البائع',
  buyer: 'المشتري',
  landlord: 'المؤجر',
  tenant: 'المستأجر',
  contact: 'الشخص',
  property: 'العقار',
  'accepted offer': 'عرض مقبول',
  parties: 'أطراف الصفقة',
  requirements: 'ما يبحث عنه الشخص',
  PDF: 'نسخة PDF',
  draft: 'مسودة عقد',
};
const FACTS: Record<string, string> = {
  name: 'اسم',
  identityNumber: 'رقم هوية أو جواز',
  address: 'عنوان',
  email: 'بريد',
  phone: 'هاتف',
  reference: 'رقم مرجعي',
  propertyType: 'نوع',
  addressLine: 'عنوان',
  district: 'مدينة',
  area: 'منطقة',
  titleDeedNumber: 'رقم سند ملكية',
};

/** "buyer.identityNumber" in Arabic; "seller" alone is the party itself. */
function factName(fact: string): string {
  const [role = '', field] = fact.split('.');
  const owner = ROLES[role] ?? role;
  return field === undefined ? owner : `${FACTS[field] ?? field} ${owner}`;
}

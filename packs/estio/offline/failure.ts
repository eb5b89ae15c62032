import type { ToolResult } from '#contracts';
import type { OfflineMessage } from '#pack-kit';
import { timesInWords } from '../tools/free-times.ts';
import type { Wording } from '../wording.ts';

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
      return `لا يمكن تنفيذ ذلك بعد، إذ ينقص: ${missing.map((fact) => factName(fact, 'ar')).join('، ')}.`;
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
const FACTS: Record<string, Record<Wording, string>> = {
  name: { en: 'name', ar: 'اسم' },
  identityNumber: { en: 'identity or passport number', ar: 'رقم هوية أو جواز' },
  address: { en: 'address', ar: 'عنوان' },
  email: { en: 'e-mail address', ar: 'بريد' },
  phone: { en: 'phone number', ar: 'هاتف' },
  reference: { en: 'reference', ar: 'رقم مرجعي' },
  propertyType: { en: 'type', ar: 'نوع' },
  addressLine: { en: 'address', ar: 'عنوان' },
  district: { en: 'district', ar: 'مدينة' },
  area: { en: 'area', ar: 'منطقة' },
  titleDeedNumber: { en: 'title deed number', ar: 'رقم سند ملكية' },
};

/** "buyer.identityNumber" as "the buyer's identity or passport number"; "seller" alone is the party itself. */
export function factName(fact: string, language: Wording): string {
  const [role = '', field] = fact.split('.');
  const owner = language === 'ar' ? (ROLES[role] ?? role) : `the ${role}`;
  if (field === undefined) return owner;
  const name = FACTS[field]?.[language] ?? field;
  return language === 'ar' ? `${name} ${owner}` : `${owner}'s ${name}`;
}

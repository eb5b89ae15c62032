import type { OfflineMessage, ProgramFacts, ProgramTemplate } from '#pack-kit';
import { CONTRACT_STAGES } from '../../schema/contract-stages.ts';
import { asksWhatElseIsMissing, asksWhatIsMissing } from '../requests.ts';
import { euro, titleName, type Wording } from '../../wording.ts';

const DEAL = /\bdeal-\d+\b/i;

/** The value of the program. */
interface Readiness {
  deals: {
    id: string;
    title: string;
    stage: string;
    price: number;
    /** As `generate_contract` names them, such as `buyer.identityNumber`. */
    missing: string[];
  }[];
  sample: boolean;
}

function wish(
  { text }: OfflineMessage,
  { contactId, told }: ProgramFacts,
): Record<string, unknown> | undefined {
  const id = DEAL.exec(text)?.[0].toLowerCase() ?? told?.('deal');
  if (id === undefined && contactId === null) return undefined;
  return {
    dataset: 'deals',
    operation: 'list',
    filters: id
      ? [{ field: 'id', op: 'eq', value: id }]
      : [
          { field: 'contactId', op: 'eq', value: contactId },
          { field: 'stage', op: 'in', value: CONTRACT_STAGES },
        ],
    fields: ['id', 'title', 'dealType', 'stage', 'value', 'agreedPrice', 'propertyLacks', 'isSample'],
  };
}

/** What the contract of a deal still lacks, gathered from the deal, its parties and its listing before anybody drafts it. */
export const contractReadiness: ProgramTemplate = {
  name: 'contract_readiness',
  agents: ['closer'],
  tool: 'query_org_data',
  // The records of deals are for members of the office.
  applies: ({ text }, { userId, told }) =>
    userId !== null &&
    (asksWhatIsMissing(text) || (asksWhatElseIsMissing(text) && told?.('deal') !== undefined)),
  wish,
  code: `
const FACTS = { name: 'hasName', identityNumber: 'hasIdentityNumber', address: 'hasAddress', email: 'hasEmail', phone: 'hasPhone' };
const deals = await query_org_data(wish);
const parties = deals.length === 0 ? [] : await query_org_data({
  dataset: 'deal_parties',
  operation: 'list',
  filters: [{ field: 'dealId', op: 'in', value: deals.map(({ id }) => id) }],
  fields: ['dealId', 'role', ...Object.values(FACTS)],
  limit: 100,
});
return {
  deals: deals.map(({ id, title, dealType, stage, value, agreedPrice, propertyLacks }) => {
    const own = parties.filter((party) => party.dealId === id);
    const roles = dealType === 'sale' ? ['seller', 'buyer'] : ['landlord', 'tenant'];
    const absent = roles.filter((role) => !own.some((party) => party.role === role));
    const gaps = own.flatMap((party) => Object.entries(FACTS).filter(([, has]) => !party[has]).map(([fact]) => party.role + '.' + fact));
    const ofProperty = (propertyLacks ?? '').split(', ').filter(Boolean).map((fact) => 'property.' + fact);
    return { id, title, stage, price: agreedPrice ?? value, missing: [...absent, ...gaps, ...ofProperty] };
  }),
  sample: deals.some(({ isSample }) => isSample),
};`,
  answers: ({ deals }: Readiness) => deals.length > 0,
  reply: {
    en: (found: Readiness) => reply(found, 'en'),
    ar: (found: Readiness) => reply(found, 'ar'),
  },
};

function reply({ deals, sample }: Readiness, language: Wording): string {
  const lines = deals.map((deal) => {
    const name = `${deal.id} (${titleName(deal.title, language)}, ${euro(deal.price, language)})`;
    const lacks = deal.missing.map((fact) => factName(fact, language)).join(language === 'ar' ? '، ' : ', ');
    const early = CONTRACT_STAGES.includes(deal.stage as (typeof CONTRACT_STAGES)[number])
      ? ''
      : {
          en: ` It is in stage ${deal.stage.replace('_', ' ')}; a contract needs an accepted offer first.`,
          ar: ` الصفقة في مرحلة ${deal.stage}، والعقد يحتاج إلى عرض مقبول أولا.`,
        }[language];
    const state =
      deal.missing.length > 0
        ? { en: `The contract of ${name} still lacks: ${lacks}.`, ar: `ما زال ينقص عقد ${name}: ${lacks}.` }[
            language
          ]
        : { en: `No fact is missing for the contract of ${name}.`, ar: `لا ينقص عقد ${name} شيء.` }[language];
    return state + early;
  });
  if (sample) lines.push({ en: 'This is sample data.', ar: 'هذه بيانات تجريبية.' }[language]);
  return lines.join('\n');
}

const ROLES: Record<string, string> = {
  seller: 'البائع',
  buyer: 'المشتري',
  landlord: 'المؤجر',
  tenant: 'المستأجر',
  contact: 'الشخص',
  property: 'العقار',
};
const FACTS: Record<Wording, Record<string, string>> = {
  en: {
    name: 'name',
    identityNumber: 'identity or passport number',
    address: 'address',
    email: 'e-mail address',
    phone: 'phone number',
    reference: 'reference',
    propertyType: 'type',
    addressLine: 'address',
    district: 'district',
    area: 'area',
    titleDeedNumber: 'title deed number',
  },
  ar: {
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
  },
};
/** What may be missing besides facts of a party. */
const OTHER_FACTS: Record<string, string> = {
  'accepted offer': 'عرض مقبول',
  parties: 'أطراف الصفقة',
  requirements: 'ما يبحث عنه الشخص',
  PDF: 'نسخة PDF',
  draft: 'مسودة عقد',
};

/** "buyer.identityNumber" as "the buyer's identity or passport number"; "seller" alone is the party itself. */
export function factName(fact: string, language: Wording): string {
  const [role = '', field] = fact.split('.');
  const who = language === 'ar' ? (ROLES[role] ?? OTHER_FACTS[role] ?? role) : `the ${role}`;
  if (field === undefined) return who;
  const what = FACTS[language][field] ?? field;
  return language === 'ar' ? `${what} ${who}` : `${who}'s ${what}`;
}

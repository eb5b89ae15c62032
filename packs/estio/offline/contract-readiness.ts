import { hasPhrase } from '#text';
import type { OfflineMessage, ProgramFacts, ProgramTemplate } from '#pack-kit';
import { CONTRACT_STAGES } from '../schema/contract-stages.ts';
import { euro, sampleNote, titleName, type Wording } from '../wording.ts';
import { factName } from './failure.ts';

const DEAL = /\bdeal-\d+\b/i;
const MISSING = ['missing', 'lack', 'outstanding', 'still need', 'ينقص', 'ناقص'];
const PAPERS = ['contract', 'agreement', 'paperwork', 'عقد', 'العقد'];

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

/** The deal that is named, else the deals of the contact that can have a contract. */
function wish({ text }: OfflineMessage, { contactId }: ProgramFacts): Record<string, unknown> | undefined {
  const id = DEAL.exec(text)?.[0].toLowerCase();
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
  applies: ({ normalized }, { userId }) => {
    const words = normalized.split(' ');
    return userId !== null && hasPhrase(words, MISSING) && hasPhrase(words, PAPERS);
  },
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
  const arabic = language === 'ar';
  const lines = deals.map(({ id, title, price, stage, missing }) => {
    const name = `${id} (${titleName(title, language)}, ${euro(price, language)})`;
    const facts = missing.map((fact) => factName(fact, language)).join(arabic ? '، ' : ', ');
    const state =
      missing.length > 0
        ? { en: `The contract of ${name} still lacks: ${facts}.`, ar: `ما زال ينقص عقد ${name}: ${facts}.` }
        : { en: `No fact is missing for the contract of ${name}.`, ar: `لا ينقص عقد ${name} شيء.` };
    const early = {
      en: ` It is in stage ${stage.replace('_', ' ')}; a contract needs an accepted offer first.`,
      ar: ` الصفقة في مرحلة ${stage}، والعقد يحتاج إلى عرض مقبول أولا.`,
    };
    return state[language] + (CONTRACT_STAGES.some((one) => one === stage) ? '' : early[language]);
  });
  return [...lines, sampleNote(sample || undefined, language)].filter(Boolean).join('\n');
}

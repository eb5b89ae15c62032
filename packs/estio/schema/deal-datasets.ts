import { phraseList } from '#text';
import { defineDataset } from '#pack-kit';
import { DEAL_TYPE_WORDS, plain, STAGES } from './value-words.ts';

/** Comma-separated missing facts of the listing that a contract needs, as `generate_contract` names them. */
const PROPERTY_LACKS = `(SELECT concat_ws(', ',
    CASE WHEN trim(p.reference) = '' THEN 'reference' END, CASE WHEN trim(p.property_type) = '' THEN 'propertyType' END,
    CASE WHEN trim(p.address_line) = '' THEN 'addressLine' END, CASE WHEN trim(p.district) = '' THEN 'district' END,
    CASE WHEN trim(p.area) = '' THEN 'area' END,
    CASE WHEN p.title_deed = 'yes' AND trim(p.title_deed_number) = '' THEN 'titleDeedNumber' END)
    FROM estio_properties p WHERE p.org_id = $1 AND p.id = property_id)`;

/** The agent of the contact. */
const AGENT = `(SELECT c.agent_user_id FROM estio_contacts c WHERE c.org_id = $1 AND c.id = contact_id)`;

export const deals = defineDataset({
  name: 'deals',
  synonyms: ['deal', 'pipeline', 'صفقة', 'صفقات'],
  description: 'Deals between contacts and properties; amounts in whole euro.',
  role: 'staff',
  source: 'estio_deals',
  sample: 'sample',
  fields: {
    id: { type: 'text' },
    title: { type: 'text' },
    contactId: { type: 'text', synonyms: ['contact', 'عميل'] },
    propertyId: { type: 'text', synonyms: ['property'] },
    agent: { type: 'text', column: AGENT, user: true, synonyms: ['agent', 'وكيل'] },
    dealType: { type: 'text', values: DEAL_TYPE_WORDS, synonyms: ['sale or rent'] },
    stage: { type: 'text', values: STAGES, synonyms: ['stage', 'مرحلة'] },
    value: { type: 'number', money: true, synonyms: ['value', 'worth', 'قيمة'] },
    agreedPrice: { type: 'number', synonyms: ['agreed price'] },
    expectedCloseDate: {
      type: 'date',
      ahead: true,
      synonyms: phraseList(
        'expected close, expected to close, due to close, closing, will close, completing, completion, ستغلق, الإغلاق',
      ),
    },
    propertyLacks: { type: 'text', column: PROPERTY_LACKS },
    createdAt: { type: 'datetime', synonyms: ['date'] },
    updatedAt: { type: 'datetime', synonyms: ['last change'] },
    isSample: { type: 'boolean', column: 'sample' },
  },
  time: 'createdAt',
  defaults: {
    fields: ['title', 'id', 'stage', 'value', 'agreedPrice', 'expectedCloseDate'],
    orderBy: { field: 'updatedAt', direction: 'desc' },
  },
});

const has = (column: string) => ({ type: 'boolean', column: `coalesce(${column}, '') <> ''` }) as const;

/** Says which facts of a party are stored, not the facts themselves. */
export const dealParties = defineDataset({
  name: 'deal_parties',
  synonyms: ['parties of the deal', 'deal parties', 'أطراف الصفقة'],
  description: 'Who takes part in a deal, and which facts that a contract needs of them are on file.',
  role: 'staff',
  source: `(SELECT p.org_id, p.deal_id, p.role, p.contact_id, trim(c.first_name || ' ' || c.last_name) AS name, c.identity_number,
                  c.address, c.email, c.phone, c.sample
             FROM estio_deal_parties p JOIN estio_contacts c ON c.org_id = p.org_id AND c.id = p.contact_id
            WHERE p.org_id = $1)`,
  sample: 'sample',
  fields: {
    dealId: { type: 'text', synonyms: ['deal', 'صفقة'] },
    role: {
      type: 'text',
      values: plain(['buyer', 'seller', 'tenant', 'landlord']),
      synonyms: ['role', 'دور'],
    },
    contactId: { type: 'text', synonyms: ['contact', 'عميل'] },
    name: { type: 'text' },
    hasName: has('name'),
    hasIdentityNumber: has('identity_number'),
    hasAddress: has('address'),
    hasEmail: has('email'),
    hasPhone: has('phone'),
  },
  defaults: {
    fields: ['dealId', 'role', 'name', 'hasIdentityNumber', 'hasAddress', 'hasEmail', 'hasPhone'],
    orderBy: { field: 'dealId', direction: 'asc' },
  },
});

export const offers = defineDataset({
  name: 'offers',
  synonyms: ['our offers', 'offer records', 'offers so far', 'سجل العروض'],
  description: 'Offers of deals; amounts in whole euro.',
  role: 'staff',
  source: 'estio_offers',
  sample: 'sample',
  fields: {
    id: { type: 'text' },
    dealId: { type: 'text', synonyms: ['deal'] },
    direction: { type: 'text', values: plain(['buyer_to_seller', 'seller_to_buyer']) },
    amount: { type: 'number', money: true, synonyms: ['amount', 'مبلغ'] },
    status: {
      type: 'text',
      values: {
        sent: [],
        in_outbox: ['in the outbox'],
        accepted: ['مقبولة'],
        rejected: ['مرفوضة'],
        superseded: [],
        expired: [],
      },
      synonyms: ['status', 'حالة'],
    },
    validUntil: { type: 'datetime', ahead: true, synonyms: ['expire', 'expiring', 'valid until', 'run out'] },
    createdAt: { type: 'datetime', synonyms: ['date'] },
  },
  time: 'createdAt',
  defaults: { fields: ['id', 'dealId', 'direction', 'amount', 'status', 'createdAt'] },
});

export const contracts = defineDataset({
  name: 'contracts',
  synonyms: ['our contracts', 'contract records', 'سجل العقود'],
  description: 'Contracts of deals with their versions; amounts in whole euro, a month for a rent.',
  role: 'staff',
  source: 'estio_contracts',
  sample: 'sample',
  fields: {
    id: { type: 'text' },
    dealId: { type: 'text', synonyms: ['deal'] },
    contractType: {
      type: 'text',
      values: plain(['reservation_agreement', 'sale_agreement', 'rental_agreement']),
      synonyms: ['type', 'نوع'],
    },
    version: { type: 'number', synonyms: ['version'] },
    status: {
      type: 'text',
      values: { draft: ['drafts', 'مسودة'], sent: ['out for signature'], signed: ['موقعة'], superseded: [] },
      synonyms: ['status', 'حالة'],
    },
    price: { type: 'number', money: true, synonyms: ['price', 'سعر'] },
    completionDate: { type: 'date', ahead: true, synonyms: ['completion', 'completing'] },
    createdAt: { type: 'datetime', synonyms: ['date'] },
  },
  time: 'createdAt',
  defaults: { fields: ['id', 'dealId', 'contractType', 'version', 'status', 'price'] },
});

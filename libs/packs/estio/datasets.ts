import { defineDataset, type Dataset } from '#tools';
import { activityTypes } from './entities/activity.entity.ts';
import { leadStatuses } from './entities/contact.entity.ts';
import { DEAL_TYPES, DISTRICTS, PROPERTY_STATES, PROPERTY_TYPES, STAGES } from './dataset-words.ts';

const plain = (values: readonly string[]) => Object.fromEntries(values.map((value) => [value, []]));
const DISTRICT = {
  type: 'text',
  column: 'district',
  values: DISTRICTS,
  synonyms: ['district', 'منطقة'],
} as const;

/** What anybody may know of listings. Named by words of an office: a search for homes is the search tool's. */
const properties = defineDataset({
  name: 'properties',
  synonyms: ['our listings', 'our properties', 'portfolio', 'property records', 'عقاراتنا', 'محفظة العقارات'],
  countedAs: ['property', 'listing', 'عقار', 'عقارات'],
  description: 'Listed properties; prices in whole euro, a month for a rent, areas in m².',
  role: 'any',
  source: 'estio_properties',
  sample: 'sample',
  fields: {
    id: { type: 'text', column: 'id', idPrefix: 'prop' },
    reference: { type: 'text', column: 'reference' },
    title: { type: 'text', column: 'title' },
    description: { type: 'text', column: 'description' },
    district: DISTRICT,
    area: { type: 'text', column: 'area', synonyms: ['area', 'neighbourhood', 'حي'] },
    propertyType: {
      type: 'text',
      column: 'property_type',
      values: PROPERTY_TYPES,
      synonyms: ['type', 'نوع'],
    },
    dealType: { type: 'text', column: 'deal_type', values: DEAL_TYPES, synonyms: ['sale or rent'] },
    price: { type: 'number', column: 'price', money: true, synonyms: ['price', 'سعر', 'أسعار'] },
    bedrooms: { type: 'number', column: 'bedrooms', synonyms: ['bedroom', 'غرف نوم'] },
    bathrooms: { type: 'number', column: 'bathrooms', synonyms: ['bathroom', 'حمامات'] },
    coveredAreaSqm: {
      type: 'number',
      column: 'covered_area_sqm',
      synonyms: ['covered area', 'size', 'مساحة'],
    },
    distanceToSea: { type: 'number', column: 'distance_to_sea', synonyms: ['distance to the sea'] },
    seaView: { type: 'boolean', column: 'sea_view', synonyms: ['sea view'] },
    pool: { type: 'boolean', column: 'pool', synonyms: ['pool', 'مسبح'] },
    yearBuilt: { type: 'number', column: 'year_built', synonyms: ['year built'] },
    titleDeed: { type: 'text', column: 'title_deed', values: plain(['yes', 'no', 'pending']) },
    energyClass: { type: 'text', column: 'energy_class', synonyms: ['energy class'] },
    status: { type: 'text', column: 'status', values: PROPERTY_STATES, synonyms: ['status', 'حالة'] },
    listedAt: { type: 'datetime', column: 'listed_at', synonyms: ['listed'] },
    closedAt: { type: 'datetime', column: 'closed_at', synonyms: ['closed'] },
    closedPrice: { type: 'number', column: 'closed_price', synonyms: ['closed price', 'closing price'] },
  },
  time: 'listedAt',
  defaults: {
    fields: ['title', 'reference', 'district', 'propertyType', 'dealType', 'price', 'status'],
    orderBy: { field: 'listedAt', direction: 'desc' },
  },
});

const contacts = defineDataset({
  name: 'contacts',
  synonyms: ['contact', 'lead', 'buyer', 'client', 'customer', 'عميل', 'عملاء', 'زبائن'],
  description: 'Leads and owners with what they are looking for; prices in whole euro.',
  role: 'staff',
  source: 'estio_contacts',
  sample: 'sample',
  fields: {
    id: { type: 'text', column: 'id', idPrefix: 'contact' },
    name: { type: 'text', column: `first_name || ' ' || last_name` },
    type: {
      type: 'text',
      column: 'type',
      values: { lead: ['leads'], owner: ['owners'], both: [] },
      synonyms: ['kind of contact'],
    },
    email: { type: 'text', column: 'email', personal: true },
    phone: { type: 'text', column: 'phone', personal: true },
    language: { type: 'text', column: 'language', synonyms: ['language', 'لغة'] },
    status: { type: 'text', column: 'status', values: plain(leadStatuses), synonyms: ['status', 'حالة'] },
    leadScore: {
      type: 'number',
      column: 'lead_score',
      synonyms: ['lead score', 'score'],
      ranking: ['hottest', 'hot', 'warmest', 'best', 'strongest', 'most promising', 'أفضل', 'أقوى', 'أسخن'],
    },
    agent: { type: 'text', column: 'agent_user_id', synonyms: ['agent', 'وكيل'] },
    marketingConsent: { type: 'boolean', column: 'marketing_consent', synonyms: ['consent'] },
    maxPrice: { type: 'number', column: 'req_max_price', money: true, synonyms: ['budget', 'ميزانية'] },
    districts: {
      type: 'text',
      column: `array_to_string(req_districts, ', ')`,
      values: DISTRICTS,
      several: true,
      synonyms: ['wanted district', 'asked for', 'looking for', 'searching in', 'يبحث', 'يبحثون'],
    },
    bedrooms: {
      type: 'number',
      column: 'coalesce(req_bedrooms, req_bedrooms_min)',
      synonyms: ['bedroom', 'bedrooms', 'bed', 'غرف نوم', 'غرف'],
    },
    lastActivityAt: { type: 'datetime', column: 'last_activity_at', synonyms: ['last activity'] },
    createdAt: { type: 'datetime', column: 'created_at', synonyms: ['date'] },
  },
  time: 'createdAt',
  defaults: {
    fields: ['name', 'id', 'type', 'status', 'leadScore', 'agent', 'createdAt'],
    orderBy: { field: 'createdAt', direction: 'desc' },
  },
});

/** Comma-separated: what a contract needs of the listing and is not on file, as `generate_contract` names it. */
const PROPERTY_LACKS = `(SELECT concat_ws(', ',
    CASE WHEN trim(p.reference) = '' THEN 'reference' END, CASE WHEN trim(p.property_type) = '' THEN 'propertyType' END,
    CASE WHEN trim(p.address_line) = '' THEN 'addressLine' END, CASE WHEN trim(p.district) = '' THEN 'district' END,
    CASE WHEN trim(p.area) = '' THEN 'area' END,
    CASE WHEN p.title_deed = 'yes' AND trim(p.title_deed_number) = '' THEN 'titleDeedNumber' END)
    FROM estio_properties p WHERE p.org_id = $1 AND p.id = property_id)`;

const deals = defineDataset({
  name: 'deals',
  synonyms: ['deal', 'pipeline', 'صفقة', 'صفقات'],
  description: 'Deals between contacts and properties; amounts in whole euro.',
  role: 'staff',
  source: 'estio_deals',
  sample: 'sample',
  fields: {
    id: { type: 'text', column: 'id', idPrefix: 'deal' },
    title: { type: 'text', column: 'title' },
    contactId: { type: 'text', column: 'contact_id', idPrefix: 'contact', synonyms: ['contact', 'عميل'] },
    propertyId: { type: 'text', column: 'property_id', idPrefix: 'prop', synonyms: ['property'] },
    dealType: { type: 'text', column: 'deal_type', values: DEAL_TYPES, synonyms: ['sale or rent'] },
    stage: { type: 'text', column: 'stage', values: STAGES, synonyms: ['stage', 'مرحلة'] },
    value: { type: 'number', column: 'value', money: true, synonyms: ['value', 'worth', 'قيمة'] },
    agreedPrice: { type: 'number', column: 'agreed_price', synonyms: ['agreed price'] },
    expectedCloseDate: {
      type: 'date',
      column: 'expected_close_date',
      ahead: true,
      synonyms: [
        'expected close',
        'expected to close',
        'due to close',
        'closing',
        'will close',
        'completing',
        'completion',
        'ستغلق',
        'الإغلاق',
      ],
    },
    propertyLacks: { type: 'text', column: PROPERTY_LACKS },
    createdAt: { type: 'datetime', column: 'created_at', synonyms: ['date'] },
    updatedAt: { type: 'datetime', column: 'updated_at', synonyms: ['last change'] },
    isSample: { type: 'boolean', column: 'sample' },
  },
  time: 'createdAt',
  defaults: {
    fields: ['title', 'id', 'stage', 'value', 'agreedPrice', 'expectedCloseDate'],
    orderBy: { field: 'updatedAt', direction: 'desc' },
  },
});

const has = (column: string) => ({ type: 'boolean', column: `coalesce(${column}, '') <> ''` }) as const;

/** Which facts of a party are on file, not the facts themselves. */
const dealParties = defineDataset({
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
    dealId: { type: 'text', column: 'deal_id', idPrefix: 'deal', synonyms: ['deal', 'صفقة'] },
    role: {
      type: 'text',
      column: 'role',
      values: plain(['buyer', 'seller', 'tenant', 'landlord']),
      synonyms: ['role', 'دور'],
    },
    contactId: { type: 'text', column: 'contact_id', idPrefix: 'contact', synonyms: ['contact', 'عميل'] },
    name: { type: 'text', column: 'name' },
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

const activities = defineDataset({
  name: 'activities',
  synonyms: ['activity', 'activities', 'نشاط', 'أنشطة'],
  countedAs: [
    'reminder',
    'reminders',
    'tasks',
    'call',
    'calls',
    'meeting',
    'meetings',
    'تذكير',
    'مكالمات',
    'مهام',
    'اجتماعات',
  ],
  description: 'What happened with contacts: calls, meetings, messages and the like.',
  role: 'staff',
  source: 'estio_activities',
  sample: 'sample',
  fields: {
    id: { type: 'text', column: 'id' },
    contactId: { type: 'text', column: 'contact_id', idPrefix: 'contact', synonyms: ['contact', 'عميل'] },
    dealId: { type: 'text', column: 'deal_id', idPrefix: 'deal', synonyms: ['deal'] },
    propertyId: { type: 'text', column: 'property_id', idPrefix: 'prop', synonyms: ['property'] },
    type: {
      type: 'text',
      column: 'type',
      values: {
        ...plain(activityTypes),
        call: ['calls', 'مكالمات'],
        task: ['tasks', 'reminder', 'reminders', 'تذكير', 'مهام'],
        meeting: ['meetings', 'اجتماعات'],
      },
      synonyms: ['type', 'kind', 'نوع'],
    },
    summary: { type: 'text', column: 'summary' },
    outcome: { type: 'text', column: 'outcome', synonyms: ['outcome', 'نتيجة'] },
    occurredAt: { type: 'datetime', column: 'occurred_at', synonyms: ['date'] },
    dueAt: { type: 'datetime', column: 'due_at', ahead: true, synonyms: ['due', 'to do'] },
    createdBy: { type: 'text', column: 'created_by', synonyms: ['agent', 'وكيل'] },
  },
  time: 'occurredAt',
  defaults: {
    fields: ['type', 'contactId', 'summary', 'outcome', 'occurredAt'],
    orderBy: { field: 'occurredAt', direction: 'desc' },
  },
});

const viewings = defineDataset({
  name: 'viewings',
  synonyms: [
    'our viewings',
    'viewing records',
    'booked viewings',
    'has a viewing',
    'have a viewing',
    'have viewings',
    'سجل المعاينات',
  ],
  countedAs: ['viewing', 'viewings', 'معاينة', 'معاينات'],
  description: 'Viewings of properties with the agent who shows them.',
  role: 'staff',
  source: 'estio_viewings',
  sample: 'sample',
  fields: {
    id: { type: 'text', column: 'id' },
    propertyId: { type: 'text', column: 'property_id', idPrefix: 'prop', synonyms: ['property'] },
    contactId: { type: 'text', column: 'contact_id', idPrefix: 'contact', synonyms: ['contact', 'عميل'] },
    agent: { type: 'text', column: 'agent_user_id', synonyms: ['agent', 'وكيل'] },
    startsAt: { type: 'datetime', column: 'starts_at', ahead: true, synonyms: ['date'] },
    endsAt: { type: 'datetime', column: 'ends_at' },
    status: {
      type: 'text',
      column: 'status',
      values: plain(['scheduled', 'confirmed', 'done', 'cancelled', 'no_show']),
      synonyms: ['status', 'حالة'],
    },
    feedback: { type: 'text', column: 'feedback' },
  },
  time: 'startsAt',
  defaults: {
    fields: ['propertyId', 'contactId', 'agent', 'startsAt', 'status'],
    orderBy: { field: 'startsAt', direction: 'desc' },
  },
});

const offers = defineDataset({
  name: 'offers',
  synonyms: ['our offers', 'offer records', 'offers so far', 'سجل العروض'],
  countedAs: ['offer', 'offers', 'عروض'],
  description: 'Offers of deals; amounts in whole euro.',
  role: 'staff',
  source: 'estio_offers',
  sample: 'sample',
  fields: {
    id: { type: 'text', column: 'id' },
    dealId: { type: 'text', column: 'deal_id', idPrefix: 'deal', synonyms: ['deal'] },
    direction: { type: 'text', column: 'direction', values: plain(['buyer_to_seller', 'seller_to_buyer']) },
    amount: { type: 'number', column: 'amount', money: true, synonyms: ['amount', 'مبلغ'] },
    status: {
      type: 'text',
      column: 'status',
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
    validUntil: {
      type: 'datetime',
      column: 'valid_until',
      ahead: true,
      synonyms: ['expire', 'expiring', 'valid until', 'run out'],
    },
    createdAt: { type: 'datetime', column: 'created_at', synonyms: ['date'] },
  },
  time: 'createdAt',
  defaults: {
    fields: ['id', 'dealId', 'direction', 'amount', 'status', 'createdAt'],
    orderBy: { field: 'createdAt', direction: 'desc' },
  },
});

const contracts = defineDataset({
  name: 'contracts',
  synonyms: ['our contracts', 'contract records', 'سجل العقود'],
  countedAs: ['contract', 'contracts', 'عقود'],
  description: 'Contracts of deals with their versions; amounts in whole euro, a month for a rent.',
  role: 'staff',
  source: 'estio_contracts',
  sample: 'sample',
  fields: {
    id: { type: 'text', column: 'id' },
    dealId: { type: 'text', column: 'deal_id', idPrefix: 'deal', synonyms: ['deal'] },
    contractType: {
      type: 'text',
      column: 'contract_type',
      values: plain(['reservation_agreement', 'sale_agreement', 'rental_agreement']),
      synonyms: ['type', 'نوع'],
    },
    version: { type: 'number', column: 'version', synonyms: ['version'] },
    status: {
      type: 'text',
      column: 'status',
      values: { draft: ['drafts', 'مسودة'], sent: ['out for signature'], signed: ['موقعة'], superseded: [] },
      synonyms: ['status', 'حالة'],
    },
    price: { type: 'number', column: 'price', money: true, synonyms: ['price', 'سعر'] },
    completionDate: {
      type: 'date',
      column: 'completion_date',
      ahead: true,
      synonyms: ['completion', 'completing'],
    },
    createdAt: { type: 'datetime', column: 'created_at', synonyms: ['date'] },
  },
  time: 'createdAt',
  defaults: {
    fields: ['id', 'dealId', 'contractType', 'version', 'status', 'price'],
    orderBy: { field: 'createdAt', direction: 'desc' },
  },
});

/** What `query_org_data` can be asked about in this pack. */
export const datasets: readonly Dataset[] = [
  properties,
  contacts,
  deals,
  dealParties,
  viewings,
  offers,
  contracts,
  activities,
];

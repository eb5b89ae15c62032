import { phraseList } from '#text';
import { defineDataset, type Dataset } from '#pack-kit';
import { activityTypes } from './entities/activity.entity.ts';
import { leadStatuses } from './entities/contact.entity.ts';
import {
  DEAL_TYPE_WORDS,
  DISTRICT_WORDS,
  plain,
  PROPERTY_STATES,
  PROPERTY_TYPE_WORDS,
} from './value-words.ts';
import { contracts, dealParties, deals, offers } from './deal-datasets.ts';

const DISTRICT = {
  type: 'text',
  column: 'district',
  values: DISTRICT_WORDS,
  synonyms: ['district', 'منطقة'],
} as const;

/** The public facts of listings. Its names are words of an office, since search_properties answers a search for homes. */
const properties = defineDataset({
  name: 'properties',
  synonyms: ['our listings', 'our properties', 'portfolio', 'property records', 'عقاراتنا', 'محفظة العقارات'],
  description: 'Listed properties; prices in whole euro, a month for a rent, areas in m².',
  role: 'any',
  source: 'estio_properties',
  sample: 'sample',
  fields: {
    id: { type: 'text' },
    reference: { type: 'text' },
    title: { type: 'text' },
    description: { type: 'text' },
    district: DISTRICT,
    area: { type: 'text', synonyms: ['area', 'neighbourhood', 'حي'] },
    propertyType: { type: 'text', values: PROPERTY_TYPE_WORDS, synonyms: ['type', 'نوع'] },
    dealType: { type: 'text', values: DEAL_TYPE_WORDS, synonyms: ['sale or rent'] },
    price: { type: 'number', money: true, synonyms: ['price', 'سعر', 'أسعار'] },
    bedrooms: { type: 'number', synonyms: ['bedroom', 'غرف نوم'] },
    bathrooms: { type: 'number', synonyms: ['bathroom', 'حمامات'] },
    coveredAreaSqm: { type: 'number', synonyms: ['covered area', 'size', 'مساحة'] },
    distanceToSea: { type: 'number', synonyms: ['distance to the sea'] },
    seaView: { type: 'boolean', synonyms: ['sea view'] },
    pool: { type: 'boolean', synonyms: ['pool', 'مسبح'] },
    yearBuilt: { type: 'number', synonyms: ['year built'] },
    titleDeed: { type: 'text', values: plain(['yes', 'no', 'pending']) },
    energyClass: { type: 'text', synonyms: ['energy class'] },
    status: { type: 'text', values: PROPERTY_STATES, synonyms: ['status', 'حالة'] },
    listedAt: { type: 'datetime', synonyms: ['listed'] },
    closedAt: { type: 'datetime', synonyms: ['closed'] },
    closedPrice: { type: 'number', synonyms: ['closed price', 'closing price'] },
  },
  time: 'listedAt',
  defaults: { fields: ['title', 'reference', 'district', 'propertyType', 'dealType', 'price', 'status'] },
});

const contacts = defineDataset({
  name: 'contacts',
  synonyms: ['contact', 'lead', 'buyer', 'client', 'customer', 'عميل', 'عملاء', 'زبائن'],
  description: 'Leads and owners with what they are looking for; prices in whole euro.',
  role: 'staff',
  source: 'estio_contacts',
  sample: 'sample',
  fields: {
    id: { type: 'text' },
    name: { type: 'text', column: `nullif(trim(first_name || ' ' || last_name), '')` },
    type: {
      type: 'text',
      values: { lead: ['leads'], owner: ['owners'], both: [] },
      synonyms: ['kind of contact'],
    },
    email: { type: 'text', personal: true },
    phone: { type: 'text', personal: true },
    language: { type: 'text', synonyms: ['language', 'لغة'] },
    status: { type: 'text', values: plain(leadStatuses), synonyms: ['status', 'حالة'] },
    leadScore: { type: 'number', synonyms: ['lead score', 'score'] },
    agent: { type: 'text', column: 'agent_user_id', user: true, synonyms: ['agent', 'وكيل'] },
    marketingConsent: { type: 'boolean', synonyms: ['consent'] },
    maxPrice: { type: 'number', column: 'req_max_price', money: true, synonyms: ['budget', 'ميزانية'] },
    districts: {
      type: 'text',
      column: `array_to_string(req_districts, ', ')`,
      values: DISTRICT_WORDS,
      several: true,
      synonyms: ['wanted district', 'asked for', 'looking for', 'searching in', 'يبحث', 'يبحثون'],
    },
    bedrooms: {
      type: 'number',
      column: 'coalesce(req_bedrooms, req_bedrooms_min)',
      synonyms: ['bedroom', 'bedrooms', 'bed', 'غرف نوم', 'غرف'],
    },
    lastActivityAt: { type: 'datetime', synonyms: ['last activity'] },
    createdAt: { type: 'datetime', synonyms: ['date'] },
  },
  time: 'createdAt',
  defaults: { fields: ['name', 'id', 'type', 'status', 'leadScore', 'agent', 'createdAt'] },
});

const activities = defineDataset({
  name: 'activities',
  synonyms: ['activity', 'activities', 'نشاط', 'أنشطة'],
  description: 'What happened with contacts: calls, meetings, messages and the like.',
  role: 'staff',
  source: 'estio_activities',
  sample: 'sample',
  fields: {
    id: { type: 'text' },
    contactId: { type: 'text', synonyms: ['contact', 'عميل'] },
    dealId: { type: 'text', synonyms: ['deal'] },
    propertyId: { type: 'text', synonyms: ['property'] },
    type: {
      type: 'text',
      values: {
        ...plain(activityTypes),
        call: ['calls', 'مكالمات'],
        task: ['tasks', 'reminder', 'reminders', 'تذكير', 'مهام'],
        meeting: ['meetings', 'اجتماعات'],
      },
      synonyms: ['type', 'kind', 'نوع'],
    },
    summary: { type: 'text' },
    outcome: { type: 'text', synonyms: ['outcome', 'نتيجة'] },
    occurredAt: { type: 'datetime', synonyms: ['date'] },
    dueAt: { type: 'datetime', ahead: true, synonyms: ['due', 'to do'] },
    createdBy: { type: 'text', user: true, synonyms: ['agent', 'وكيل'] },
  },
  time: 'occurredAt',
  defaults: { fields: ['type', 'contactId', 'summary', 'outcome', 'occurredAt'] },
});

const viewings = defineDataset({
  name: 'viewings',
  synonyms: phraseList(
    'our viewings, viewing records, booked viewings, has a viewing, have a viewing, have viewings, سجل المعاينات',
  ),
  description: 'Viewings of properties with the agent who shows them.',
  role: 'staff',
  source: 'estio_viewings',
  sample: 'sample',
  fields: {
    id: { type: 'text' },
    propertyId: { type: 'text', synonyms: ['property'] },
    contactId: { type: 'text', synonyms: ['contact', 'عميل'] },
    agent: { type: 'text', column: 'agent_user_id', user: true, synonyms: ['agent', 'وكيل'] },
    startsAt: { type: 'datetime', ahead: true, synonyms: ['date'] },
    endsAt: { type: 'datetime' },
    status: {
      type: 'text',
      values: plain(['scheduled', 'confirmed', 'done', 'cancelled', 'no_show']),
      synonyms: ['status', 'حالة'],
    },
    feedback: { type: 'text' },
  },
  time: 'startsAt',
  defaults: { fields: ['propertyId', 'contactId', 'agent', 'startsAt', 'status'] },
});

/** The records of the pack that `query_org_data` reads. */
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

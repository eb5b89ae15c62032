import { defineDataset, type Dataset } from '#pack-kit';
import { INDUSTRIES } from './industries.ts';

const leads = defineDataset({
  name: 'leads',
  synonyms: ['lead', 'leads', 'visitor', 'prospect', 'عميل محتمل', 'العملاء المحتملين', 'عملاء محتملين'],
  description: 'Visitors with what is known of them; scores from 0 to 100, values in US dollar a month.',
  role: 'admin',
  source: 'consult_leads',
  sample: 'sample',
  fields: {
    id: { type: 'text' },
    name: { type: 'text' },
    email: { type: 'text', personal: true },
    company: { type: 'text', synonyms: ['company', 'شركة'] },
    role: { type: 'text', synonyms: ['role', 'منصب'] },
    industry: { type: 'text', values: INDUSTRIES, synonyms: ['industry', 'قطاع'] },
    score: { type: 'number', synonyms: ['score', 'lead score', 'نقاط'] },
    monthlyValue: { type: 'number', money: true, synonyms: ['monthly value', 'قيمة'] },
    booked: {
      type: 'boolean',
      column: 'booked_at IS NOT NULL',
      values: { true: ['booked', 'محجوز', 'حجزوا'], false: ['not booked'] },
      synonyms: ['booked'],
    },
    bookedAt: { type: 'datetime', synonyms: ['booked at'] },
    createdAt: { type: 'datetime', synonyms: ['date'] },
  },
  time: 'createdAt',
  defaults: { fields: ['name', 'company', 'industry', 'score', 'booked', 'createdAt'] },
});

const caseStudies = defineDataset({
  name: 'case_studies',
  synonyms: ['case study record', 'case study records', 'سجلات دراسات الحالة'],
  description: 'Past projects of the consultant.',
  role: 'any',
  source: 'consult_case_studies',
  sample: 'is_sample',
  fields: {
    id: { type: 'text' },
    title: { type: 'text' },
    industry: { type: 'text', values: INDUSTRIES, synonyms: ['industry', 'قطاع'] },
    useCase: { type: 'text', synonyms: ['use case'] },
    result: { type: 'text' },
    metricValue: { type: 'number', synonyms: ['metric'] },
    metricUnit: { type: 'text' },
    year: { type: 'number', synonyms: ['year', 'سنة'] },
  },
  defaults: {
    fields: ['title', 'industry', 'result', 'year'],
    orderBy: { field: 'year', direction: 'desc' },
  },
});

const documents = defineDataset({
  name: 'consult_documents',
  synonyms: ['document', 'documents', 'written document', 'مستند', 'مستندات'],
  description: 'Syllabi, memos and proposals that were written for visitors.',
  role: 'staff',
  source: 'consult_documents',
  fields: {
    id: { type: 'text' },
    kind: {
      type: 'text',
      values: { syllabus: ['syllabi', 'منهج'], memo: ['memos', 'مذكرة'], proposal: ['proposals', 'عرض'] },
      synonyms: ['kind', 'نوع'],
    },
    version: { type: 'number', synonyms: ['version'] },
    conversationId: { type: 'text', column: 'conversation_id::text' },
    contactId: { type: 'text', synonyms: ['contact', 'عميل'] },
    createdAt: { type: 'datetime', synonyms: ['date'] },
  },
  time: 'createdAt',
  defaults: { fields: ['kind', 'version', 'contactId', 'createdAt'] },
});

/** The records of this pack that `query_org_data` reads. */
export const datasets: readonly Dataset[] = [leads, caseStudies, documents];

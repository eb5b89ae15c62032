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
    id: { type: 'text', column: 'id' },
    name: { type: 'text', column: 'name' },
    email: { type: 'text', column: 'email', personal: true },
    company: { type: 'text', column: 'company', synonyms: ['company', 'شركة'] },
    role: { type: 'text', column: 'role', synonyms: ['role', 'منصب'] },
    industry: { type: 'text', column: 'industry', values: INDUSTRIES, synonyms: ['industry', 'قطاع'] },
    score: { type: 'number', column: 'score', synonyms: ['score', 'lead score', 'نقاط'] },
    monthlyValue: {
      type: 'number',
      column: 'monthly_value',
      money: true,
      synonyms: ['monthly value', 'قيمة'],
    },
    booked: {
      type: 'boolean',
      column: 'booked_at IS NOT NULL',
      values: { true: ['booked', 'محجوز', 'حجزوا'], false: ['not booked'] },
      synonyms: ['booked'],
    },
    bookedAt: { type: 'datetime', column: 'booked_at', synonyms: ['booked at'] },
    createdAt: { type: 'datetime', column: 'created_at', synonyms: ['date'] },
  },
  time: 'createdAt',
  defaults: {
    fields: ['name', 'company', 'industry', 'score', 'booked', 'createdAt'],
    orderBy: { field: 'createdAt', direction: 'desc' },
  },
});

const caseStudies = defineDataset({
  name: 'case_studies',
  synonyms: ['case study record', 'case study records', 'سجلات دراسات الحالة'],
  description: 'Past projects of the consultant.',
  role: 'any',
  source: 'consult_case_studies',
  sample: 'is_sample',
  fields: {
    id: { type: 'text', column: 'id' },
    title: { type: 'text', column: 'title' },
    industry: { type: 'text', column: 'industry', values: INDUSTRIES, synonyms: ['industry', 'قطاع'] },
    useCase: { type: 'text', column: 'use_case', synonyms: ['use case'] },
    result: { type: 'text', column: 'result' },
    metricValue: { type: 'number', column: 'metric_value', synonyms: ['metric'] },
    metricUnit: { type: 'text', column: 'metric_unit' },
    year: { type: 'number', column: 'year', synonyms: ['year', 'سنة'] },
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
    id: { type: 'text', column: 'id' },
    kind: {
      type: 'text',
      column: 'kind',
      values: { syllabus: ['syllabi', 'منهج'], memo: ['memos', 'مذكرة'], proposal: ['proposals', 'عرض'] },
      synonyms: ['kind', 'نوع'],
    },
    version: { type: 'number', column: 'version', synonyms: ['version'] },
    conversationId: { type: 'text', column: 'conversation_id::text' },
    contactId: { type: 'text', column: 'contact_id', synonyms: ['contact', 'عميل'] },
    createdAt: { type: 'datetime', column: 'created_at', synonyms: ['date'] },
  },
  time: 'createdAt',
  defaults: {
    fields: ['kind', 'version', 'contactId', 'createdAt'],
    orderBy: { field: 'createdAt', direction: 'desc' },
  },
});

/** The records of this pack that `query_org_data` reads. */
export const datasets: readonly Dataset[] = [leads, caseStudies, documents];

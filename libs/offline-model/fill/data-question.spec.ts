import { readMessage } from '../message.ts';
import { datasets } from '../testing/estio-tools.ts';
import { readDataQuestion } from './data-question.ts';

/** A Friday, 01:30 on Saturday the 21st in Nicosia. */
const sources = { datasets, now: new Date('2026-11-20T23:30:00Z'), timezone: 'Asia/Nicosia' };
const read = (text: string) => readDataQuestion(readMessage(text), sources);
const since = (value: string, field = 'createdAt') => ({ field, op: 'gte', value });
const eq = (field: string, value: unknown) => ({ field, op: 'eq', value });
const ne = (field: string, value: unknown) => ({ field, op: 'ne', value });
const CLOSED = { field: 'stage', op: 'in', value: ['closed_won', 'closed_lost'] };
const within = (from: string, to: string) => ({ field: 'createdAt', op: 'between', value: [from, to] });

it.each([
  [
    'How many conversations did we have this month?',
    { dataset: 'conversations', operation: 'count', filters: [since('2026-11-01')] },
  ],
  [
    'How many conversations did we close last month?',
    {
      dataset: 'conversations',
      operation: 'count',
      filters: [within('2026-10-01', '2026-10-31')],
      unanswered: ['close'],
    },
  ],
  [
    'How many conversations were there yesterday?',
    { dataset: 'conversations', operation: 'count', filters: [within('2026-11-20', '2026-11-20')] },
  ],
  [
    'Number of turns last week',
    { dataset: 'turns', operation: 'count', filters: [within('2026-11-09', '2026-11-15')] },
  ],
  [
    'How many turns in the last 30 days?',
    { dataset: 'turns', operation: 'count', filters: [since('2026-10-22')] },
  ],
  [
    'كم عدد المحادثات هذا الشهر؟',
    { dataset: 'conversations', operation: 'count', filters: [since('2026-11-01')] },
  ],
  ['كم صفقة لدينا؟', { dataset: 'deals', operation: 'count' }],
  [
    'How many deals did we win?',
    { dataset: 'deals', operation: 'count', filters: [eq('stage', 'closed_won')] },
  ],
  [
    'How many deals are in negotiation?',
    { dataset: 'deals', operation: 'count', filters: [{ field: 'stage', op: 'eq', value: 'negotiation' }] },
  ],
  [
    'How many deals above 200k?',
    { dataset: 'deals', operation: 'count', filters: [{ field: 'value', op: 'gte', value: 200_000 }] },
  ],
  [
    'List our newest leads',
    {
      dataset: 'contacts',
      operation: 'list',
      filters: [{ field: 'type', op: 'eq', value: 'lead' }],
      orderBy: { field: 'createdAt', direction: 'desc' },
    },
  ],
  ['Show me the last 5 deals', { dataset: 'deals', operation: 'list', limit: 5 }],
  [
    'Show me the tool failure list',
    { dataset: 'tool_calls', operation: 'list', filters: [{ field: 'success', op: 'eq', value: false }] },
  ],
  [
    'Average time per turn by agent this week',
    {
      dataset: 'turns',
      operation: 'aggregate',
      filters: [since('2026-11-16')],
      metrics: [{ fn: 'avg', field: 'latencyMs' }],
      groupBy: ['agent'],
    },
  ],
  [
    'Which tools fail most often?',
    {
      dataset: 'tool_calls',
      operation: 'aggregate',
      filters: [{ field: 'success', op: 'eq', value: false }],
      groupBy: ['tool'],
      orderBy: { field: 'count', direction: 'desc' },
    },
  ],
  [
    'How many conversations per day this week?',
    {
      dataset: 'conversations',
      operation: 'aggregate',
      filters: [since('2026-11-16')],
      groupBy: ['createdAt:day'],
    },
  ],
  ['كم محادثة لكل شهر؟', { dataset: 'conversations', operation: 'aggregate', groupBy: ['createdAt:month'] }],
  [
    'ما متوسط الوقت لكل أداة في استدعاء الأدوات؟',
    {
      dataset: 'tool_calls',
      operation: 'aggregate',
      metrics: [{ fn: 'avg', field: 'durationMs' }],
      groupBy: ['tool'],
    },
  ],
  [
    'Total value of our deals by stage',
    {
      dataset: 'deals',
      operation: 'aggregate',
      metrics: [{ fn: 'sum', field: 'value' }],
      groupBy: ['stage'],
    },
  ],
  [
    'Average price of our listings per district',
    {
      dataset: 'properties',
      operation: 'aggregate',
      metrics: [{ fn: 'avg', field: 'price' }],
      groupBy: ['district'],
    },
  ],
  [
    'Top 5 feature requests',
    {
      dataset: 'feature_requests',
      operation: 'list',
      orderBy: { field: 'votes', direction: 'desc' },
      limit: 5,
    },
  ],
  [
    'top 3 feature requests by votes please',
    {
      dataset: 'feature_requests',
      operation: 'list',
      orderBy: { field: 'votes', direction: 'desc' },
      limit: 3,
    },
  ],
  ['First 3 deals', { dataset: 'deals', operation: 'list', limit: 3 }],
  [
    'newest 10 conversations',
    {
      dataset: 'conversations',
      operation: 'list',
      orderBy: { field: 'createdAt', direction: 'desc' },
      limit: 10,
    },
  ],
  [
    'أحدث 5 محادثات',
    {
      dataset: 'conversations',
      operation: 'list',
      orderBy: { field: 'createdAt', direction: 'desc' },
      limit: 5,
    },
  ],
  [
    'أعلى 5 عقارات سعرا',
    {
      dataset: 'properties',
      operation: 'list',
      orderBy: { field: 'price', direction: 'desc' },
      limit: 5,
    },
  ],
  [
    'أعلى 3 صفقات قيمة',
    { dataset: 'deals', operation: 'list', orderBy: { field: 'value', direction: 'desc' }, limit: 3 },
  ],
  [
    'ما هي أعلى 3 صفقات قيمة؟',
    { dataset: 'deals', operation: 'list', orderBy: { field: 'value', direction: 'desc' }, limit: 3 },
  ],
  [
    'ما أعلى قيمة في الصفقات؟',
    { dataset: 'deals', operation: 'aggregate', metrics: [{ fn: 'max', field: 'value' }] },
  ],
  [
    'How many conversations by channel per month?',
    { dataset: 'conversations', operation: 'aggregate', groupBy: ['channel', 'createdAt:month'] },
  ],
  [
    'How many conversations per month and channel?',
    { dataset: 'conversations', operation: 'aggregate', groupBy: ['createdAt:month', 'channel'] },
  ],
  [
    'Average price of our listings per district and type',
    {
      dataset: 'properties',
      operation: 'aggregate',
      metrics: [{ fn: 'avg', field: 'price' }],
      groupBy: ['district', 'propertyType'],
    },
  ],
  [
    'How many conversations by channel, agent and month?',
    {
      dataset: 'conversations',
      operation: 'aggregate',
      groupBy: ['channel', 'createdAt:month'],
      unanswered: ['agent'],
    },
  ],
  [
    'كم محادثة لكل شهر حسب القناة؟',
    { dataset: 'conversations', operation: 'aggregate', groupBy: ['createdAt:month', 'channel'] },
  ],
])('%s', (text, question) => expect(read(text)).toEqual(question));

describe('conditions that the message names', () => {
  it.each([
    [
      'How many turns failed today?',
      { dataset: 'turns', operation: 'count', filters: [since('2026-11-21'), eq('status', 'failed')] },
    ],
    [
      'How many cancelled turns did we have today?',
      { dataset: 'turns', operation: 'count', filters: [since('2026-11-21'), eq('status', 'cancelled')] },
    ],
    [
      'How many turns were completed or queued?',
      {
        dataset: 'turns',
        operation: 'count',
        filters: [{ field: 'status', op: 'in', value: ['queued', 'completed'] }],
      },
    ],
    [
      "How many turns didn't fail this week?",
      { dataset: 'turns', operation: 'count', filters: [since('2026-11-16'), ne('status', 'failed')] },
    ],
    [
      'How many turns are not completed?',
      { dataset: 'turns', operation: 'count', filters: [ne('status', 'completed')] },
    ],
    [
      'كم عدد أدوار المحادثة التي فشلت اليوم؟',
      { dataset: 'turns', operation: 'count', filters: [since('2026-11-21'), eq('status', 'failed')] },
    ],
    [
      'كم عدد أدوار المحادثة الملغاة؟',
      { dataset: 'turns', operation: 'count', filters: [eq('status', 'cancelled')] },
    ],
    [
      'كم عدد أدوار المحادثة المكتملة هذا الشهر؟',
      { dataset: 'turns', operation: 'count', filters: [since('2026-11-01'), eq('status', 'completed')] },
    ],
    [
      'كم عدد أدوار المحادثة التي لم تكتمل؟',
      { dataset: 'turns', operation: 'count', filters: [ne('status', 'completed')] },
    ],
    [
      'How many conversations did we have between 2026-11-19 and 2026-11-20?',
      { dataset: 'conversations', operation: 'count', filters: [within('2026-11-19', '2026-11-20')] },
    ],
    [
      'How many conversations from 2026-11-20 to 2026-11-19?',
      { dataset: 'conversations', operation: 'count', filters: [within('2026-11-19', '2026-11-20')] },
    ],
    [
      'How many conversations on 2026-11-19?',
      { dataset: 'conversations', operation: 'count', filters: [within('2026-11-19', '2026-11-19')] },
    ],
    [
      'How many conversations since 2026-11-19?',
      { dataset: 'conversations', operation: 'count', filters: [since('2026-11-19')] },
    ],
    [
      'How many conversations before 19/11/2026?',
      {
        dataset: 'conversations',
        operation: 'count',
        filters: [{ field: 'createdAt', op: 'lt', value: '2026-11-19' }],
      },
    ],
    [
      'How many conversations were there in October?',
      { dataset: 'conversations', operation: 'count', filters: [within('2026-10-01', '2026-10-31')] },
    ],
    [
      'How many conversations were there in 2025?',
      { dataset: 'conversations', operation: 'count', filters: [within('2025-01-01', '2025-12-31')] },
    ],
    [
      'How many conversations in December 2024?',
      { dataset: 'conversations', operation: 'count', filters: [within('2024-12-01', '2024-12-31')] },
    ],
    [
      'كم عدد المحادثات بين 2026-11-19 و 2026-11-20؟',
      { dataset: 'conversations', operation: 'count', filters: [within('2026-11-19', '2026-11-20')] },
    ],
    [
      'كم عدد المحادثات من 2026-11-19 إلى 2026-11-20؟',
      { dataset: 'conversations', operation: 'count', filters: [within('2026-11-19', '2026-11-20')] },
    ],
    [
      'How many deals did we close this year by stage?',
      {
        dataset: 'deals',
        operation: 'aggregate',
        filters: [since('2026-01-01'), CLOSED],
        groupBy: ['stage'],
      },
    ],
    [
      'How many conversations had more than 3 messages?',
      {
        dataset: 'conversations',
        operation: 'count',
        filters: [{ field: 'messageCount', op: 'gt', value: 3 }],
      },
    ],
    ['Show me deals', { dataset: 'deals', operation: 'list' }],
    [
      'Show me the latest 5 deals',
      { dataset: 'deals', operation: 'list', orderBy: { field: 'createdAt', direction: 'desc' }, limit: 5 },
    ],
    [
      'How many properties are available by district?',
      {
        dataset: 'properties',
        operation: 'aggregate',
        filters: [eq('status', 'available')],
        groupBy: ['district'],
      },
    ],
    [
      'Show our listings between 150k and 200k, please',
      {
        dataset: 'properties',
        operation: 'list',
        filters: [
          { field: 'price', op: 'gte', value: 150_000 },
          { field: 'price', op: 'lte', value: 200_000 },
        ],
      },
    ],
  ])('%s', (text, question) => expect(read(text)).toEqual(question));
});

describe('what no filter expresses is told, in the words of the message', () => {
  it.each([
    ['How many conversations about mortgages did we have this month?', ['mortgages']],
    ['How many conversations without a reply did we have?', ['without a reply']],
    ['How many turns failed because of a timeout today?', ['because of a timeout']],
    ['How many conversations did we have on 12 November?', ['12 November']],
    ['How many conversations were there on 2026-13-45?', ['2026-13-45']],
    ['How many open conversations are there?', ['open']],
    ['How many conversations by stage?', ['stage']],
    ['Show me the latest 5 deals of Maria', ['Maria']],
    ['كم عدد المحادثات بدون رد هذا الشهر؟', ['بدون رد']],
  ])('%s', (text, unanswered) => expect(read(text)?.unanswered).toEqual(unanswered));
});

it.each([
  'The client has three conversations a week with his bank',
  'Which views does the client enjoy?',
  'My budget is up to 250k, three bedrooms, Larnaca',
  "The client's maximum budget is 300k",
  'Mark this lead as qualified',
  'Has this buyer mentioned any deadline?',
  'ماذا يفضل هذا العميل؟',
  'سجل أن العميل يفضل الطابق الأرضي',
  'Find 2 bedroom apartments in Paphos under 200k near the sea',
  'How many bedrooms does the villa have?',
  'Show me what the customer likes',
  'I wish you could read PDFs',
  'First viewing went well',
  'My top 3 wishes are a pool, a garden and a garage',
  'Top floor, 3 bedrooms',
  'The first deal fell through',
  'Latest viewing was a disappointment',
])('is no question to the records: %s', (text) => expect(read(text)).toBeUndefined());

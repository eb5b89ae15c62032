import { fieldInWords, filterInWords, said } from './filter-words.ts';

const NICOSIA = 'Asia/Nicosia';

it.each([
  ['gte', '2026-10-31T22:00:00.000Z', 'created since 1 November 2026', 'تاريخ الإنشاء منذ 1 نوفمبر 2026'],
  ['lte', '2026-11-29T22:00:00.000Z', 'created until 30 November 2026', 'تاريخ الإنشاء حتى 30 نوفمبر 2026'],
  [
    'gt',
    '2026-11-01T11:30:00.000Z',
    'created after 1 November 2026, 13:30',
    'تاريخ الإنشاء بعد 1 نوفمبر 2026، 13:30',
  ],
  [
    'between',
    ['2026-11-18T22:00:00.000Z', '2026-11-19T22:00:00.000Z'],
    'created from 19 November 2026 to 20 November 2026',
    'تاريخ الإنشاء من 19 نوفمبر 2026 إلى 20 نوفمبر 2026',
  ],
  [
    'between',
    ['2026-11-18T22:00:00.000Z', '2026-11-18T22:00:00.000Z'],
    'created on 19 November 2026',
    'تاريخ الإنشاء في 19 نوفمبر 2026',
  ],
] as const)('a time with %s %j', (op, value, en, ar) => {
  const filter = { field: 'createdAt', op, value };
  expect(filterInWords(filter, NICOSIA, 'en')).toBe(en);
  expect(filterInWords(filter, NICOSIA, 'ar')).toBe(ar);
});

it.each([
  ['status', 'ne', 'failed', 'status is not failed', 'الحالة: ليس فاشلة'],
  [
    'stage',
    'in',
    ['closed_won', 'closed_lost'],
    'stage is closed won or closed lost',
    'المرحلة: مغلقة رابحة أو مغلقة خاسرة',
  ],
  ['price', 'gte', 150_000, 'price at least 150,000', 'السعر لا يقل عن 150,000'],
  ['messageCount', 'between', [2, 5], 'message count from 2 to 5', 'عدد الرسائل من 2 إلى 5'],
  ['success', 'eq', false, 'success is no', 'النجاح: لا'],
  ['errorClass', 'is_null', false, 'error class is not empty', 'error class غير فارغ'],
  ['day', 'eq', '2026-11-19', 'day on 19 November 2026', 'اليوم في 19 نوفمبر 2026'],
] as const)('%s %s %j', (field, op, value, en, ar) => {
  expect(filterInWords({ field, op, value }, NICOSIA, 'en')).toBe(en);
  expect(filterInWords({ field, op, value }, NICOSIA, 'ar')).toBe(ar);
});

it('says you of the asker alone, not of a value that is spelled so', () => {
  const filter = { field: 'agent', op: 'in', value: ['me', 'agent-02'], asker: true } as const;
  expect(filterInWords(filter, NICOSIA, 'en')).toBe('agent is you or agent-02');
  expect(filterInWords({ field: 'state', op: 'eq', value: 'me' }, NICOSIA, 'en')).toBe('state is me');
});

it('words moments of rows by the clocks of the org, and names of fields in plain words', () => {
  expect(said('2026-10-31T22:30:00.000Z', NICOSIA, 'en')).toBe('1 November 2026, 00:30');
  expect(said(null, NICOSIA, 'en')).toBe('–');
  expect(fieldInWords('lastMessageAt:month', 'en')).toBe('last message at by month');
  expect(fieldInWords('createdAt:month', 'ar')).toBe('تاريخ الإنشاء / الشهر');
});

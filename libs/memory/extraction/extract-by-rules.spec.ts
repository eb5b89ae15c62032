import { extractByRules, mayTell } from './extract-by-rules.ts';

const extracted = (text: string) => extractByRules({ messages: [{ author: 'contact', text }] }).insights;

it.each([
  ['I hate open kitchens.', 'preference', 5],
  ['We really love a view of the sea', 'preference', 5],
  ['My wife prefers the ground floor', 'relationship', 5],
  ['We must move before September.', 'timeline', 9],
  ['It is too expensive for us honestly', 'objection', 5],
  ['I am worried about the noise', 'objection', 5],
  ['We are relocating because of my job in Limassol', 'motivation', 5],
  ['My brother decides about the money', 'relationship', 5],
  ["I don't want a pool", 'preference', 5],
  ['أحب الطابق الأرضي', 'preference', 5],
  ['لا أريد شقة قرب الطريق', 'preference', 5],
  ['يجب أن ننتقل قبل سبتمبر', 'timeline', 9],
  ['السعر غالي علينا', 'objection', 5],
  ['سننتقل بسبب عمل زوجتي', 'motivation', 5],
])('%s', (text, category, importance) => {
  expect(extracted(text)).toEqual([{ text, category, importance, replaces: [], until: null }]);
});

it.each([
  'Hello, how are you?',
  'Do you like the sea?',
  'Show me houses my wife would like',
  'I want to see the villa in Paphos tomorrow',
  'I would like you to book a viewing',
  'Thanks',
  'The weather is nice today',
  'هل لديكم شقق في بافوس؟',
  'ابحث عن شقة في ليماسول',
  'شكرا جزيلا لكم',
  '',
])('%j tells nothing', (text) => expect(extracted(text)).toEqual([]));

it('takes a message sentence by sentence, and a note without the asking', () => {
  expect(
    extracted('Hi! I love gardens. Can you find one? My son needs a school nearby.').map(({ text }) => text),
  ).toEqual(['I love gardens.', 'My son needs a school nearby.']);
  expect(extracted('Please remember that she enjoys a view of the sea')[0]?.text).toBe(
    'she enjoys a view of the sea',
  );
});

it.each([
  ['I hate open kitchens', true],
  ['Any houses in Paphos?', false],
  ['Apartments in Paphos under 200k', false],
  ['ok thanks', false],
  ['نريد بيتا قريبا من المدرسة', true],
  ['كم السعر؟', false],
])('a model is asked about %j: %s', (text, asked) => expect(mayTell(text)).toBe(asked));

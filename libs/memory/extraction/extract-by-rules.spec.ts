import { extractByRules, mayContainInsight } from './extract-by-rules.ts';

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
  "If I don't want the pool, can it go?",
  'إذا كنت لا أريد المسبح، هل يمكن إزالته؟',
  'Show me houses my wife would like',
  'I want to see the villa in Paphos tomorrow',
  'I would like you to book a viewing',
  'Thanks',
  'The weather is nice today',
  'هل لديكم شقق في بافوس؟',
  'ابحث عن شقة في ليماسول',
  'شكرا جزيلا لكم',
  'Looking for a flat in Paphos',
  'I need your help with a flat',
  'Show me houses, not too far',
  'Can you show me the villa, I like it',
  'My wife and I want to see the villa',
  'We need a permit, right?',
  'نحتاج رخصة للبناء، صحيح؟',
  // A statement in the same sentence as a request is not extracted.
  'I hate noise, find flats in Paphos',
  'I am looking for a flat, I prefer a view of the sea, what do you have',
  'I love gardens, do you have any',
  'I prefer quiet streets, please send me the list',
  'أكره الضوضاء في الليل، أبحث عن شقة في بافوس، ما لديكم',
  'نريد مطبخا كبيرا، اعرض لي ما لديكم',
  '',
])('%j tells nothing', (text) => expect(extracted(text)).toEqual([]));

it('extracts each sentence separately, and removes the prefix of a note', () => {
  expect(
    extracted('Hi! I love gardens. Can you find one? My son needs a school nearby.').map(({ text }) => text),
  ).toEqual(['I love gardens.', 'My son needs a school nearby.']);
  expect(extracted('Please remember that she enjoys a view of the sea')[0]?.text).toBe(
    'she enjoys a view of the sea',
  );
});

it.each([
  'I want a flat, near the sea, with two balconies',
  'I want a garden, please, with trees.',
  'We are relocating because of my job in Limassol, not for fun',
  'We are looking for a flat, because our lease ends on 1 May',
  'My wife, who hates noise, wants a garden',
  'We love Paphos, where my parents live, which is quiet',
  'When I retire, I want a garden',
  'I like the villa but my wife hates it',
  'Not only do we want a garden, we need a garage.',
  'زوجتي، التي تعمل في الليل، تكره الضوضاء',
])('%j is left as it is', (text) => expect(extracted(text).map((insight) => insight.text)).toEqual([text]));

it.each([
  ['I hate open kitchens', true],
  ['نريد بيتا قريبا من المدرسة', true],
  ['Budget 250k, wheelchair user, two dogs', true],
  ['Book me only afternoons', true],
  // Other languages are left to the model, even if they share words with English.
  ['Odio las cocinas abiertas', true],
  ['Min kone er allergisk for katte', true],
  ['Mijn vrouw is bang voor katten of grote honden', true],
  ['Send ikke Min kone elsker havet', true],
  ['Any houses in Paphos?', false],
  ['كم السعر؟', false],
  ['¿Cuánto cuesta el piso?', false],
  ['ok thanks', false],
  ['Villas in Paphos under 300k', false],
  ['Book prop-0012 tomorrow 10:00', false],
  ['Generate contract deal-002', false],
])('%j may contain an insight: %s', (text, expected) => expect(mayContainInsight(text)).toBe(expected));

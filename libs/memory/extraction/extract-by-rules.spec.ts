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
  'Show me houses that my wife and my son like',
  'My wife and I want to see the villa',
  'We need a permit, right?',
  "I have to pay in May, don't I?",
  'نحتاج رخصة للبناء، صحيح؟',
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
  [
    'Hi, I am looking for a flat in Limassol up to 300k, I prefer a view of the sea and my wife hates noise, what do you have',
    ['I prefer a view of the sea and my wife hates noise'],
  ],
  ['Can you find me something in Paphos, we need two parking places', ['we need two parking places']],
  ['I am looking for a flat in Paphos, near the sea, and I hate noise', ['I hate noise']],
  ['Looking for a flat in Paphos, my wife hates noise', ['my wife hates noise']],
  [
    'We need parking and my wife wants a garden, what do you have',
    ['We need parking and my wife wants a garden'],
  ],
  ['I hate noise, find flats in Paphos', ['I hate noise']],
  ['I hate noise, when can we see it?', ['I hate noise']],
  ['Hello Maria, I love gardens, thanks', ['I love gardens']],
  ['So we need a big garden, how much is it', ['we need a big garden']],
  ['Good morning! Well, my son needs a school nearby', ['my son needs a school nearby']],
  ['أكره الضوضاء في الليل، أبحث عن شقة في بافوس، ما لديكم', ['أكره الضوضاء في الليل']],
  ['أهلا وسهلا، نريد حديقة كبيرة، شكرا', ['نريد حديقة كبيرة']],
  [
    'By the way, I hate open kitchens and I love big gardens.',
    ['I hate open kitchens and I love big gardens.'],
  ],
  ['I prefer quiet streets, please send me the list', ['I prefer quiet streets']],
  ['I love gardens, do you have any?', ['I love gardens']],
  ['مرحبا، أبحث عن شقة في بافوس، أفضل الطابق الأرضي', ['أفضل الطابق الأرضي']],
  ['نريد مطبخا كبيرا، اعرض لي ما لديكم', ['نريد مطبخا كبيرا']],
])('of %j only what tells something is kept', (text, kept) =>
  expect(extracted(text).map((insight) => insight.text)).toEqual(kept),
);

it.each([
  'I want a flat, near the sea, with two balconies',
  'My wife and I prefer a garden',
  'Since the children are small, we need a garden',
  'We are relocating because of my job in Limassol, not for fun',
  'I would prefer a quiet, green and sunny place',
  'We need three bedrooms, two bathrooms and a garage',
  'نريد شقة هادئة، قريبة من المدرسة',
  'We are looking for a flat because our lease ends on 1 May',
  'We are looking for a flat, because our lease ends on 1 May',
  'I am looking for a villa because my mother must have a garden',
  'we are searching for a home by June because my wife is pregnant',
  'We are looking for a house until June',
  'Looking for a flat because the lease ends on 1 May',
  'I am looking for a flat, it must have a lift',
  'My sister, where she lives now, hates the noise',
  'I like islands, listed buildings, areas with trees',
  'So much noise is what we hate',
  'والدي، الذي يعيش معنا، لا يحب الدرج',
  'My wife, who hates noise, wants a garden',
  'My brother, whose office is here, prefers a short way',
  'We want a kitchen with light, island and big windows',
  'We want thick roofs, isolated walls, double windows',
  'I need parking, doorman too',
  'I prefer mornings, when my kids are at school',
  'We love Paphos, where my parents live, which is quiet',
  'we want something quiet, something green',
  'I hate stairs, any floor above the second is too much',
  'We need a lift, as my father, who lives with us, cannot walk, and he hates stairs',
  'We have to sell first, so we need time until September',
  'My main point, frankly, is that we need quiet',
  'I want to live near the sea, but not too far from school',
  'I like an old house, call it a habit',
  'As my wife works from home, we need an office',
  'When I retire, I want a garden',
  'I like the villa but my wife hates it',
  'We need a garden for my wife and my brother who cannot walk',
  'I hope my wife and my son like gardens',
  'Thank you for your help yesterday, I like the flat',
  'Thanks for the list, we like the second one',
  'So far we like the sea',
  'Also important: we need a garage',
  'Well water is what we need on the land',
  'Hey Jude street is what my wife prefers',
  'Island kitchens are what we love',
  'أبحث عن شقة لأن عقد الإيجار ينتهي في مايو',
  'زوجتي، التي تعمل في الليل، تكره الضوضاء',
  'نريد حديقة لزوجتي وأولادي الصغار جدا',
  'نريد بيتا هادئا، ما يهمنا هو الحديقة',
  'أحب الشقة لكن زوجتي تكرهها',
  'My budget must stay under 300k, we are looking for a flat because our lease ends on 1 May',
  'أحب الحدائق الكبيرة وأكره الضوضاء في الليل',
  'My wife, my two kids and I need four bedrooms.',
  'It is my wife, my two sons and I who need four rooms.',
  'I want a house like my parents have and my sister has.',
  'I want the house because my parents lived there, my brother still does.',
  'I would like a place where my kids can play, my wife can garden and I can rest.',
  'Not only do we want a garden, we need a garage.',
  'I will be away until March and I want everything done before.',
])('%j is one thing, and left as it is', (text) =>
  expect(extracted(text).map((insight) => insight.text)).toEqual([text]),
);

it.each([
  ['I hate open kitchens', true],
  ['Any houses in Paphos?', false],
  ['Apartments in Paphos under 200k', false],
  ['ok thanks', false],
  ['نريد بيتا قريبا من المدرسة', true],
  ['كم السعر؟', false],
])('a model is asked about %j: %s', (text, asked) => expect(mayTell(text)).toBe(asked));

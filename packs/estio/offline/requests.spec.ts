import { asksForOtherTask, asksForTimes, describesHome } from './requests.ts';
import { asksToSee } from './seeing.ts';

it.each([
  'ممكن نشوف البيت الأول يوم السبت الساعة 10؟',
  'could we see the first house Saturday at 10?',
  'can I see the second one?',
  'come to see it tomorrow',
  'can you show me the first one at 3pm on Thursday?',
  'can you show it to me on Thursday at 3pm?',
  'can I view the first one on Friday at 10?',
  'can I view it on Friday at 10?',
  "we'd like to view the second flat tomorrow",
  'could my wife and I visit it on Saturday morning?',
  'let us inspect the house next week',
  'is it possible to tour the villa on Friday?',
  'أريد أن أشاهدها يوم الأحد الساعة العاشرة صباحا',
  'أريد أن أشاهدها',
  'هل يمكننا مشاهدة العقار يوم الاثنين؟',
  'ممكن معاينتها الخميس الساعة الحادية عشرة',
  'نود أن نرى البيت غدا',
  'أقدر أشوفها بكرا؟',
  'متى نستطيع أن نزورها',
  'أرغب في رؤية المنزل الأول يوم السبت',
])('a viewing of one home is no search: %s', (text) => {
  expect(asksToSee(text)).toBe(true);
  expect(asksForOtherTask(text)).toBe(true);
});

it.each([
  'show me flats in Paphos at 200k',
  'show me villas at 500,000 in Limassol',
  'show me the cheapest house in Paphos today',
  'show me new listings this week',
  'أريد أشوف شقق في بافوس',
  'أريد مشاهدة الشقق المتاحة في بافوس',
  'أريد أن أرى فلل في ليماسول',
  'I want to buy a flat with a view of the first beach, moving on Friday',
  'I would like a sea view in the house, free from Monday',
  "flats in Nicosia around 150k, I don't need a mortgage",
  'شقة في نيقوسيا بحدود 150 ألف، لا أحتاج قرضا',
])('and a search is one: %s', (text) => expect(asksForOtherTask(text)).toBe(false));

it.each(['show me flats in Paphos at 200k', 'show us villas at 1.2 million'])(
  'a price is no time of day: %s',
  (text) => expect(asksToSee(text)).toBe(false),
);

it.each(['what is the earliest time?', 'متى أقرب وقت؟', 'next available slot', 'أول موعد عندكم'])(
  'asks for times: %s',
  (text) => expect(asksForTimes(text)).toBe(true),
);

it.each(['I hate the trams in front of our house', 'my neighbour’s flat is loud', 'their house was sold'])(
  'a home that somebody lives in is none that is looked for: %s',
  (text) => expect(describesHome(text)).toBe(false),
);

it.each(['a house with a view', 'our house must have 3 bedrooms', 'we live in our flat in Paphos'])(
  'and what is said of place and rooms counts: %s',
  (text) => expect(describesHome(text)).toBe(true),
);

import { made, routineTurn } from '../../../../test/harness/routine-turn.ts';
import { askingPrices } from './asking-prices.ts';
import { bestOfTheListed } from './best-of-the-listed.ts';
import { recommended } from './recommended.ts';
import { areasCovered, bookingsAreChangedByTheOffice } from './what-the-office-does.ts';
import { whyThese } from './why-these.ts';

const search = made('search_properties', {}, { filters: {}, total: 2 });
const after = (text: string) =>
  routineTurn(text, {
    agent: 'searcher',
    offered: ['query_org_data'],
    replied: ['1. A (prop-0001): 1\n2. B (prop-0002): 2'],
    earlier: [search],
    lastCalls: [search],
  });

it.each([
  'my parents are older',
  'I have an older dog',
  'is a larger deposit better?',
  'we are a larger family',
  'our smallest one is two years old',
  'we need a bigger budget',
  'ابني الأكبر يدرس هناك',
])('speaks of no size of a home: %s', (text) => expect(bestOfTheListed(after(text))).toBeUndefined());

it.each([
  'anything bigger?',
  'bigger ones',
  'which has the most space',
  'ما هي أكبرها',
  'show me the newest',
])('and this does: %s', (text) => expect(bestOfTheListed(after(text))).toBeDefined());

it.each([
  'which bank would you recommend?',
  'which lawyer do you recommend',
  'what area do you recommend',
  'any advice on lawyers?',
  'what do you think of the weather',
  'ما أفضل طريقة للدفع؟',
])('asks which of something else: %s', (text) => expect(recommended(after(text))).toBeUndefined());

it.each([
  'why is rent paid upfront',
  'why is a low deposit risky',
  'why is interest so high now',
  'why does the bank ask a higher rate',
])('asks why of something else: %s', (text) => expect(whyThese(after(text))).toBeUndefined());

it.each(['why is it so cheap', 'why are they that expensive?', 'لماذا السعر مرتفع؟', 'ليش غالية'])(
  'and this of a price: %s',
  (text) => expect(whyThese(after(text))).toBeDefined(),
);

it.each([
  'which parts of the contract do you need?',
  'what places are there to eat nearby?',
  'what parts of the price have tax?',
  'which areas have good schools?',
  'what regions have the cheapest flats?',
  'which parts of the file have you sent',
  'ما مناطق القوة في العقد',
])('asks not where the homes are: %s', (text) => expect(areasCovered(after(text))).toBeUndefined());

it.each(['which areas do you cover?', 'what places do you offer', 'which areas?', 'ما المناطق التي تغطونها'])(
  'and this does: %s',
  (text) => expect(areasCovered(after(text))).toBeDefined(),
);

it.each([
  'the owner will change the appointment system',
  'the price change of booking fees',
  'نقل الملكية موعده متى',
])('moves no viewing: %s', (text) => expect(bookingsAreChangedByTheOffice(after(text))).toBeUndefined());

it.each(['find me a bargain', 'do you accept lower floors'])('bargains not: %s', (text) =>
  expect(askingPrices(after(text))).toBeUndefined(),
);

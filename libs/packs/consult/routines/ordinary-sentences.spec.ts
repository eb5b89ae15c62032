import { detectLanguage, normalizeText } from '#tools';
import { routineTurn } from '../../../../test/harness/routine-turn.ts';
import { asksToTalk } from './asking-to-talk.ts';
import { introduce } from './introduction.ts';
import { sendsNothing } from './nothing-is-sent.ts';
import { objects } from './objections.ts';

const message = (text: string) => ({
  text,
  normalized: normalizeText(text),
  language: detectLanguage(text),
});

describe('what holds nothing against the price', () => {
  it.each([
    'Dear Sir, we are a law firm with many contracts',
    'is it expensive to fix errors by hand?',
    'the learning curve is steep',
    'manual work is costly for us',
    'our lawyers are expensive',
    'errors cost us a lot of money',
    'our customers get a discount by hand',
    'we compare cheaper suppliers by hand',
    'our prices are negotiable and sales staff retype them',
    'the cost is high when we make mistakes',
    'العمل اليدوي مكلف لنا',
  ])('%s', (text) => expect(objects(message(text))).toBe(false));

  it.each([
    'expensive',
    'that is expensive',
    'this sounds expensive',
    'the workshop is pricey',
    'a bit steep',
    'that is a lot of money',
    'can you do it cheaper?',
    'is there a discount?',
    'is the price negotiable?',
    'we have no budget',
    'الورشة مكلفة',
    'هذا مكلف جدا',
  ])('but: %s', (text) => expect(objects(message(text))).toBe(true));
});

describe('what asks for no call', () => {
  it.each([
    'how can we start using AI in accounting?',
    "let's start with an overview of your services",
    'how do we get started with prompt design',
    'we want to start saving time',
    'can you call out the risks',
    'should we meet in the middle on price',
    'is the consultant free of bias',
    'can we connect Outlook',
    'can I ring fence the data',
    'كيف نبدأ باستخدام الذكاء الاصطناعي؟',
    'نريد أن نبدأ بتحليل البيانات',
    'كيف يمكن التواصل بين الأنظمة؟',
    'متى موعد التسليم',
  ])('%s', (text) => expect(asksToTalk(message(text))).toBe(false));

  it.each([
    "let's start",
    'how do we get started?',
    'when can we start working together?',
    'can we connect tomorrow',
    'متى نبدأ؟',
    'نريد أن نبدأ معكم',
  ])('but: %s', (text) => expect(asksToTalk(message(text))).toBe(true));
});

it.each([
  'what services do you build with',
  'is it a bot that answers?',
  'what kind of company needs this?',
  'is this a machine learning course',
  'هل هذا برنامج تدريبي',
])('asks not who is there: %s', (text) =>
  expect(introduce(routineTurn(text, { agent: 'consultant', offered: [] }))).toBeUndefined(),
);

it.each(['mail that takes an hour a day', 'email them is what we do all day', 'send them a proposal'])(
  'asks to send nothing that was written: %s',
  (text) => expect(sendsNothing(routineTurn(text, { agent: 'consultant', offered: [] }))).toBeUndefined(),
);

import { detectLanguage, normalizeText } from '#text';
import { routineTurn } from '../../../test/harness/routine-turn.ts';
import { asksToTalk } from './asking-to-talk.ts';
import { introduce } from './introduction.ts';
import { sendsNothing } from './nothing-is-sent.ts';
import { objects } from '../reading/objection.ts';
import { weighBudget } from './own-budget.ts';
import { asksForTimes, movesCall } from './times-of-a-call.ts';

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

describe('what asks for no free times', () => {
  it.each([
    'when does it pay off',
    'when would it break even',
    'when is it worth it',
    'we copy dates into the calendar by hand',
  ])('%s', (text) => expect(asksForTimes(message(text))).toBe(false));

  it.each([
    'when are you free next week?',
    'when does the consultant have time?',
    'what time works for you?',
    'can I see the calendar?',
    'what is your availability',
  ])('but: %s', (text) => expect(asksForTimes(message(text))).toBe(true));
});

describe('what moves no call', () => {
  it.each([
    'the meeting notes make us slow',
    'we put our call notes into the CRM',
    'our call center wants to change the tool',
    'the appointment makes us late',
  ])('%s', (text) => expect(movesCall(routineTurn(text, { agent: 'consultant' }))).toBe(false));

  it.each(['please cancel my call', 'can we move the meeting to Friday', 'I need to reschedule my call'])(
    'but: %s',
    (text) => expect(movesCall(routineTurn(text, { agent: 'consultant' }))).toBe(true),
  );
});

describe('what is no budget', () => {
  const material = { prices: { consultant: 'the consultant', workshop: 4_900, consulting: 18_000 } };
  const weighed = (text: string) => weighBudget(routineTurn(text, { agent: 'consultant', material }));

  it.each(['we have about 5000 invoices a month', 'we have around 300 customers', 'I have only 200 mails'])(
    '%s',
    (text) => expect(weighed(text)).toBeUndefined(),
  );

  it.each(['we have about 5000 dollars', 'I have only $900', 'we have around 3000', 'our budget is 3000'])(
    'but: %s',
    (text) => expect(weighed(text)).toBeDefined(),
  );
});

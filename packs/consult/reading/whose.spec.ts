import { normalizeText } from '#text';
import { asksToTalk, refusesCall } from '../routines/asking-to-talk.ts';
import { hourlyRateIn } from './lost-hours.ts';
import { hoursIn } from './numbers.ts';
import { readProfile } from './profile.ts';

describe('who is of the team', () => {
  it.each([
    'we are 12 people, nobody is a developer',
    'add a step where a manager approves before sales',
    'then a manager signs it',
    'we want to hire a developer',
    'none of us is a developer',
  ])('%s names nobody', (text) => expect(readProfile(text).teamRoles).toBeUndefined());

  it.each([
    ['we have a developer and two testers', 'a developer and two testers'],
    ['We are 4 developers on Node.js. Can you send me a syllabus?', '4 developers'],
    ['there is one developer here', 'one developer'],
    ['3 developers and a designer', '3 developers and a designer'],
    ['a product manager and four engineers', 'a product manager and four engineers'],
  ])('%s', (text, roles) => expect(readProfile(text).teamRoles).toBe(roles));
});

describe('a name in Arabic', () => {
  it.each([
    ['اسمي ريم وايميلي reem@ex.example', 'ريم'],
    ['اسمي ريم ورقمي 0501234567', 'ريم'],
    ['اسمي سالم من دبي', 'سالم'],
    ['اسمي ريم الهاشمي', 'ريم الهاشمي'],
    ['اسمي وليد وائل', 'وليد وائل'],
  ])('%s', (text, name) => expect(readProfile(text).name).toBe(name));
});

describe('how often hours are lost', () => {
  it.each([
    ['نضيع ساعتين باليوم على الردود', 'day'],
    ['٨٠ ساعة بالشهر', 'month'],
    ['10 ساعات بالأسبوع', 'week'],
    ['500 ساعة بالسنة', 'year'],
    ['ساعتين يوميا', 'day'],
  ])('%s', (text, per) => expect(hoursIn(text)?.per).toBe(per));
});

it.each([
  ['hourly cost is more like 35 bucks', 35],
  ['the hourly rate is 40', 40],
])('%s', (text, rate) => expect(hourlyRateIn(text)?.rate).toBe(rate));

describe('a call that nobody wishes for', () => {
  it.each([
    "no thanks, don't call me",
    'please do not call us',
    'لا تتصلوا بي',
    'لا أريد مكالمة',
    'no calls please',
  ])('%s', (text) => {
    const normalized = normalizeText(text);
    expect([refusesCall({ text }), asksToTalk({ text, normalized })]).toEqual([true, false]);
  });

  it.each([
    'call me tomorrow',
    'can you call us?',
    'اتصلوا بي غدا',
    'why not call me on Monday?',
    'هل يمكن أن تتصلوا بي؟',
  ])('%s is wished for', (text) => expect(refusesCall({ text })).toBe(false));
});

import { callsOf, firstStep, made, reply, routineTurn } from '../../../test/harness/routine-turn.ts';
import { detectLanguage, normalizeText } from '#text';
import { type RoutineCall, type RoutineTurn } from '#pack-kit';
import { nameAnswered } from '../reading/bare-name.ts';
import { PRICES } from '../agents/material.ts';
import { readProfile } from '../reading/profile.ts';
import { calculateRoi } from '../tools/calculate-roi.tool.ts';
import { getBookingLink } from '../tools/get-booking-link.tool.ts';
import { searchInternalCaseStudies } from '../tools/search-internal-case-studies.tool.ts';
import { simulateCostOfInaction } from '../tools/simulate-cost-of-inaction.tool.ts';
import { routines } from './index.ts';
import { asksForTimes, OFFERS_TALK } from './times-of-a-call.ts';

const pricesWith = (canBookOnline: boolean) => ({
  [PRICES]: { consultant: 'the consultant', workshop: 10_000, consulting: 80_000, canBookOnline },
});
const step = (text: string, more: Partial<RoutineTurn> = {}) =>
  firstStep(routines, routineTurn(text, { agent: 'discovery', material: pricesWith(false), ...more }));
const LINK = getBookingLink.name;
const refused: RoutineCall = {
  tool: LINK,
  arguments: {},
  result: { success: false, errorClass: 'NOT_CONFIGURED', error: 'Booking is not configured.' } as never,
};
const given = made(LINK, {}, { url: 'https://book.example/x', meetingType: 'consultation', note: '' });

describe('what is said of calls', () => {
  it.each(['what do you do?', 'وش تسوون', 'hm, the sky is blue'])(
    '%s: a link only where there is a page',
    (text) => {
      const smallTalk = text === 'hm, the sky is blue' ? {} : { smallTalk: 'help' as const };
      const without = reply(step(text, { nothingFits: true, ...smallTalk }));
      const withPage = reply(step(text, { nothingFits: true, material: pricesWith(true), ...smallTalk }));
      expect(without).toMatch(/note your name and address|أسجل اسمك/);
      expect(without).not.toMatch(/link|رابط|take you to a call/);
      expect(withPage).toMatch(/link|رابط/);
    },
  );

  it.each([
    'what time slots do you have?',
    'which times are available?',
    'what days are free next week',
    'when does the consultant have time?',
    'show me your calendar',
    'any openings tomorrow?',
    'ما المواعيد المتاحة؟',
    'شو الأوقات المتاحة عندكم؟',
  ])('%s: asks for the link, and says that no calendar is seen', (text) => {
    expect(callsOf(step(text))).toMatchObject([{ tool: LINK }]);
    expect(reply(step(text, { calls: [given] }))).toMatch(/(?:calendar|التقويم)[^]*book\.example/);
    expect(reply(step(text, { calls: [refused] }))).toMatch(/(?:calendar|التقويم)[^]*(?:e-mail|بريدك)/);
  });

  it.each([
    'our customers book time slots by phone',
    'do you have any time estimate?',
    'how many hours does the workshop take?',
    'we lose ten hours',
    'what hours do our people lose?',
    'when do our patients have time',
  ])('%s: asks for no times', (text) =>
    expect(asksForTimes({ normalized: text.toLowerCase().replace('?', '') })).toBe(false),
  );

  it.each(['the second one', 'the last one looks good', 'الثاني'])(
    '%s: none were listed to pick from',
    (text) => {
      const place = text.includes('last') ? -1 : 1;
      const before = {
        place,
        earlier: [given],
        lastCalls: [given],
        replied: ['You can book it here: https://book.example/x'],
      };
      expect(callsOf(step(text, before))).toMatchObject([{ tool: LINK }]);
      expect(reply(step(text, { ...before, calls: [given] }))).toMatch(/https:\/\/book\.example\/x/);
      const without = { ...before, earlier: [refused], lastCalls: [refused], calls: [refused] };
      expect(reply(step(text, without))).toMatch(/not booked anything|لم أحجز شيئا/);
    },
  );

  it.each([
    'move it to Friday',
    'can we make it Friday instead?',
    'reschedule it for Friday',
    'غير الموعد إلى الجمعة',
  ])('%s: nothing is booked here that could be moved', (text) => {
    expect(callsOf(step(text, { earlier: [given], lastCalls: [given] }))).toMatchObject([{ tool: LINK }]);
    const said = reply(step(text, { earlier: [refused], lastCalls: [refused], calls: [refused] }));
    expect(said).toMatch(/not booked anything|لم أحجز شيئا/);
    expect(said).toMatch(/Friday|الجمعة/);
  });

  it.each(['change it to 40 dollars an hour', 'move our data to Azure', 'make it shorter'])(
    '%s: is no other time',
    (text) => expect(callsOf(step(text, { earlier: [given], lastCalls: [given] }))).toEqual([]),
  );

  it('yes, to the offer to talk, leads to the link', () => {
    const turn = { smallTalk: 'agreement' as const, replied: [OFFERS_TALK.en] };
    expect(callsOf(step('yes', turn))).toMatchObject([{ tool: LINK }]);
    expect(callsOf(step('no', turn))).toEqual([]);
  });
});

describe('a list of case studies', () => {
  const study = (id: string, title: string) => ({
    id,
    title,
    industry: 'Legal',
    useCase: title,
    problem: 'Contracts were read by hand.',
    result: '50 % less review time',
    year: 2024,
    isSample: true,
  });
  const listed = (...studies: object[]) => {
    const found = made(searchInternalCaseStudies.name, {}, { caseStudies: studies });
    return { earlier: [found], lastCalls: [found], replied: ['1. Contract first review (cs-07), Legal'] };
  };

  it.each(['tell me about the second one', 'أخبرني عن الثانية'])('of one has no second: %s', (text) =>
    expect(reply(step(text, { ...listed(study('cs-07', 'Contract first review')), place: 1 }))).toMatch(
      /(?:only one|واحدة فقط)[^]*(?:read by hand|القائمة|cs|المشكلة)/,
    ),
  );

  it('of two has no fifth', () =>
    expect(
      reply(step('the fifth one', { ...listed(study('cs-07', 'A'), study('cs-08', 'B')), place: 4 })),
    ).toMatch(/only 2[^]*1\. A\n2\. B/));
});

describe('answers to what a loss is worked out from', () => {
  const asks = (detail: string) => simulateCostOfInaction.offline!.ask![detail]!.en;
  const WORK = asks('inefficient_process');
  const HOURS = asks('hours_wasted_per_week');
  const PEOPLE = asks('team_size');
  const talk = (...turns: [reply: string, text: string][]) => ({
    said: ['I want to know how much we lose', ...turns.slice(0, -1).map(([, text]) => text)],
    replied: turns.map(([replied]) => replied),
  });

  it.each([
    ['six hours a week each', WORK],
    ['about four people', WORK],
    ['invoices, 10 hours a week', PEOPLE],
    ['data entry', HOURS],
  ])('%s is taken for what it is, and what is missing is asked for', (text, next) =>
    expect(reply(step(text, talk([WORK, text])))).toBe(next),
  );

  it('all together, in any order', () => {
    const turn = talk([WORK, 'six hours a week each'], [WORK, 'four people'], [WORK, 'data entry']);
    expect(callsOf(step('data entry', turn))).toEqual([
      {
        tool: simulateCostOfInaction.name,
        arguments: { inefficient_process: 'data entry', hours_wasted_per_week: 6, team_size: 4 },
      },
    ]);
  });

  it('a team whose hours were told is asked for its work and its people, and a bare number counts people', () => {
    const first = 'We spend 30 hours a week';
    const turn = talk([WORK, '4'], [PEOPLE, 'it is support mails']);
    const asked = { ...turn, said: [first, '4'], replied: [WORK, WORK] };
    expect(callsOf(step('it is support mails', asked))).toMatchObject([
      { arguments: { inefficient_process: 'support mails', hours_wasted_per_week: 7.5, team_size: 4 } },
    ]);
  });

  it('a rate in another currency is kept with it', () => {
    const turn = talk([WORK, 'invoices, 10 hours a week'], [PEOPLE, 'five people, at 40 euros an hour']);
    expect(callsOf(step('five people, at 40 euros an hour', turn))).toMatchObject([
      { arguments: { team_size: 5, hourly_rate: 40, currency: 'EUR' } },
    ]);
  });

  it('a bare number counts what was asked for', () => {
    const turn = talk([WORK, 'it is mostly data entry'], [HOURS, 'six'], [PEOPLE, 'about five']);
    expect(callsOf(step('about five', turn))).toMatchObject([
      { arguments: { inefficient_process: 'data entry', hours_wasted_per_week: 6, team_size: 5 } },
    ]);
  });

  it.each(['too expensive for us', 'what does the workshop cost?', 'book a call', 'thanks'])(
    '%s is no answer',
    (text) =>
      expect(callsOf(step(text, talk([WORK, text])))).not.toContainEqual(
        expect.objectContaining({ tool: simulateCostOfInaction.name }),
      ),
  );
});

it.each([
  ['Maria', 'May I have your name, too?', 'Maria'],
  ['maria', 'May I have your name, too?', 'Maria'],
  ["I'm Mara Lund", 'Tell me your name and your e-mail address, and which day suits you.', 'Mara Lund'],
  ['سارة حداد', 'وما اسمك من فضلك؟', 'سارة حداد'],
  ['Maria', 'What is your name?', 'Maria'],
  ['Maria', 'Which work takes your team the most time?', undefined],
  ['No thanks', 'May I have your name, too?', undefined],
  ['why?', 'May I have your name, too?', undefined],
  ['just looking', 'May I have your name, too?', undefined],
  ['Thursday', 'Tell me your name and your e-mail address, and which day suits you.', undefined],
  ['لا أريد', 'وما اسمك من فضلك؟', undefined],
  [
    'Invoices',
    'I can show examples, or note your name and address so that the consultant can get back to you.',
    undefined,
  ],
])('%s, behind “%s”: the name %s', (text, asked, name) => expect(nameAnswered(text, asked)).toBe(name));

it.each([
  ['I can pay 1500 a month, what can I buy?', /\$1,500 a month.*6\.7 months/],
  ['our budget is 12,000 dollars', /covers the workshop, not/],
  ['what can we get for $500?', /less than the workshop/],
  ['we could spend 100k', /covers either/],
  ['أستطيع أن أدفع 1500 دولار شهريا', /6\.7/],
])('%s is held against what is sold', (text, said) =>
  expect(reply(step(text, { nothingFits: true }))).toMatch(said),
);

it.each([
  [
    'what is the ROI if we invest 20000 and save 3000 a month',
    { initialInvestment: 20_000, efficiencySavings: 36_000 },
  ],
  ['does it pay off: 12k to set up, 500 a week saved', { efficiencySavings: 26_000 }],
  [
    'a tool costs 200 a month and saves 40k a year, worth it?',
    { annualCost: 2_400, efficiencySavings: 40_000 },
  ],
  ['ما العائد إذا استثمرنا 20000 دولار ووفرنا 3000 دولار شهريا؟', { efficiencySavings: 36_000 }],
  [
    'what is the ROI if we invest 20000 and save 500 dollars per 3 months',
    { initialInvestment: 20_000, efficiencySavings: 2_000 },
  ],
  ['a tool costs 200 / month and saves 40k a year, worth it?', { annualCost: 2_400 }],
])('%s: amounts of a month are those of twelve', (text, fields) => {
  const read = (name: string) => {
    const fill = calculateRoi.offline!.fill[name];
    return fill?.from === 'rule'
      ? fill.read({ text, normalized: text.toLowerCase(), language: detectLanguage(text) })
      : undefined;
  };
  expect(Object.fromEntries(Object.keys(fields).map((name) => [name, read(name)]))).toEqual(fields);
  expect(read('timeline')).toBeUndefined();
});

it.each([
  ['is there a free trial?', /nothing here that is free.*\$10,000/],
  ['ok I want to try it for free', /free of charge/],
  ['can you send it to bob@corp.example', /sent nothing/],
  ['please forward the memo to my boss', /sent nothing/],
  ['أرسلها إلى مديري', /لم أرسل شيئا/],
])('%s is answered with what is so', (text, said) => expect(reply(step(text))).toMatch(said));

it.each([
  'we pay them 20 euros an hour',
  'I want to try it for free',
  'our salaries are high, we pay 40 an hour',
])('%s asks for no meeting', (text) =>
  expect(getBookingLink.offline!.applies!({ text, normalized: normalizeText(text), language: 'en' })).toBe(
    false,
  ),
);

it('who is asked the same right before is not asked it again', () => {
  const first = reply(step('the sky is blue', { nothingFits: true }))!;
  const second = reply(step('is blue a colour?', { nothingFits: true, replied: [first] }))!;
  expect(first).toMatch(/Which work/);
  expect(second).toMatch(/question for the consultant/);
  expect(second).not.toMatch(/Which work/);
});

it('an address that something is to go to is not the visitor’s own', () => {
  expect(readProfile('can you send it to bob@corp.example').email).toBeUndefined();
  expect(readProfile('send it to me at bob@corp.example').email).toBe('bob@corp.example');
});

it('hours told behind the work belong to it', () => {
  const said = ['our receptionists waste their days on the phone'];
  expect(callsOf(step('3 of them, about 5 hours a day each', { said }))).toMatchObject([
    { arguments: { inefficient_process: 'the phone', hours_wasted_per_week: 25, team_size: 3 } },
  ]);
});

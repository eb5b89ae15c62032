import { callsOf, firstStep, made, reply, routineTurn } from '../../../test/harness/routine-turn.ts';
import { normalizeText } from '#text';
import { type RoutineTurn } from '#pack-kit';
import { PRICES } from '../agents/material.ts';
import { simulateCostOfInaction } from '../tools/simulate-cost-of-inaction.tool.ts';
import { asksToTalk } from './asking-to-talk.ts';
import { routines } from './index.ts';

const material = {
  [PRICES]: { consultant: 'the consultant', workshop: 10_000, consulting: 80_000, canBookOnline: false },
};
const step = (text: string, more: Partial<RoutineTurn> = {}) =>
  firstStep(routines, routineTurn(text, { agent: 'discovery', material, ...more }));
const asks = (detail: string) => simulateCostOfInaction.offline!.ask![detail]!.en;

describe('a loss told piece by piece', () => {
  const ALL = asks('hours_wasted_per_week');

  it.each([
    [
      'we have three planners who copy numbers between sheets all day',
      'maybe 5 hours each per week',
      { inefficient_process: 'copy numbers between sheets all day', hours_wasted_per_week: 5, team_size: 3 },
    ],
    [
      'my receptionist types up patient forms',
      'about 12 hours a week, just her',
      { inefficient_process: 'patient forms', hours_wasted_per_week: 12, team_size: 1 },
    ],
  ])('%s — %s', (first, then, expected) => {
    const turn = { said: ['hello', first], replied: ['Hello!', ALL] };
    expect(callsOf(step(then, turn))).toMatchObject([{ arguments: expected }]);
  });

  it('a rate told after it was counted counts it anew, whatever was asked in between', () => {
    const counted = made(
      simulateCostOfInaction.name,
      { inefficient_process: 'patient forms', hours_wasted_per_week: 12, team_size: 1 },
      { process: 'patient forms' },
    );
    const turn = { said: ['just her'], replied: [ALL], earlier: [counted] };
    expect(callsOf(step('we pay her 18 euros an hour', turn))).toMatchObject([
      { arguments: { hours_wasted_per_week: 12, hourly_rate: 18, currency: 'EUR' } },
    ]);
  });

  it.each([
    'can you put together a quote?',
    'could you put something together for my boss?',
    'send me an offer for 5 of us',
  ])('is not counted anew by: %s', (text) => {
    const counted = made(
      simulateCostOfInaction.name,
      { inefficient_process: 'support tickets', hours_wasted_per_week: 6, team_size: 5 },
      { process: 'support tickets' },
    );
    const turn = { said: ['my team spends 30 hours a week on support tickets'], earlier: [counted] };
    expect(callsOf(step(text, turn))).not.toContainEqual(
      expect.objectContaining({ tool: simulateCostOfInaction.name }),
    );
  });

  const talk = (...texts: string[]) => {
    const turn: Pick<RoutineTurn, 'said' | 'replied'> = { said: [], replied: [] };
    const steps = texts.map((text) => {
      const taken = step(text, { nothingFits: true, said: [...turn.said], replied: [...turn.replied] });
      (turn.said as string[]).push(text);
      (turn.replied as string[]).push(reply(taken) ?? '');
      return taken;
    });
    return { replies: turn.replied, last: steps.at(-1) };
  };
  const twelve = { inefficient_process: 'invoices', hours_wasted_per_week: 10, team_size: 12 };

  it.each([
    [['we are 12', '10 hours every week', 'on invoices'], twelve],
    [['too expensive', 'invoices', '12 people', '10 hours each'], twelve],
    [['not sure if this is right for us', 'mostly invoices', '10', '12'], twelve],
    [['what are your prices?', 'invoices', 'about 10 hours', 'we are 12'], twelve],
    [['غالي جدا', 'الفواتير', '10 ساعات', '12 موظفا'], { hours_wasted_per_week: 10, team_size: 12 }],
  ])('one thing is asked at a time, and answered: %p', (texts, expected) => {
    const { replies, last } = talk(...texts);
    for (const said of replies.slice(0, -1)) {
      expect(said.match(/[?؟]/g)).toHaveLength(1);
      expect(said).not.toMatch(/not sure yet|لست متأكدا/);
    }
    expect(callsOf(last)).toMatchObject([{ arguments: expected }]);
  });

  it('an objection is no work', () =>
    expect(talk('we are 12', 'too expensive').replies.at(-1)).toMatch(/Which work/));

  it('who they are is noted, and the question stays', () =>
    expect(talk('what do you do?', 'We are a logistics company with 40 people.').replies.at(-1)).toMatch(
      /Logistics.*Which work/,
    ));

  it.each([
    ['the sky is blue'],
    ['show me examples'],
    ['we are a bakery in Oslo'],
    ['tell me more'],
    ['I want a discount'],
    ['maybe next week'],
  ])('is no work that takes time: %s', (text) =>
    expect(talk('hm, a thing', text).replies.at(-1)).not.toMatch(/How many/),
  );

  it('one person is told as such', () => {
    const first = 'my receptionist types up patient forms, about 12 hours a week';
    const turn = { said: [first], replied: [asks('team_size')] };
    expect(callsOf(step('just her', turn))).toMatchObject([
      { arguments: { inefficient_process: 'patient forms', hours_wasted_per_week: 12, team_size: 1 } },
    ]);
  });

  it.each(['we are a bakery in Oslo', 'what does the workshop cost?', 'call me at 5'])(
    'is not told by: %s',
    (text) =>
      expect(callsOf(step(text, { said: ['hello'], replied: [ALL] }))).not.toContainEqual(
        expect.objectContaining({ tool: simulateCostOfInaction.name }),
      ),
  );
});

describe('what the workshop is, whatever words ask for it', () => {
  it.each([
    'what do we get for that',
    "what's included in the two days?",
    'where would it take place',
    'can it be one day?',
    'is the workshop online?',
    'is it held in person?',
    'our team is remote, can it be online?',
    'Do I need to prepare anything for the workshop?',
    'what if only half of us can come?',
  ])('%s', (text) => expect(reply(step(text))).toMatch(/two days with your team/));

  it.each([
    'can it be installed on our server?',
    'what do we get if we change nothing',
    'where are the files',
  ])('not: %s', (text) => expect(reply(step(text)) ?? '').not.toMatch(/two days with your team/));
});

it.each([
  ['what would you charge a company of forty people', /\$10,000.*\$80,000/],
  ['what do you charge for 40 people?', /\$10,000/],
  ['what are your rates', /\$10,000/],
])('the prices are told: %s', (text, said) => expect(reply(step(text))).toMatch(said));

it('the rate of success is no price', () =>
  expect(reply(step("what's your success rate?", { nothingFits: true }))).not.toContain('$'));

it.each([
  ['Can we pay in euros?', /settled with the consultant/],
  ['do you take payment in instalments', /settled with the consultant/],
  ['how long would the whole thing take?', /two days/],
  ['هل تعطون ضمانا؟', /ضمان مسجل/],
  ['what happens to our data?', /Which of your data/],
  ['who would actually do the work?', /question for the consultant/],
])('%s', (text, said) => expect(reply(step(text, { nothingFits: true }))).toMatch(said));

it.each([
  ['alright, how do we go on from here', true],
  ['how should we proceed?', true],
  ['how soon can we start?', true],
  ['how do we go on holiday with this much work', false],
  ['how do we proceed with an invoice that is wrong', false],
])('asks for a call: %s %s', (text, asked) =>
  expect(asksToTalk({ text, normalized: normalizeText(text) })).toBe(asked),
);

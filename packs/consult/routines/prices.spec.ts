import { reply, routineTurn } from '../../../test/harness/routine-turn.ts';
import { detectLanguage, normalizeText } from '#text';
import { type RoutineCall, type RoutineTurn } from '#pack-kit';
import { costOfInaction } from '../tools/cost-of-inaction.ts';
import { simulateCostOfInaction } from '../tools/simulate-cost-of-inaction.tool.ts';
import { PRICES } from '../agents/material.ts';
import { introduce } from './introduction.ts';
import { tellLossAgain, tellPrices } from './prices.ts';

const told: RoutineCall = {
  tool: simulateCostOfInaction.name,
  arguments: {},
  result: {
    success: true,
    data: costOfInaction(
      'copying invoices',
      { hoursPerWeek: 6, people: 8 },
      { weeksPerMonth: 4, hourlyRate: 50, workshopPrice: 5_000, consultingPrice: 20_000 },
    ),
  },
};

const step = (text: string, earlier = [told]) =>
  tellLossAgain({
    message: { text, language: detectLanguage(text), normalized: normalizeText(text) },
    earlier,
    lastCalls: earlier,
    calls: [],
  } as unknown as RoutineTurn);

describe('what was worked out to be lost', () => {
  it.each([
    'so what does that cost us?',
    'how much is all that costing us',
    'and what are we losing?',
    'كم يكلفنا ذلك؟',
    'كم نخسر؟',
    'why?',
    'how did you get that number?',
    'لماذا؟',
    'كيف حسبتها؟',
  ])('is told again for %s', (text) => expect(step(text)).toHaveProperty('reply'));

  it.each([
    'we are losing customers to a competitor',
    'our reports keep costing us sleep',
    'نخسر عملاء كل شهر',
    'how much does the workshop cost us?',
    'why should we trust you?',
    'why is the workshop better?',
  ])('is not what %s asks for', (text) => expect(step(text)).toBeUndefined());

  it('is told of nothing before it was worked out', () =>
    expect(step('so what does that cost us?', [])).toBeUndefined());
});

describe('the prices', () => {
  const asked = (text: string, earlier: RoutineCall[]) =>
    tellPrices({
      message: { text, language: detectLanguage(text), normalized: normalizeText(text) },
      material: { [PRICES]: { workshop: 5_000, consulting: 20_000 } },
      nothingFits: true,
      earlier,
      said: [],
      replied: [],
      known: {},
    } as unknown as RoutineTurn);

  it.each([
    ['what are your prices?', /Which work/, /costs you \$9,600 a month.*0\.5 months/],
    ['كم السعر؟', /ما العمل/, /9,600.*0\.5 شهر/],
  ])('are told beside a loss that was worked out, and nothing is asked twice: %s', (text, question, loss) => {
    expect(asked(text, [])).toHaveProperty('reply', expect.stringMatching(question));
    expect(asked(text, [told])).toHaveProperty('reply', expect.stringMatching(loss));
    expect(asked(text, [told])).toHaveProperty('reply', expect.not.stringMatching(question));
  });
});

describe('what is offered and what it costs, asked in one sentence', () => {
  const step = (text: string) =>
    introduce(
      routineTurn(text, {
        agent: 'discovery',
        material: {
          [PRICES]: {
            consultant: 'the consultant',
            workshop: 5_000,
            consulting: 20_000,
            canBookOnline: false,
          },
        },
      }),
    );

  it.each([
    'Hello, what do you actually offer and what does it cost?',
    'which services do you offer and how much are they?',
    'what are your services and your prices?',
    'ماذا تقدمون وكم السعر؟',
  ])('both are told: %s', (text) =>
    expect(reply(step(text))).toMatch(/(?:workshop|ورشة)[^]*\$5,000[^]*\$20,000/),
  );

  it.each(['what do you really do?', 'what can you offer?', 'ما هي خدماتكم؟'])('%s: no price', (text) => {
    expect(reply(step(text))).toMatch(/workshop|ورشة/);
    expect(reply(step(text))).not.toContain('$');
  });

  it.each(['what do you offer your own staff when they leave?', 'what can you do about wrong answers'])(
    'asks not what is sold: %s',
    (text) => expect(step(text)).toBeUndefined(),
  );
});

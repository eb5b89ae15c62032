import { detectLanguage, normalizeText, type RoutineCall, type RoutineTurn } from '#tools';
import { costOfInaction } from '../tools/cost-of-inaction.ts';
import { simulateCostOfInaction } from '../tools/simulate-cost-of-inaction.tool.ts';
import { tellLossAgain } from './prices.ts';

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
    calls: [],
  } as unknown as RoutineTurn);

describe('what was worked out to be lost', () => {
  it.each([
    'so what does that cost us?',
    'how much is all that costing us',
    'and what are we losing?',
    'كم يكلفنا ذلك؟',
    'كم نخسر؟',
  ])('is told again for %s', (text) => expect(step(text)).toHaveProperty('reply'));

  it.each([
    'we are losing customers to a competitor',
    'our reports keep costing us sleep',
    'نخسر عملاء كل شهر',
    'how much does the workshop cost us?',
  ])('is not what %s asks for', (text) => expect(step(text)).toBeUndefined());

  it('is told of nothing before it was worked out', () =>
    expect(step('so what does that cost us?', [])).toBeUndefined());
});

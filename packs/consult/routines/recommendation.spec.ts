import { made, reply, routineTurn } from '../../../test/harness/routine-turn.ts';
import { PRICES } from '../agents/material.ts';
import { recommend } from './recommendation.ts';

const material = { [PRICES]: { workshop: 10_000, consulting: 80_000 } };
const loss = made(
  'simulate_cost_of_inaction',
  {},
  {
    process: 'scheduling',
    monthlyCost: 2_400,
    currency: 'USD',
    workshop: { price: 10_000, breakEvenMonths: 4.2 },
    consulting: { price: 80_000, breakEvenMonths: 33.3 },
  },
);
const told = (text: string, earlier = [loss]) =>
  reply(recommend(routineTurn(text, { agent: 'sales', material, earlier })));

it.each([
  'what would you propose?',
  'So what do you recommend for us?',
  "what's the next step?",
  'where should we start',
  'which one would you suggest?',
  'ماذا تقترح علينا؟',
  'بماذا تنصحون؟',
])('%s is answered by the own figures', (text) => expect(told(text)).toMatch(/2,400/));

it('asks for the figures that are not known yet, and names the prices', () => {
  const asked = told('what do you suggest?', []);
  expect(asked).toMatch(/\$10,000.*Which work/);
});

it.each([
  'what would you propose to fix our invoices in Excel?',
  'which CRM do you recommend?',
  'what do you suggest we tell our CFO?',
])('%s is about something else', (text) => expect(told(text)).toBeUndefined());

import { callsOf, made, reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/routine-turn.fixture.ts';

const listed = made('find_units_by_budget', { max_budget: 50_000 }, { total: 3, returned: 3, units: [] });
const sales = made(
  'get_total_sales_value',
  { district: 'Yas Island', year: 2024 },
  { district: 'Yas Island' },
);
const behind = (call: typeof listed, text: string) => stepFor(text, { earlier: [call], lastCalls: [call] });

describe('behind a list of homes', () => {
  it.each(['why do landlords want cheques?', 'why is parking so expensive there'])(
    '%s is not about the list',
    (text) => expect(reply(behind(listed, text))).toMatch(/holds no causes/),
  );

  it.each(['why these?', 'why?', 'why are they so cheap?', 'لماذا هذه؟'])('%s is', (text) =>
    expect(reply(behind(listed, text))).toMatch(/They are what fits|لأنها تناسب/),
  );

  it('an explanation of words is none of causes', () =>
    expect(behind(listed, 'explain the difference between a villa and a townhouse')).toBeUndefined());
});

it.each(['was it bad weather', 'is it high up'])('%s is about no years', (text) =>
  expect(behind(sales, text)).toBeUndefined(),
);

it.each(['is that a lot?', 'is that high for a district?'])('%s is', (text) =>
  expect(behind(sales, text)).toBeDefined(),
);

describe('behind the housing stock', () => {
  const stock = made('get_current_supply', { district: 'Khalifa City', year: 2024 });
  it('"is that a lot?" is not answered with sales', () =>
    expect(behind(stock, 'was that a lot?')).toBeUndefined());
  it('sales are, where they are named', () =>
    expect(callsOf(behind(stock, 'sales over the years'))[0]?.tool).toBe('get_total_sales_value'));
});

import { made, reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../testing/routine-turn.fixture.ts';

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

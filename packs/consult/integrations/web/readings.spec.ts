import { priceIn } from './readings.ts';
import cases from './readings.cases.json' with { type: 'json' };

describe('the price in a page’s text', () => {
  it.each(cases as [string, number, string][])('%s', (text, price, currency) =>
    expect(priceIn(text)).toMatchObject({ price, currency }),
  );

  it.each(['all 300 of them', 'the top 5', 'try 3 times', 'founded in 1972', 'up 3 %'])('none: %s', (text) =>
    expect(priceIn(text)).toBeUndefined(),
  );
});

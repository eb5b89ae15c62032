import { priceIn } from './readings.ts';

describe('the price in a page’s text', () => {
  it.each([
    ['closed at $1,234.50 today', 1_234.5, 'USD'],
    ['SAP 123.45 € on Xetra', 123.45, 'EUR'],
    ['SAP.DE 123,45 € (+1,2 %)', 123.45, 'EUR'],
    ['1.234,56 EUR', 1_234.56, 'EUR'],
    ['SEK 120.50 in Stockholm', 120.5, 'SEK'],
    ['KWD 3.2', 3.2, 'KWD'],
    ['₹1,200', 1_200, 'INR'],
    ['HK$ 300', 300, 'HKD'],
    ['US$ 300', 300, 'USD'],
    ['C$45', 45, 'CAD'],
    ['about 300 dollars', 300, 'USD'],
    ['300 usd', 300, 'USD'],
    ['300 DOLLARS', 300, 'USD'],
    ['TOP 10 companies; price $50', 50, 'USD'],
    ['2023 ALL-time high $230', 230, 'USD'],
    ['TRY 3 of ALL 5 $', 5, 'USD'],
    ['TOP 10: now 240 CHF', 240, 'CHF'],
    ['it closed at TRY 1,200', 1_200, 'TRY'],
    ['300 RON', 300, 'RON'],
  ])('%s', (text, price, currency) => expect(priceIn(text)).toMatchObject({ price, currency }));

  it.each(['all 300 of them', 'the top 5', 'try 3 times', 'founded in 1972', 'up 3 %'])('none: %s', (text) =>
    expect(priceIn(text)).toBeUndefined(),
  );
});

import { withoutToldBefore } from './told-once.ts';

const once = [/Sale assumed, as \S+ looks like a price\./u, /Rent assumed, as \S+ looks like a rent\./u];
const sale = (amount: string) =>
  `3 matches:\n1. A\nSale assumed, as ${amount} looks like a price.\nThis is sample data.`;

it('says what holds as before once, whatever its figure', () => {
  expect(withoutToldBefore(sale('€1'), [], once)).toBe(sale('€1'));
  expect(withoutToldBefore(sale('€2'), [sale('€1'), 'ok'], once)).toBe(
    '3 matches:\n1. A\nThis is sample data.',
  );
});

it('says anew what no longer holds', () => {
  const rent = 'Rent assumed, as €900 looks like a rent.';
  expect(withoutToldBefore(rent, [sale('€1')], once)).toBe(rent);
  expect(withoutToldBefore(sale('€1'), [sale('€1'), rent], once)).toBe(sale('€1'));
});

it('leaves the rest of a line', () => {
  expect(
    withoutToldBefore(
      'Rent assumed, as €9 looks like a rent. Nothing matches.',
      ['Rent assumed, as €9 looks like a rent.'],
      once,
    ),
  ).toBe('Nothing matches.');
});

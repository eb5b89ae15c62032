import { readLed, resistorFor } from './led-resistor.ts';

it.each([
  [5, 2, {}, 220, 13.6],
  [3.3, 2, {}, 100, 13],
  [12, 3.2, { milliamps: 10 }, 1_000, 8.8],
  [9, 2, { milliamps: 20 }, 390, 17.9],
  [5, 2, { ohms: 1_000 }, 1_000, 3],
  [5, 2, { milliamps: 3 }, 1_000, 3],
])('%s V on %s V with %j: %s Ω', (supply, led, given, ohms, milliamps) => {
  const found = resistorFor(supply, led, given);
  expect(found?.ohms).toBe(ohms);
  expect(found?.milliamps).toBeCloseTo(milliamps, 1);
});

it.each([
  [3, 3.2],
  [3.2, 3.2],
  [3.3, 3.2],
  [0, 2],
])('%s V light none of %s V', (supply, led) => expect(resistorFor(supply, led)).toBeUndefined());

it.each([
  ['a red LED on 5V', [2], [5], undefined, undefined],
  ['a blue led at 12 volts and 10 mA', [3.2], [12], 10, undefined],
  ['is 330 ohm ok for a green led', [2.2], [], undefined, 330],
  ['can I use a 1k resistor with the LED on 3.3 V', [], [3.3], undefined, 1_000],
  ['2.2 kΩ', [], [], undefined, 2_200],
  ['LED أحمر على ٥ فولت', [2], [5], undefined, undefined],
])('%s', (text, colours, volts, milliamps, ohms) => {
  const read = readLed(text);
  expect({ ...read, colours: read.colours.map((one) => one.volts) }).toEqual({
    colours,
    volts,
    milliamps,
    ohms,
  });
});

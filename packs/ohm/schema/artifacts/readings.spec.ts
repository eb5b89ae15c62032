import fc from 'fast-check';
import { forAll } from '../../../../test/harness/for-all.ts';
import { current, interfaces, milliamperes, pieces, voltage } from './readings.ts';
import { wiringSteps } from './wiring.kind.ts';

it.each([
  ['RS485', ['rs485']],
  ['RS-485', ['rs485']],
  ['rs 485', ['rs485']],
  ['Modbus RTU over RS-485', ['modbusrtu', 'rs485']],
  ['I2S', ['i2s']],
  ['I²S bus', ['i2s']],
  ['I²C / SPI', ['i2c', 'spi']],
  ['1-Wire', ['onewire']],
  ['4-wire SPI', ['spi']],
  ['UART (TTL)', ['uart']],
  ['TTL serial', ['uart']],
  [
    ['Analog output', 'PWM input'],
    ['adc', 'pwm'],
  ],
  ['Wi-Fi, BLE', []],
  ['SPI I2C', ['spi', 'i2c']],
  ['Digital PWM', ['gpio', 'pwm']],
  ['GPIO I2C SPI UART', ['gpio', 'i2c', 'spi', 'uart']],
  ['see datasheet', []],
  ['unknown', []],
])('reads the interfaces %j as %j', (given, expected) => {
  expect(interfaces.parse(given)).toEqual(expected);
});

it.each(['the one beside the antenna', '!', '485'])('refuses the interface %j', (given) => {
  expect(interfaces.safeParse(given).success).toBe(false);
});

it.each([
  [
    3,
    5,
    '3-5V|3 to 5 V|from 3 up to 5V|3V to 5V|3 … 5 V|3..5V|3V..5.0V|3−5 V|3/5 V|3/4/5V|3.0 V (5 V tolerant)',
  ],
  [3.3, 5, '3.3–5 V|between 3.3 and 5 V|3V3/5V|5V/3.3V|3,3 V or 5 V|٣٫٣-٥ V'],
  [10, 20, '10-20|from 10 up to 20'],
  [5, 5, 'USB 2.0, 5V|ESP32 or 5V|2 A at 5 V|5V2A|5VDC|5-volt supply|5 V ±5%|+5V|5 (max)|5,000 millivolts'],
  [1.5, 1.5, '3 x 1.5 V|1V5|1V5OUT|1500 mV|.0015 kV'],
])('reads the voltage from %d to %d', (min, max, texts) => {
  for (const text of texts.split('|'))
    expect({ text, ...voltage.safeParse(text).data }).toEqual({ text, min, max });
});

it.each([
  [10, 20, '10 to 20 mA|10/20|0.01-0.02 A|10 mA (peak 20 mA)'],
  [500, 2_000, 'from 0.5 up to 2 A|500 mA/2A|.5 A typ, 2 A max'],
  [
    1_200,
    1_200,
    '1,200 mA|1 200 mA|1.200,0 mA|١٬٢٠٠ mA|1.2 amps|1.2 (A)|5V/1.2A|1.2e3 mA|1,200,000 μA|max 1200',
  ],
  [0.01, 0.01, '10 μA|10 µA|10uA|10 microamps|0.01 milliamperes|0.00001 amperes'],
])('reads the current from %d to %d mA', (typical, max, texts) => {
  for (const text of texts.split('|'))
    expect({ text, ...current.safeParse(text).data }).toEqual({ text, typical, max });
});

it.each(['200 mW', '500 mAh', '5 V', '½ A', '-5', '±5 V', '2 pcs', '1.2.3', '25 °C', 'n/a'])(
  'refuses %j as a current with an example',
  (given) => expect(current.safeParse(given).error?.message).toContain('0.5 A'),
);

it.each(['-5V', '±5 V', '5 V ± 0.25 V', '12 kV', '5 W', '5 minutes', '18650 cell', '3.3,5V'])(
  'refuses %j as a voltage with an example',
  (given) => expect(voltage.safeParse(given).error?.message).toContain('3.0-3.6 V'),
);

it.each(['en', 'de', 'fr', 'de-CH', 'en-IN', 'ar-EG', 'fa'])(
  '%s: reads the currents that Intl writes',
  (locale) => {
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 });
    forAll(
      100,
      fc.integer({ min: 0, max: 1e9 }),
      fc.constantFrom(' mA', 'mA', ' milliamps'),
      (amount, unit) => expect(milliamperes.parse(format.format(amount / 100) + unit)).toBe(amount / 100),
    );
  },
);

it.each('2|٢|2.0|2,0|x2|2 x|×2|2 pcs|2 pieces|2 Sets'.split('|'))('reads %j as two pieces', (given) =>
  expect(pieces.parse(given)).toBe(2),
);

it.each([
  [
    [0, 1, 2],
    [1, 2, 3],
  ],
  [
    [10, 30, 20],
    [1, 3, 2],
  ],
  [
    ['1', '2'],
    [1, 2],
  ],
  [[1, 1], undefined],
])('gives steps of the orders %j the orders %j', (given, expected) => {
  const steps = wiringSteps.safeParse(given.map((order) => ({ order, text: 'Connect.' }))).data;
  expect(steps?.map(({ order }) => order)).toEqual(expected);
});

import fc from 'fast-check';
import { forAll } from '../../../../test/harness/for-all.ts';
import { component } from './component.ts';
import { connection } from './connection.ts';
import { current, interfaces, milliamperes, pieces, voltage } from './readings.ts';
import { wiringSteps } from './wiring.kind.ts';

const endOf = (from: string) => connection.parse({ id: 'x', from, to: 'OLED:SDA' }).from;

/** Texts, separated by "|", by what is read in them. */
it.each<[string, (text: string) => string | number, Record<string, string>]>([
  [
    'interfaces',
    (text) => interfaces.parse(text).join(' '),
    {
      rs485: 'RS485|RS-485|rs 485',
      'modbusrtu rs485': 'Modbus RTU over RS-485',
      i2s: 'I2S|I²S bus',
      'i2c spi': 'I²C / SPI',
      'onewire uart': '1-Wire, UART (TTL)|1-wire / TTL serial',
      'spi i2c': 'SPI I2C|4-wire SPI, I2C',
      'gpio pwm': 'Digital PWM',
      'adc pwm': 'Analog output, PWM input',
      'gpio i2c spi uart': 'GPIO I2C SPI UART',
      '': 'Wi-Fi, BLE|see datasheet|unknown',
    },
  ],
  [
    'voltage',
    (text) => Object.values(voltage.parse(text)).join(' to '),
    {
      '3 to 5':
        '3-5V|3 to 5 V|from 3 up to 5V|3V to 5V|3 … 5 V|3..5V|3V..5.0V|3−5 V|3/5 V|3/4/5V|3.0 V (5 V tolerant)',
      '3.3 to 5': '3.3–5 V|between 3.3 and 5 V|3V3/5V|5V/3.3V|3,3 V or 5 V|٣٫٣-٥ V',
      '10 to 20': '10-20|from 10 up to 20',
      '5 to 5':
        'USB 2.0, 5V|ESP32 or 5V|2 A at 5 V|5V2A|5VDC|5-volt supply|5 V ±5%|5V ± 0.25V|+5V|5 (max)|5,000 millivolts|5 DC|5 regulated|5 (USB)',
      '1.5 to 1.5': '3 x 1.5 V|1V5|1V5OUT|1500 mV|.0015 kV',
    },
  ],
  [
    'current',
    (text) => Object.values(current.parse(text)).join(' to '),
    {
      '10 to 20': '10 to 20 mA|10/20|0.01-0.02 A|10 mA (peak 20 mA)',
      '500 to 2000': 'from 0.5 up to 2 A|500 mA/2A|.5 A typ, 2 A max',
      '1200 to 1200':
        '1,200 mA|1 200 mA|1.200,0 mA|١٬٢٠٠ mA|1.2 amps|1.2 (A)|5V/1.2A|1.2e3 mA|1,200,000 μA|max 1200|1200 avg|1200 per LED|1.2 A ±5 mA',
      '0.01 to 0.01': '10 μA|10 µA|10uA|10 microamps|0.01 milliamperes|0.00001 amperes',
    },
  ],
  ['pieces', (text) => pieces.parse(text), { 2: '2|٢|2.0|2,0|x2|2 x|×2|2 pcs|2 pieces|2 Sets' }],
  [
    'category',
    (category) => component.parse({ id: 'part', name: 'X', category }).category,
    {
      sensor: 'Sensor module|Sensor board|Environmental sensor|Sensor (temperature)|Sensor accessories',
      mcu: 'Microcontroller module|ESP32 board|Main controller|Controller board|Development boards',
      actuator: 'Relay module|Motor driver module|Motor controller',
      passive: 'Level shifter module|Bidirectional level shifter',
      power: 'Power module|Power board',
      connector: 'Sensor cable|Power connector',
      other: 'module|Storage module|Electronics accessories',
    },
  ],
  [
    'end',
    (text) => Object.values(endOf(text)).join(' '),
    {
      'esp32 21':
        'ESP32:21|ESP32.GPIO21|ESP32 GPIO 21|ESP32 pin 21|esp32 GPIO_21|ESP32 (GPIO 21)|ESP32 GPIO21 (SDA)|ESP32 IO21/SDA|ESP32: GPIO 21|ESP32 pin: 21|ESP32 GPIO pin #21|ESP32 pin no. 21|ESP32 I/O 21|ESP32 port ٢١',
      'esp32 VIN': 'ESP32 VIN|ESP32 pin VIN|ESP32>VIN',
      'arduino-mega-2560 A0': 'Arduino Mega 2560 A0|Arduino Mega 2560 (A0)|Arduino Mega 2560 pin A0',
      'usb-port VBUS': 'USB port VBUS',
      'usb-hub PORT2': 'usb-hub:PORT2',
      'relay NO1': 'relay:NO1|Relay NO1',
      'pcf8574-io-expander P0': 'PCF8574 IO expander P0',
    },
  ],
])('reads the %s', (_, read, texts) => {
  const given = Object.entries(texts).flatMap(([expected, all]) =>
    all.split('|').map((text) => [text, expected]),
  );
  expect(given.map(([text = '']) => [text, String(read(text))])).toEqual(given);
});

it.each([
  ['interfaces', interfaces, '', 'the one beside the antenna|!|485'],
  ['current', current, '0.5 A', '200 mW|500 mAh|5 V|½ A|-5|±5 V|2 pcs|1.2.3|25 °C|n/a'],
  ['voltage', voltage, '3.0-3.6 V', '-5V|±5 V|12 kV|5 W|5 minutes|18650 cell|3.3,5V'],
])('refuses other %s, with an example', (_, schema, example, texts) => {
  for (const text of texts.split('|')) expect(schema.safeParse(text).error?.message).toContain(example);
});

it.each('GPIO 21|pin no. 4|GPIO pin 21|21|esp32'.split('|'))('refuses the end %j', (text) =>
  expect(() => endOf(text)).toThrow('esp32:21'),
);

it.each(['en', 'de', 'fr', 'de-CH', 'en-IN', 'ar-EG', 'fa'])(
  '%s: reads the currents that Intl writes',
  (locale) => {
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 });
    const units = fc.constantFrom(' mA', 'mA', ' milliamps');
    forAll(100, fc.integer({ min: 0, max: 1e9 }), units, (amount, unit) =>
      expect(milliamperes.parse(format.format(amount / 100) + unit)).toBe(amount / 100),
    );
  },
);

it.each([
  ['0 1 2', '1 2 3'],
  ['10 30 20', '1 3 2'],
  ['1 1', undefined],
])('gives steps of the orders %s the orders %s', (given, expected) => {
  const steps = wiringSteps.safeParse(given.split(' ').map((order) => ({ order, text: 'Connect.' }))).data;
  expect(steps?.map(({ order }) => order).join(' ')).toBe(expected);
});

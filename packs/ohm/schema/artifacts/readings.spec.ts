import { current, interfaces, voltage } from './readings.ts';
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
  ['3-5V', 3, 5],
  ['3.3–6 V', 3.3, 6],
  ['3 to 5 V', 3, 5],
  ['from 3 up to 5V', 3, 5],
  ['between 3.3 and 5 V', 3.3, 5],
  ['3V to 5V', 3, 5],
  ['3 … 5 V', 3, 5],
  ['3..5V', 3, 5],
  ['10-20', 10, 20],
  ['from 10 up to 20', 10, 20],
  ['USB 2.0, 5V', 5, 5],
  ['ESP32 or 5V', 5, 5],
  ['3 x 1.5 V', 1.5, 1.5],
  ['2 A at 5 V', 5, 5],
])('reads the voltage %j as %d to %d', (given, min, max) => {
  expect(voltage.parse(given)).toEqual({ min, max });
});

it.each([
  ['10 to 20 mA', 10, 20],
  ['from 0.5 up to 2 A', 500, 2_000],
])('reads the current %j as %d to %d mA', (given, typical, max) => {
  expect(current.parse(given)).toEqual({ typical, max });
});

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

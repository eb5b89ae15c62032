/** Pins of a board by what they can do, as they are printed on it. */
export interface PinPools {
  i2c: { SDA: string; SCL: string };
  spi: { SCK: string; MISO: string; MOSI: string; CS: string };
  uart: { RX: string; TX: string };
  digital: readonly string[];
  /** Analog inputs that are handed out; those of a bus are kept for it. */
  adc: readonly string[];
  /** All analog inputs, where there are more, by the makers' descriptions. */
  analog?: readonly string[];
  /** Digital pins without a pull-up of their own. */
  noPullUp?: readonly string[];
  /** Input of the board's own regulator, with the volts that it takes (by the makers' descriptions). */
  raw: { pin: string; min: number; max: number };
  /** The pin behind the regulator, for a supply that is steady by itself, with the volts that the chip takes. */
  direct: { pin: string; min: number; max: number };
  /** The most that one pin may give, in mA, by the makers' data sheets (absolute maximum or strongest setting). */
  pinMa: number;
}

const list = (text: string) => text.split(' ');
const nano: PinPools = {
  i2c: { SDA: 'A4', SCL: 'A5' },
  spi: { SCK: '13', MISO: '12', MOSI: '11', CS: '10' },
  uart: { RX: '8', TX: '9' },
  digital: list('2 3 4 5 6 7'),
  adc: list('A0 A1 A2 A3'),
  analog: list('A0 A1 A2 A3 A4 A5 A6 A7'),
  raw: { pin: 'VIN', min: 7, max: 12 },
  // At 16 MHz the ATmega328P is specified from 4.5 V on.
  direct: { pin: '5V', min: 4.5, max: 5.5 },
  pinMa: 40,
};

/** Boards of the catalogue. Pins that decide how a board starts are left out. */
export const pinPools: Readonly<Record<string, PinPools>> = {
  'esp32-devkit': {
    i2c: { SDA: '21', SCL: '22' },
    spi: { SCK: '18', MISO: '19', MOSI: '23', CS: '5' },
    uart: { RX: '16', TX: '17' },
    digital: list('4 27 26 25 14 13'),
    adc: list('34 35 32 33'),
    raw: { pin: 'VIN', min: 5, max: 12 },
    direct: { pin: '3V3', min: 3, max: 3.6 },
    pinMa: 40,
  },
  'esp8266-nodemcu': {
    i2c: { SDA: 'D2', SCL: 'D1' },
    spi: { SCK: 'D5', MISO: 'D6', MOSI: 'D7', CS: 'D8' },
    uart: { RX: 'D9', TX: 'D10' },
    digital: list('D5 D6 D7 D0'),
    noPullUp: list('D0'),
    adc: list('A0'),
    raw: { pin: 'VIN', min: 5, max: 10 },
    direct: { pin: '3V3', min: 3, max: 3.6 },
    pinMa: 12,
  },
  'arduino-uno': { ...nano, analog: list('A0 A1 A2 A3 A4 A5') },
  'arduino-nano': nano,
  'rpi-pico-w': {
    i2c: { SDA: 'GP4', SCL: 'GP5' },
    spi: { SCK: 'GP18', MISO: 'GP16', MOSI: 'GP19', CS: 'GP17' },
    uart: { RX: 'GP1', TX: 'GP0' },
    digital: list('GP2 GP3 GP6 GP7 GP8 GP9'),
    adc: list('GP26 GP27 GP28'),
    raw: { pin: 'VSYS', min: 1.8, max: 5.5 },
    direct: { pin: '3V3', min: 3, max: 3.6 },
    pinMa: 12,
  },
};

const ESP8266 = /8266|nodemcu|wemos|d1[- ]?mini/i;
/** GPIO numbers behind the names that are printed on boards with an ESP8266. */
const ESP8266_NUMBERS: Readonly<Record<string, string>> = {
  D0: '16',
  D1: '5',
  D2: '4',
  D3: '0',
  D4: '2',
  D5: '14',
  D6: '12',
  D7: '13',
  D8: '15',
  D9: '3',
  RX: '3',
  D10: '1',
  TX: '1',
};
/** Names of inputs of an ESP32 that code calls by their number. */
const ESP32_NUMBERS: Readonly<Record<string, string>> = { VP: '36', SVP: '36', VN: '39', SVN: '39' };

/**
 * One spelling for a pin of a board: `GPIO4`, `IO4`, `GP4`, `pin 4`, `D4` and `4` are the same, but for boards with an
 * ESP8266, whose `D2` is GPIO4.
 *
 * @param board its id in the parts list or its name.
 */
export function pinKey(pin: string, board = ''): string {
  const key = pin
    .trim()
    .toUpperCase()
    .replace(/^(?:PIN|GPIO|IO|GP)[\s_#-]*(?=\d)/, '')
    .replace(/^D[\s_-]+(?=\d)/, 'D');
  if (ESP8266.test(board)) return ESP8266_NUMBERS[key] ?? key;
  return ESP32_NUMBERS[key] ?? /^D(\d+)$/.exec(key)?.[1] ?? key;
}

/** A pin as code for the board writes it: only boards with an ESP8266 have the names that are printed on them. */
export function pinInCode(pin: string, board: string): string {
  const printed = pin.trim().toUpperCase();
  return ESP8266.test(board) && printed in ESP8266_NUMBERS ? printed : pinKey(pin, board);
}

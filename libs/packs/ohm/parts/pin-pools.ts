/** Pins of a board by what they can do, as they are printed on it. */
export interface PinPools {
  i2c: { SDA: string; SCL: string };
  spi: { SCK: string; MISO: string; MOSI: string; CS: string };
  uart: { RX: string; TX: string };
  digital: readonly string[];
  adc: readonly string[];
  /** Input of the board's own regulator, with the volts that it takes (by the makers' descriptions). */
  raw: { pin: string; min: number; max: number };
}

const list = (text: string) => text.split(' ');
const nano: PinPools = {
  i2c: { SDA: 'A4', SCL: 'A5' },
  spi: { SCK: '13', MISO: '12', MOSI: '11', CS: '10' },
  uart: { RX: '8', TX: '9' },
  digital: list('2 3 4 5 6 7'),
  adc: list('A0 A1 A2 A3'),
  raw: { pin: 'VIN', min: 7, max: 12 },
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
  },
  'esp8266-nodemcu': {
    i2c: { SDA: 'D2', SCL: 'D1' },
    spi: { SCK: 'D5', MISO: 'D6', MOSI: 'D7', CS: 'D8' },
    uart: { RX: 'D9', TX: 'D10' },
    digital: list('D5 D6 D7 D0'),
    adc: list('A0'),
    raw: { pin: 'VIN', min: 5, max: 10 },
  },
  'arduino-uno': nano,
  'arduino-nano': nano,
  'rpi-pico-w': {
    i2c: { SDA: 'GP4', SCL: 'GP5' },
    spi: { SCK: 'GP18', MISO: 'GP16', MOSI: 'GP19', CS: 'GP17' },
    uart: { RX: 'GP1', TX: 'GP0' },
    digital: list('GP2 GP3 GP6 GP7 GP8 GP9'),
    adc: list('GP26 GP27 GP28'),
    raw: { pin: 'VSYS', min: 1.8, max: 5.5 },
  },
};

/** One spelling for a pin: `GPIO4`, `IO4`, `GP4` and `4` are the same. */
export function pinKey(pin: string): string {
  const key = pin.trim().toUpperCase();
  return /^(?:GPIO|IO|GP)_?(\d+)$/.exec(key)?.[1] ?? key;
}

/** Pins of a board by use, as they are printed on it. Pins that decide how a board starts are left out. */
export interface PinPools {
  i2c: { SDA: string; SCL: string };
  digital: readonly string[];
  /** Analog inputs; those of a bus are kept for it. */
  adc: readonly string[];
}

const list = (text: string) => text.split(' ');
const nano: PinPools = {
  i2c: { SDA: 'A4', SCL: 'A5' },
  digital: list('2 3 4 5 6 7'),
  adc: list('A0 A1 A2 A3'),
};

/** Boards of the catalogue, by id. */
export const pinPools: Readonly<Record<string, PinPools>> = {
  'esp32-devkit': {
    i2c: { SDA: '21', SCL: '22' },
    digital: list('4 27 26 25 14 13'),
    adc: list('34 35 32 33'),
  },
  'esp8266-nodemcu': { i2c: { SDA: 'D2', SCL: 'D1' }, digital: list('D5 D6 D7 D0'), adc: list('A0') },
  'arduino-uno': nano,
  'arduino-nano': nano,
  'rpi-pico-w': {
    i2c: { SDA: 'GP4', SCL: 'GP5' },
    digital: list('GP2 GP3 GP6 GP7 GP8 GP9'),
    adc: list('GP26 GP27 GP28'),
  },
};

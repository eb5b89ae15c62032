import { partsNamedIn } from './find-parts.ts';

describe('the parts that a text names', () => {
  it.each([
    ['a temperature logger based on an ESP32', ['esp32-devkit', 'ds18b20']],
    ['temperature and humidity with a display', ['dht22', 'ssd1306']],
    ['temperature with a BME280', ['bme280']],
    ['an Arduino Nano with an LCD display and an LED strip', ['arduino-nano', 'lcd1602-i2c', 'ws2812b-1m']],
    ['my arduino', ['arduino-uno']],
    ['two relays and servos', ['relay-1', 'sg90']],
    ['a lightning fast ledger', []],
    ['a lamp for the night', []],
    ['it runs on two AA batteries', ['battery-2aa']],
    ['with a battery', ['battery-18650']],
    ['قياس الحرارة والرطوبة مع شاشة', ['dht22', 'ssd1306']],
    ['رطوبة التربة', ['soil-cap']],
    ['أضف زرا', ['button']],
  ])('%s', (text, expected) => expect(partsNamedIn(text).map(({ id }) => id)).toEqual(expected));
});

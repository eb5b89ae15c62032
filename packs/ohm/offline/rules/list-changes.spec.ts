import { component, finishedBom, type Bom } from '../../schema/artifacts/bom.kind.ts';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import { functionsOf, pinQuestionIn, pinsFor } from './board-pins.ts';
import { limitIn } from './cost-limit.ts';
import { changesFor, changesList } from './list-changes.ts';
import { partsFor } from './parts-list.ts';
import { placesIn } from './places.ts';

const listOf = (text: string): Bom['components'] =>
  finishedBom({ currency: 'USD', components: partsFor([text]).map((part) => component.parse(part)) })
    .components;

describe('places in a list', () => {
  it.each<[string, number[]]>([
    ['remove the second one', [1]],
    ['remove the first and the third', [0, 2]],
    ['take out number 4', [3]],
    ['delete #2', [1]],
    ['the last one', [-1]],
    ['احذف الثانية', [1]],
    ['احذف القطعة الأولى والثالثة', [0, 2]],
    ['احذف رقم 3', [2]],
    ['الأخيرة', [-1]],
    ['every second', []],
    ['read it 5 seconds', []],
    ['كل ثانية', []],
    ['add a display', []],
  ])('%s', (text, places) => expect(placesIn(text)).toEqual(places));
});

describe('what a message does to a list', () => {
  const alarm = listOf('an ESP32 with a motion sensor, a buzzer and a display');
  const change = (text: string, known = alarm, said: string[] = []) => {
    const made = changesFor(text, known, said);
    if (made.kind !== 'changed') return made.kind;
    return made.changes.map((one) => ('_delete' in one ? `-${one.id}` : one.id));
  };

  it.each<[string, string[] | string]>([
    ['remove the second one', ['-hc-sr501']],
    ['take out the buzzer', ['-buzzer']],
    ['drop the last one', ['-jumper-40']],
    ['get rid of number 2', ['-hc-sr501']],
    ['احذف الثانية', ['-hc-sr501']],
    ['شيل الشاشة', ['-ssd1306']],
    ['لا أحتاج الجرس', ['-buzzer']],
    ['remove the pump', 'not listed'],
    ['remove it', 'not listed'],
    ['replace the second one with a distance sensor', ['-hc-sr501', 'hc-sr04', 'level-shift-4']],
    ['swap the display for an LED', ['-ssd1306', 'led-5mm', 'res-220']],
    ['swap the board for something cheaper', ['-esp32-devkit', 'esp8266-nodemcu']],
    ['replace the first one with something cheaper', ['-esp32-devkit', 'esp8266-nodemcu']],
    ['استبدل الأولى بأرخص', ['-esp32-devkit', 'esp8266-nodemcu']],
    ['replace the buzzer with something cheaper', 'nothing cheaper'],
    ['replace the second one', 'not listed'],
    ['add a boost converter', ['boost-mt3608']],
    ['أضف رافع جهد', ['boost-mt3608']],
    ['add a buzzer', 'already there'],
    ['add a flux capacitor', 'not known'],
    ['add a second buzzer', ['buzzer']],
    ['use a Nano instead of the ESP32', ['-esp32-devkit', 'arduino-nano']],
    ['غير اللوحة إلى أردوينو نانو', ['-esp32-devkit', 'arduino-nano']],
  ])('%s', (text, made) => expect(change(text)).toEqual(made));

  it('takes out what was spoken of last', () => {
    expect(change('take it out again', alarm, ['add a buzzer', 'thanks'])).toEqual(['-buzzer']);
    expect(change('احذفها', alarm, ['أضف شاشة'])).toEqual(['-ssd1306']);
  });

  it.each([
    "drop the display if there is one, I don't need it",
    'remove the antenna, it is not needed',
    "take the camera out, we don't need it",
    'احذف هذه الشاشة',
  ])('a thing that is named wins over "it": %s', (text) => {
    const known = listOf('an ESP32 with a motion sensor and a buzzer');
    expect(change(text, known, ['a weather box with an ESP32', 'too pricey'])).toBe('not listed');
  });

  it.each(["take it out, I don't need the hassle", 'remove that thing'])('still points back: %s', (text) =>
    expect(change(text, alarm, ['add a buzzer'])).toEqual(['-buzzer']),
  );

  it.each<[string, string, Record<string, number>]>([
    ['a reed switch, a buzzer and an LED on a Pico', 'add a second LED', { 'led-5mm': 2, 'res-220': 2 }],
    ['an LED on a Pico', 'add two more LEDs', { 'led-5mm': 3, 'res-220': 3 }],
    ['an LED on a Pico', 'add another LED', { 'led-5mm': 2, 'res-220': 2 }],
    ['an LDR on a Pico', 'add a DHT22', { dht22: 1, 'res-10k': 2 }],
    ['a buzzer on a Pico', 'add 3 LEDs', { 'led-5mm': 3, 'res-220': 3 }],
    ['a buzzer and an LED on a Pico', 'add a second buzzer', { buzzer: 2 }],
  ])('what each part needs comes with it: %s, %s', (project, text, quantities) => {
    const made = changesFor(text, listOf(project));
    const own = made.kind === 'changed' ? made.changes.map(({ id, quantity }) => [id, quantity]) : [];
    expect(Object.fromEntries(own)).toEqual(quantities);
  });

  it('puts back what was taken out last', () => {
    const without = alarm.filter(({ id }) => id !== 'buzzer');
    expect(change('put it back', without, ['remove the buzzer', 'thanks'])).toEqual(['buzzer']);
    expect(change('رجعها', without, ['احذف الجرس'])).toEqual(['buzzer']);
  });
});

describe('parts that a project cannot do without', () => {
  const ids = (text: string) => partsFor([text]).map(({ id }) => id);

  it.each([
    'a night light',
    'a lamp for my desk',
    'مصباح ليلي',
    'أريد إضاءة للدرج',
    'a red light that blinks',
  ])('%s has a light', (text) => expect(ids(text)).toContain('led-5mm'));

  it.each([
    'measures the light in my room',
    'a light sensor',
    'حساس الإضاءة',
    'logs the ambient light level',
  ])('%s is no lamp', (text) => expect(partsNamedIn(text).map(({ id }) => id)).not.toContain('led-5mm'));

  it('knows that it is dark where something is to happen then', () =>
    expect(ids('a lamp that turns on when it gets dark')).toEqual(
      expect.arrayContaining(['ldr', 'led-5mm']),
    ));

  it.each([
    "water my plants with a pump on an ESP32. it should run on batteries because there's no plug",
    'a Pico that runs a small pump from an 18650',
    'an alarm with a buzzer on batteries, no power supply there',
  ])('on batteries needs no supply: %s', (text) => {
    expect(ids(text)).toContain('battery-18650');
    expect(ids(text)).not.toContain('psu-5v2a');
  });

  it('a pump has 5 V from the converter of the cell, or from a supply', () => {
    expect(ids('a Pico that runs a small pump from an 18650')).toContain('boost-mt3608');
    expect(ids('a Pico that runs a small pump')).toContain('psu-5v2a');
    expect(ids('a pump with a power supply and a backup battery')).toContain('psu-5v2a');
  });

  it('lifts a cell to what the board takes, and only where it has to', () => {
    expect(ids('a temperature logger with an ESP32 on an 18650 battery')).toContain('boost-mt3608');
    expect(ids('a temperature logger with a Pico on an 18650 battery')).not.toContain('boost-mt3608');
    expect(ids('a temperature logger with an ESP32')).not.toContain('boost-mt3608');
  });
});

it.each([
  ['keep it under 12 dollars', 12],
  ['under twelve dollars please', 12],
  ['أقل من 12 دولارا', 12],
  ['تحت عشرة دولارات', 10],
  ['لا يتجاوز ٣٠ دولار', 30],
  ['make it cheaper', undefined],
])('the most that it may cost: %s', (text, target) => expect(limitIn(text)?.amount).toBe(target));

describe('pins of boards', () => {
  it.each([
    ['which pin is SDA on an ESP32?', 'esp32-devkit', 'SDA: 21'],
    ['What are the SPI pins of the Arduino Nano?', 'arduino-nano', 'SCK: 13; MISO: 12; MOSI: 11; CS: 10'],
    ['Which analog pins does the Uno have?', 'arduino-uno', 'analog: A0 A1 A2 A3 A4 A5'],
    ['where is SCL on the Pico', 'rpi-pico-w', 'SCL: GP5'],
    ['ما هو منفذ SDA في ESP32؟', 'esp32-devkit', 'SDA: 21'],
    ['على أي دبوس SCL في بيكو؟', 'rpi-pico-w', 'SCL: GP5'],
    ['ما المنافذ التناظرية في ESP8266؟', 'esp8266-nodemcu', 'analog: A0'],
  ])('%s', (text, board, pins) => {
    const asked = pinQuestionIn(text);
    expect(asked?.boards.map(({ id }) => id)).toEqual([board]);
    const lines = pinsFor(board, asked?.functions ?? []) ?? [];
    expect(lines.map(([name, own]) => `${name}: ${own.join(' ')}`).join('; ')).toBe(pins);
  });

  it.each([
    'I want to build a logger with an ESP32',
    'use I2C for the display',
    'write the firmware',
    'what is on D2?',
  ])('%s asks for none', (text) => expect(pinQuestionIn(text)).toBeUndefined());

  it('tells what a pin is for', () => {
    expect(pinQuestionIn('What is GPIO 21 on the ESP32 for?')).toMatchObject({ pins: ['21'], functions: [] });
    expect(functionsOf('esp32-devkit', '21')).toEqual(['SDA']);
    expect(functionsOf('esp32-devkit', '0')).toEqual([]);
  });
});

it.each([
  'switch the LED on by pushing the button',
  'I want to switch the pump with a relay',
  'can I change the LED brightness with a potentiometer?',
  'will it work without a battery?',
  'هل يعمل بدون بطارية؟',
])('%s leaves the list as it is', (text) => expect(changesList(text)).toBe(false));

it.each(['build it without the pump', 'switch the display with an LCD', 'بدون المضخة'])(
  '%s changes the list',
  (text) => expect(changesList(text)).toBe(true),
);

it.each(['where can I buy a battery?', 'أين أشتري بطارية؟'])('%s asks for no pin', (text) =>
  expect(pinQuestionIn(text)).toBeUndefined(),
);

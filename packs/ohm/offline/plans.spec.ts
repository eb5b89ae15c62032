// Generation rules: the parts list, its wiring, the firmware and the savings fit together, or the plan is refused.
import fc from 'fast-check';
import { finishedBom } from '../schema/artifacts/bom.kind.ts';
import { component } from '../schema/artifacts/component.ts';
import { pinsInCode, pinsOfWiring } from '../schema/artifacts/pin-names.ts';
import { wiringWarnings } from '../schema/artifacts/wiring-checks.ts';
import { finishedWiring, wiringKind } from '../schema/artifacts/wiring.kind.ts';
import { catalogue } from '../schema/parts/catalogue.ts';
import { pinKey } from '../schema/parts/pin-key.ts';
import { limitIn, optimizationsFor } from './budget.ts';
import { firmwareFor } from './firmware.ts';
import { onlyPartIn, partsFor, partsToAdd } from './parts-list.ts';
import { NoWiringError, wiringFor } from './wiring-plan.ts';

const ids = (parts: readonly { id: string }[]) => parts.map(({ id }) => id);
const bomFor = (text: string) =>
  finishedBom({ currency: 'USD', components: partsFor([text]).map((part) => component.parse(part)) });
const wiringOf = (bom: ReturnType<typeof bomFor>) =>
  finishedWiring(wiringFor(bom.components), { version: 1, bom });

describe('the parts list', () => {
  it.each([
    ['temperature on an ESP32', ['esp32-devkit', 'ds18b20', 'res-4k7', 'breadboard-830', 'jumper-40']],
    ['distance, no board named', ['esp32-devkit', 'hc-sr04', 'level-shift-4', 'breadboard-830', 'jumper-40']],
    ['distance on a nano', ['arduino-nano', 'hc-sr04', 'breadboard-830', 'jumper-40']],
    ['a night light on a nano', ['arduino-nano', 'breadboard-830', 'jumper-40']],
    ['a light meter based on a Pico', ['rpi-pico-w', 'bh1750', 'breadboard-830', 'jumper-40']],
    [
      'watering with soil moisture on a pico',
      ['rpi-pico-w', 'soil-cap', 'relay-1', 'pump-5v', 'psu-5v2a', 'breadboard-830', 'jumper-40'],
    ],
  ])('%s', (text, expected) => expect(ids(partsFor([text])).toSorted()).toEqual(expected.toSorted()));

  it.each([
    ['an Arduino with three LEDs', { 'led-5mm': 3, 'res-220': 3 }],
    ['an ESP32 with two DHT22', { dht22: 2, 'res-10k': 2 }],
    ['an ESP32 with 3 DS18B20', { ds18b20: 3, 'res-4k7': 1 }],
    ['a dht22 and an ldr', { 'res-10k': 2 }],
    ['the temperature every 10 minutes', { ds18b20: 1 }],
  ])('%s: as many of each as are named or needed', (text, expected) =>
    expect(Object.fromEntries(partsFor([text]).map(({ id, quantity }) => [id, quantity]))).toMatchObject(
      expected,
    ),
  );

  it('uses the chosen board', () =>
    expect(ids(partsFor(['temperature on an ESP32'], 'Arduino Nano'))).toContain('arduino-nano'));

  it.each([
    ['an OLED display', ['ssd1306']],
    ['LED', ['led-5mm', 'res-220']],
    ['شاشة', ['ssd1306']],
  ])('gets only what it lacks with %s', (text, expected) =>
    expect(ids(partsToAdd(onlyPartIn(text)!, partsFor(['temperature'])))).toEqual(expected),
  );

  it.each(['a Geiger counter', 'an OLED display and a buzzer', 'a display for the cellar', 'two displays'])(
    '%s is not one part',
    (text) => expect(onlyPartIn(text)).toBeUndefined(),
  );
});

it('the wiring is correct, or rejected, for all parts on all boards, and the firmware uses its pins', () => {
  const boards = catalogue.filter(({ category }) => category === 'mcu').map(({ name }) => name);
  const others = catalogue.filter(({ category }) => category !== 'mcu').map(({ name }) => name);
  const refused: string[] = [];
  fc.assert(
    fc.property(
      fc.constantFrom(...boards),
      fc.subarray(others, { minLength: 1, maxLength: 3 }),
      (board, parts) => {
        const bom = bomFor([board, ...parts].join('. '));
        let wiring;
        try {
          wiring = wiringOf(bom);
        } catch (error) {
          expect(error).toBeInstanceOf(NoWiringError);
          refused.push(String(error));
          return;
        }
        expect(wiring.warnings).toEqual([]);
        expect(wiringKind.schema?.safeParse(wiring).success).toBe(true);
        const { header, main } = firmwareFor(wiring);
        const key = (pin = '') => pinKey(pin, wiring.board.componentId);
        const coded = new Map(
          pinsInCode([{ path: 'h', content: header }]).map(({ name, pin }) => [name, pin]),
        );
        for (const { name, pin } of pinsOfWiring(wiring)) expect(key(coded.get(name))).toBe(key(pin));
        expect(header + main).not.toMatch(/\bdelay\s*\(|PIN\(|undefined/);
        for (const [used] of main.matchAll(/\bPIN_\w+/g)) expect([...coded.keys()]).toContain(used);
        expect(wiringWarnings(wiring, bom)).toEqual([]);
      },
    ),
    { numRuns: 300, seed: 7 },
  );
  expect(refused.length).toBeLessThan(250);
});

describe('the wiring', () => {
  it('keeps the pins of a part when another one is added', () => {
    const before = pinsOfWiring(wiringOf(bomFor('esp32 temperature')));
    const after = pinsOfWiring(wiringOf(bomFor('esp32 temperature, a relay and an oled')));
    expect(before).toEqual([{ name: 'PIN_DS18B20_DATA', pin: '4', signal: 'DATA', componentId: 'ds18b20' }]);
    expect(after).toEqual(expect.arrayContaining(before));
  });

  it.each([
    [
      'too few pins',
      bomFor('esp8266 with relay, buzzer, led, motion and dht22').components,
      /not enough pins/,
    ],
    ['no board', [], /no board/],
    ['an unknown board', [component.parse({ name: 'Mine', id: 'mine', category: 'mcu' })], /no board/],
    ['a battery', bomFor('esp32 temperature on a battery').components, /do not wire 18650/],
    ['5 V on a pin of 3.3 V', bomFor('esp32 with an ultrasonic sensor').components, /do not wire HC-SR04/],
  ])('is refused: %s', (_what, components, reason) => {
    expect(() => wiringFor(components)).toThrow(NoWiringError);
    expect(() => wiringFor(components)).toThrow(reason);
  });

  const warned = (text: string) =>
    wiringOf(bomFor(text))
      .steps?.flatMap(({ warning }) => warning ?? [])
      .join(' ');
  it('warns of mains on a relay', () => expect(warned('an esp32 with a relay')).toMatch(/Mains voltage/));
});

it('the firmware lists the parts without code', () => {
  const { main, without } = firmwareFor(wiringOf(bomFor('esp32 with dht22, an oled and a servo')));
  expect(main.match(/^void run_/gm)).toHaveLength(2);
  expect(main).toContain('Wire.begin(PIN_SDA, PIN_SCL);');
  expect(without).toEqual(['sg90']);
});

it('savings keep the logic level of the board', () => {
  expect(optimizationsFor(bomFor('esp32 temperature'))).toMatchObject([
    { componentId: 'esp32-devkit', suggested: 'NodeMCU ESP8266', risk: 'medium' },
  ]);
  const savings = optimizationsFor(bomFor('arduino uno with dht22 and an oled'));
  // The LCD puts 5 V on the pins, which those of the Uno take and those of the ESP32 do not.
  expect(savings.map(({ componentId }) => componentId)).toEqual(['arduino-uno', 'dht22', 'ssd1306']);
  expect(optimizationsFor(bomFor('esp32 with an oled'))).toMatchObject([{ componentId: 'esp32-devkit' }]);
});

it.each([
  ['Can we keep it under 12 dollars?', 12],
  ['Let us keep it under $30', 30],
  ['أريده أقل من ٢٠ دولارا', 20],
  ['Can we keep it under 12 euros?', undefined],
  ['Can we keep it between 12 and 20 dollars?', undefined],
  ['it needs 12 V', undefined],
])('the limit in “%s”', (text, expected) => expect(limitIn(text)).toBe(expected));

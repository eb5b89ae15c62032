import fc from 'fast-check';
import { component, finishedBom } from '../artifacts/bom.kind.ts';
import { pinsInCode, pinsOfWiring } from '../artifacts/pin-names.ts';
import { finishedWiring, wiringKind } from '../artifacts/wiring.kind.ts';
import { catalogue } from '../parts/catalogue.ts';
import { partsNamedIn } from '../parts/find-parts.ts';
import { pinKey } from '../parts/pin-pools.ts';
import { optimizationsFor, targetIn } from './cost-plan.ts';
import { datasheetFacts } from './datasheet-facts.ts';
import { firmwareFor, intervalIn } from './firmware.ts';
import { partsFor, partsToAdd } from './parts-list.ts';
import { NoWiringError, wiringFor } from './pin-plan.ts';
import { briefsFor, constraintsIn } from './project-brief.ts';
import { checkCircuit } from './verdict.ts';

const ids = (parts: readonly { id: string }[]) => parts.map(({ id }) => id);
const bomFor = (...texts: string[]) =>
  finishedBom({ currency: 'USD', components: partsFor(texts).map((part) => component.parse(part)) });
const wiringOf = (bom: ReturnType<typeof bomFor>) =>
  finishedWiring(wiringFor(bom.components), { version: 1, bom });

describe('parts that a text names', () => {
  it.each([
    ['a temperature logger based on an ESP32', ['esp32-devkit', 'ds18b20']],
    ['temperature and humidity with a display', ['dht22', 'ssd1306']],
    ['temperature with a BME280', ['bme280']],
    ['an Arduino Nano with an LCD display and an LED strip', ['arduino-nano', 'lcd1602-i2c', 'ws2812b-1m']],
    ['my arduino', ['arduino-uno']],
    ['two relays and servos', ['relay-1', 'sg90']],
    ['a lightning fast ledger', []],
    ['قياس الحرارة والرطوبة مع شاشة', ['dht22', 'ssd1306']],
  ])('%s', (text, expected) => expect(ids(partsNamedIn(text))).toEqual(expected));
});

describe('the parts list', () => {
  it.each([
    ['temperature on an ESP32', ['esp32-devkit', 'ds18b20', 'res-4k7', 'breadboard-830', 'jumper-40']],
    ['distance, no board named', ['esp32-devkit', 'hc-sr04', 'level-shift-4', 'breadboard-830', 'jumper-40']],
    ['distance on a nano', ['arduino-nano', 'hc-sr04', 'breadboard-830', 'jumper-40']],
    ['watering with soil moisture on a pico', ['rpi-pico-w', 'soil-cap', 'pump-5v', 'relay-1', 'psu-5v2a', 'breadboard-830', 'jumper-40']],
  ])('%s', (text, expected) => expect(ids(partsFor([text]))).toEqual(expected)); // prettier-ignore

  it('has a resistor for each part that needs one, and adds only what is missing', () => {
    expect(partsFor(['a dht22 and an ldr']).find(({ id }) => id === 'res-10k')?.quantity).toBe(2);
    const known = partsFor(['temperature']);
    expect(ids(partsToAdd('Add an OLED display', known))).toEqual(['ssd1306']);
    expect(ids(partsToAdd('Add an LED', known))).toEqual(['led-5mm', 'res-220']);
    expect(partsToAdd('Add an ESP32', known)).toEqual([]);
  });
});

describe('the wiring', () => {
  it('is right, or is refused, for whatever parts on whatever board', () => {
    const boards = catalogue.filter(({ category }) => category === 'mcu').map(({ name }) => name);
    const others = catalogue.filter(({ category }) => category !== 'mcu').map(({ name }) => name);
    fc.assert(
      fc.property(fc.constantFrom(...boards), fc.subarray(others, { minLength: 1, maxLength: 7 }), (board, parts) => {
        const bom = bomFor([board, ...parts].join('. '));
        let wiring;
        try {
          wiring = wiringOf(bom);
        } catch (error) {
          expect(error).toBeInstanceOf(NoWiringError);
          return;
        }
        expect(wiring.warnings).toEqual([]);
        expect(wiringKind.schema?.safeParse(wiring).success).toBe(true);
        const { header, main } = firmwareFor(wiring);
        const coded = new Map(pinsInCode([{ path: 'h', content: header }]).map(({ name, pin }) => [name, pin]));
        for (const { name, pin } of pinsOfWiring(wiring)) expect(coded.get(name)).toBe(pinKey(pin));
        expect(header + main).not.toMatch(/\bdelay\s*\(|PIN\(|undefined/);
        for (const [used] of main.matchAll(/\bPIN_\w+/g)) expect([...coded.keys()]).toContain(used);
        expect(checkCircuit(wiring, bom).others).toEqual([]);
      }),
      { numRuns: 300, seed: 7 },
    );
  }); // prettier-ignore

  it('keeps the pins of what was there when a part is added', () => {
    const before = pinsOfWiring(wiringOf(bomFor('esp32 temperature')));
    const after = pinsOfWiring(wiringOf(bomFor('esp32 temperature, a relay and an oled')));
    expect(after).toEqual(expect.arrayContaining(before));
    expect(before).toEqual([{ name: 'PIN_DS18B20_DATA', pin: '4', signal: 'DATA', componentId: 'ds18b20' }]);
  });

  it('stops where the board has too few pins, or is not known', () => {
    const many = bomFor('esp8266 with soil moisture and gas');
    expect(() => wiringOf(many)).toThrow(/not enough pins/);
    expect(() => wiringFor([])).toThrow(NoWiringError);
    const unknown = component.parse({ id: 'my-board', name: 'Mine', category: 'mcu' });
    expect(() => wiringFor([unknown])).toThrow(/not known/);
  });
});

describe('the firmware', () => {
  const of = (text: string) => firmwareFor(wiringOf(bomFor(text)));
  it('serves each part in a slice of its own', () => {
    const { main, header, libraries, platform } = of('esp32 with dht22, oled and soil moisture');
    expect(platform).toBe('esp32-arduino');
    expect(libraries).toEqual(expect.arrayContaining(['DHT sensor library', 'Adafruit SSD1306']));
    expect(main).toContain('DHT dht22(PIN_DHT22_DATA, DHT22);');
    expect(main).toContain('Wire.begin(PIN_SDA, PIN_SCL);');
    expect(main.match(/^void run_/gm)).toHaveLength(3);
    expect(header).toContain('constexpr uint8_t PIN_SOIL_CAP_AOUT = 34;');
  });

  it('sets up the pins of a part that it does not know, whatever its signals are called', () => {
    const board = { componentId: 'esp32-devkit', name: 'ESP32', logicVoltage: 3.3 };
    const wire = (signal: string, pin: string) => ({ id: pin, from: { componentId: 'esp32-devkit', pin }, to: { componentId: 'stepper', pin: signal }, signal });
    const { main } = firmwareFor(finishedWiring({ board, connections: [wire('DIR-', '4'), wire('STEP+', '27')] }, undefined));
    expect(main).toContain('pinMode(PIN_STEPPER_DIR_, OUTPUT);');
    expect(main).not.toContain('PIN(');
  }); // prettier-ignore

  it.each([
    ['every 30 seconds', 30_000],
    ['each 5 min', 300_000],
    ['every 1.5 hours', 5_400_000],
    ['كل 5 دقائق', 300_000],
    ['every day', undefined],
    ['every 0 seconds', undefined],
  ])('reads %s', (text, expected) => expect(intervalIn(text)).toBe(expected));
});

describe('costs', () => {
  it('fall only where the logic of the board stays as it is', () => {
    expect(optimizationsFor(bomFor('esp32 temperature'))).toMatchObject([
      { componentId: 'esp32-devkit', suggested: 'NodeMCU ESP8266', risk: 'medium' },
    ]);
    const savings = optimizationsFor(bomFor('arduino uno with dht22 and an oled'));
    expect(ids(savings.map(({ componentId }) => ({ id: componentId })))).toEqual(['arduino-uno', 'dht22']);
    expect(savings[1]?.risk).toBe('low');
  });
  it.each([
    ['Can we keep it under 12 dollars?', 12],
    ['budget of $40', 40],
    ['at most 1,200 USD', 1_200],
    ['اجعل الميزانية ٤٠ دولارا', 40],
    ['make it cheaper', undefined],
    ['it needs 12 V', undefined],
  ])('%s', (text, expected) => expect(targetIn(text)).toBe(expected));
});

describe('briefs', () => {
  it('hold the goal, what limits it and what it does, in the words that were said', () => {
    const briefs = briefsFor(
      'My plan is a plant monitor with an ESP32. It must run on a battery. How hard is it?',
    );
    const text = Object.fromEntries(briefs.map(({ kind, content }) => [kind, content]));
    expect(text.context).toBe(
      '## Overview\n\nA plant monitor with an ESP32.\n\n## Constraints\n\n- It must run on a battery.\n',
    );
    expect(text.mvp).toContain('- Measures with Capacitive soil moisture sensor');
    expect(text.prd).toContain('- The device measures with Capacitive soil moisture sensor.');
    expect(constraintsIn('Must it be small? Hello there.')).toEqual([]);
  });
});

describe('a data sheet', () => {
  it('is read for what it states, and nothing is added', () => {
    const text = `BH1750 ambient light sensor
Supply voltage VCC: 2.4 V to 3.6 V
Operating current: 0.12 mA
Interface: I2C, slave address 0x23
1 VCC
2 GND
Absolute maximum supply voltage 4.5 V`;
    const facts = Object.fromEntries(datasheetFacts(text).map(({ name, value }) => [name.en, value]));
    expect(facts).toEqual({
      Supply: '2.4 to 3.6 V',
      Currents: 'operating current 0.12 mA',
      Interface: 'I2C',
      Address: '0x23',
      Pins: '1 VCC, 2 GND',
      Limits: 'Absolute maximum supply voltage 4.5 V',
    });
    expect(datasheetFacts('A lovely sensor.').every(({ value }) => value === undefined)).toBe(true);
  });
});

import fc from 'fast-check';
import { component, finishedBom } from '../../schema/artifacts/bom.kind.ts';
import { pinsInCode, pinsOfWiring } from '../../schema/artifacts/pin-names.ts';
import { finishedWiring, wiringKind } from '../../schema/artifacts/wiring.kind.ts';
import { catalogue } from '../../schema/parts/catalogue.ts';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import { pinKey } from '../../schema/parts/pin-pools.ts';
import { limitIn } from './cost-limit.ts';
import { optimizationsFor, savingInArabic } from './cost-plan.ts';
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
    [
      'watering with soil moisture on a pico',
      ['rpi-pico-w', 'soil-cap', 'pump-5v', 'relay-1', 'psu-5v2a', 'breadboard-830', 'jumper-40'],
    ],
  ])('%s', (text, expected) => expect(ids(partsFor([text]))).toEqual(expected));

  it('has a resistor for each part that needs one, and adds only what is missing', () => {
    expect(partsFor(['a dht22 and an ldr']).find(({ id }) => id === 'res-10k')?.quantity).toBe(2);
    const known = partsFor(['temperature']);
    expect(ids(partsToAdd('Add an OLED display', known))).toEqual(['ssd1306']);
    expect(ids(partsToAdd('Add an LED', known))).toEqual(['led-5mm', 'res-220']);
    expect(partsToAdd('Add an ESP32', known)).toEqual([]);
  });
});

it.each([
  ['an Arduino with three lights', { 'led-5mm': 3, 'res-220': 3 }],
  ['an ESP32 with two DHT22', { dht22: 2, 'res-10k': 2 }],
  ['an ESP32 with 3 DS18B20', { ds18b20: 3, 'res-4k7': 1 }],
  ['an ESP32 that runs on two AA cells', { 'battery-2aa': 1, 'boost-mt3608': 1 }],
  ['an ESP32 on four AA cells', { 'battery-4aa': 1, 'boost-mt3608': undefined }],
])('%s: as many of each as are needed', (text, expected) => {
  const parts = partsFor([text]);
  const quantities = Object.keys(expected).map((id) => [id, parts.find((one) => one.id === id)?.quantity]);
  expect(Object.fromEntries(quantities)).toEqual(expected);
});

describe('what can hurt people', () => {
  const warned = (text: string) =>
    wiringOf(bomFor(text))
      .steps?.flatMap(({ warning }) => warning ?? [])
      .join(' ');

  it('is no mains where a relay switches a small pump', () =>
    expect(warned('watering with an esp32, a soil sensor and a pump')).not.toMatch(/[Mm]ains/));

  it('is mains where nobody knows what the relay switches', () =>
    expect(warned('an esp32 with a relay')).toMatch(/Mains voltage/));
});

describe('the wiring', () => {
  it('is right, or is refused, for whatever parts on whatever board', () => {
    const boards = catalogue.filter(({ category }) => category === 'mcu').map(({ name }) => name);
    const others = catalogue.filter(({ category }) => category !== 'mcu').map(({ name }) => name);
    fc.assert(
      fc.property(
        fc.constantFrom(...boards),
        fc.subarray(others, { minLength: 1, maxLength: 7 }),
        (board, parts) => {
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
          const coded = new Map(
            pinsInCode([{ path: 'h', content: header }]).map(({ name, pin }) => [name, pin]),
          );
          for (const { name, pin } of pinsOfWiring(wiring)) {
            const key = (one = '') => pinKey(one, wiring.board.componentId);
            expect(key(coded.get(name))).toBe(key(pin));
          }
          expect(header + main).not.toMatch(/\bdelay\s*\(|PIN\(|undefined/);
          for (const [used] of main.matchAll(/\bPIN_\w+/g)) expect([...coded.keys()]).toContain(used);
          expect(checkCircuit(wiring, bom).others).toEqual([]);
        },
      ),
      { numRuns: 300, seed: 7 },
    );
  });

  const supplied = (board: string, ...power: object[]) => {
    const components = [...partsFor([board, 'temperature']), ...power].map((one) => component.parse(one));
    const bom = finishedBom({ currency: 'USD', components });
    const wiring = finishedWiring(wiringFor(bom.components), { version: 1, bom });
    const feeds = wiring.connections
      .filter(({ signal }) => signal === 'VIN')
      .map(
        ({ from, to, net, voltage }) => `${from.componentId} ${from.pin} ${to.componentId} ${net} ${voltage}`,
      );
    return { wiring, feeds, notes: wiring.connections.flatMap(({ notes }) => notes ?? []) };
  };
  const power = (id: string, name: string, volts: number) => ({
    id,
    name,
    category: 'power',
    voltage: { min: volts, max: volts },
  });
  const buck = {
    id: 'buck-mp1584',
    name: 'MP1584 buck converter',
    category: 'power',
    voltage: { min: 4.5, max: 28 },
  };
  const cell = power('battery-18650', '18650 cell', 3.7);

  it.each<[string, string, object[], string[], RegExp | undefined]>([
    [
      '5 V on the 5 V rail',
      'esp32',
      [power('psu', '5 V 2 A supply', 5)],
      ['esp32-devkit 5V psu 5V 5'],
      undefined,
    ],
    [
      '3.3 V on the 3.3 V rail',
      'esp32',
      [power('lab', 'Supply', 3.3)],
      ['esp32-devkit 3V3 lab 3V3 3.3'],
      undefined,
    ],
    [
      'a cell on a regulator that takes it',
      'pico',
      [cell],
      ['rpi-pico-w VSYS battery-18650 3V7 3.7'],
      undefined,
    ],
    [
      'a cell that is too low, with the reason',
      'esp32',
      [cell],
      ['esp32-devkit VIN battery-18650 3V7 3.7'],
      /3\.7 V and VIN takes 5 to 12 V: put a boost/,
    ],
    [
      '24 V that are too much, with the reason',
      'nano',
      [power('psu', 'Supply', 24)],
      ['arduino-nano VIN psu 24V 24'],
      /step-down/,
    ],
    [
      '12 V on the regulator of the board',
      'nano',
      [power('psu', 'Supply', 12)],
      ['arduino-nano VIN psu 12V 12'],
      undefined,
    ],
    [
      '12 V through a converter',
      'esp32',
      [power('psu', 'Supply', 12), buck],
      ['psu OUT buck-mp1584 12V undefined', 'esp32-devkit 5V buck-mp1584 5V 5'],
      undefined,
    ],
    [
      'a converter that is fed from outside',
      'esp32',
      [buck],
      ['esp32-devkit 5V buck-mp1584 5V 5'],
      /Feed it with 4\.5 to 28 V, and set it to 5 V/,
    ],
    [
      'one of two',
      'pico',
      [power('psu', '5 V supply', 5), cell],
      ['rpi-pico-w 5V psu 5V 5', 'rpi-pico-w VSYS battery-18650 3V7 3.7'],
      /one supply/,
    ],
  ])('feeds the board by the voltage: %s', (_what, board, parts, expected, note) => {
    const { wiring, feeds, notes } = supplied(board, ...parts);
    expect(feeds).toEqual(expected);
    if (note) expect(notes.join(' ')).toMatch(note);
    else expect(notes).toEqual([]);
    const rails = wiring.powerRails ?? [];
    for (const { net, voltage } of wiring.connections)
      if (net !== undefined && net !== 'GND' && voltage !== undefined)
        expect(rails).toContainEqual(expect.objectContaining({ name: net, voltage }));
    if (note) expect(wiring.steps?.map(({ warning }) => warning).join(' ')).toMatch(note);
  });

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

  it('serves each of several equal parts by its own pins', () => {
    const several = (quantities: Record<string, number>) => {
      const bom = bomFor(`arduino uno with ${Object.keys(quantities).join(' and ')}`);
      const components = bom.components.map((one) => ({
        ...one,
        quantity: quantities[one.id] ?? one.quantity,
      }));
      const wiring = finishedWiring(wiringFor(components), { version: 1, bom: { ...bom, components } });
      return { ...firmwareFor(wiring), wiring };
    };
    const { main, header, wiring, pinMap } = several({ dht22: 2, 'soil-cap': 2 });
    for (const [used] of main.matchAll(/\bPIN_\w+/g)) expect(header).toContain(`${used} =`);
    for (const { name } of pinsOfWiring(wiring)) expect(main).toContain(name);
    expect(main).toContain('DHT dht22_2(PIN_DHT22_DATA2, DHT22);');
    expect(main).toContain('report("humidity_pct_2", dht22_2.readHumidity());');
    expect(main).toContain('report("soil_raw_2", analogRead(PIN_SOIL_CAP_AOUT2));');
    expect(pinMap).toContainEqual({ signal: 'PIN_DHT22_DATA2', pin: '3', componentId: 'dht22' });
    const distances = several({ 'hc-sr04': 2 }).main;
    expect(distances.match(/delayMicroseconds\(10\)/g)).toHaveLength(2);
    const probes = several({ ds18b20: 2 }).main;
    expect(probes.match(/OneWire oneWire\(PIN_DS18B20_DATA\);/g)).toHaveLength(1);
    expect(probes).toMatch(
      /getTempCByIndex\(0\)[\s\S]*getTempCByIndex\(1\)[\s\S]*requestTemperatures\(\);\n}/,
    );
  });

  it('sets up the pins of a part that it does not know, whatever its signals are called', () => {
    const board = { componentId: 'esp32-devkit', name: 'ESP32', logicVoltage: 3.3 };
    const wire = (signal: string, pin: string) => ({
      id: pin,
      from: { componentId: 'esp32-devkit', pin },
      to: { componentId: 'stepper', pin: signal },
      signal,
    });
    const { main } = firmwareFor(
      finishedWiring({ board, connections: [wire('DIR-', '4'), wire('STEP+', '27')] }, undefined),
    );
    expect(main).toContain('pinMode(PIN_STEPPER_DIR_, OUTPUT);');
    expect(main).not.toContain('PIN(');
  });

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
    // The LCD puts 5 V on the pins, which those of the Uno take.
    expect(ids(savings.map(({ componentId }) => ({ id: componentId })))).toEqual([
      'arduino-uno',
      'dht22',
      'ssd1306',
    ]);
    expect(
      ids(optimizationsFor(bomFor('esp32 with an oled')).map(({ componentId }) => ({ id: componentId }))),
    ).toEqual(['esp32-devkit']);
    expect(savings[1]?.risk).toBe('low');
  });
  it('are told in Arabic with why and at which risk', () => {
    const savings = [
      ...optimizationsFor(bomFor('esp32 temperature')),
      ...optimizationsFor(bomFor('arduino uno with dht22')),
    ];
    for (const told of savings.map(savingInArabic)) {
      expect(told.rationale).not.toMatch(/[a-z]/i);
      expect(told.risk).not.toMatch(/[a-z]/i);
    }
    const [own] = savings.map((one) => savingInArabic({ ...one, rationale: 'My own reason' }));
    expect(own?.rationale).toBe('My own reason');
  });
  it.each([
    ['Can we keep it under 12 dollars?', 12],
    ['budget of $40', 40],
    ['at most 1,200 USD', 1_200],
    ['اجعل الميزانية ٤٠ دولارا', 40],
    ['make it cheaper', undefined],
    ['it needs 12 V', undefined],
  ])('%s', (text, expected) => expect(limitIn(text)?.amount).toBe(expected));
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

describe('parts that a text names', () => {
  it.each([
    ['a box that beeps and lights up', ['buzzer', 'led-5mm']],
    ['رطوبة التربة', ['soil-cap']],
    ['رطوبة الهواء ورطوبة التربة', ['dht22', 'soil-cap']],
    ['a light sensor', ['bh1750']],
  ])('%s', (text, ids) => {
    expect(
      partsNamedIn(text)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids);
  });
});

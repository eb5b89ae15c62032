import { finishedBom } from './bom.kind.ts';
import { component, type Component } from './component.ts';
import { finishedBudget } from './budget.kind.ts';
import { pinDifferences } from './code.kind.ts';
import { pinInCode, pinKey } from '../parts/pin-key.ts';
import { pinName, pinsOfWiring } from './pin-names.ts';
import { finishedWiring } from './wiring.kind.ts';
import type { Connection } from './connection.ts';
import { partOf } from '../parts/catalogue.ts';
import { componentFor } from '../parts/listed-part.ts';

const written = (id: string, change: object = {}) =>
  component.parse({ ...componentFor(partOf(id)!), ...change });
const part = (id: string, change: Partial<Component> = {}): Component => ({ ...written(id), ...change });
const bomOf = (...components: Component[]) => finishedBom({ currency: 'USD', components });
const codes = (...components: Component[]) => bomOf(...components).warnings.map(({ code }) => code);
const esp32 = part('esp32-devkit');
const nano = part('arduino-nano');

describe('a parts list', () => {
  it('sums the required parts that are not yet owned, in cents', () => {
    const { totalCost, unpricedCount, components, power } = bomOf(
      esp32,
      part('ds18b20', { quantity: 3 }),
      part('res-4k7', { unitPrice: 0.1 + 0.2 }),
      part('ssd1306', { status: 'owned' }),
      part('buzzer', { required: false }),
      part('sg90', { unitPrice: null }),
    );
    expect(totalCost).toBe(13.4);
    expect(unpricedCount).toBe(1);
    expect(components.map(({ lineTotal }) => lineTotal)).toEqual([6.5, 6.6, 0.3, 4.2, 0.6, null]);
    expect(power).toEqual({ supplyVoltage: 5, totalTypicalMa: 238, totalMaxMa: 1211 });
  });

  it.each<[string, Component[], string[]]>([
    ['no board', [part('ds18b20')], ['NO_MCU']],
    ['all well', [esp32, part('ds18b20'), part('bme280')], []],
    ['a 5 V output on a 3.3 V board', [esp32, part('hc-sr04')], ['LOGIC_LEVEL']],
    [
      'a 5 V "Sensor module" on it',
      [esp32, written('hc-sr04', { category: 'Sensor module' })],
      ['LOGIC_LEVEL'],
    ],
    ['the same with a shifter', [esp32, part('hc-sr04'), part('level-shift-4')], []],
    ['the same on a 5 V board', [nano, part('hc-sr04')], []],
    ['an input that listens at 5 V', [esp32, part('ws2812b-1m')], []],
    ['12 V without regulator', [esp32, part('sg90', { voltage: { min: 9, max: 12 } })], ['VOLTAGE_MISMATCH']],
    ['12 V with one', [esp32, part('sg90', { voltage: { min: 9, max: 12 } }), part('buck-mp1584')], []],
    ['two of one address', [esp32, part('bme280', { quantity: 2 })], ['I2C_ADDRESS_CLASH']],
    [
      'one address in two spellings',
      [esp32, part('ssd1306'), part('bme280', { i2cAddress: '0x3c' })],
      ['I2C_ADDRESS_CLASH'],
    ],
    ['more than the supply gives', [esp32, part('ws2812b-1m'), part('psu-5v2a')], ['POWER_BUDGET']],
    ['as much as it gives', [nano, part('ws2812b-1m'), part('psu-5v2a')], []],
    ['a price that is not known', [esp32, part('sg90', { unitPrice: null })], ['UNPRICED']],
  ])('%s', (_, components, expected) => {
    expect(codes(...components)).toEqual(expected);
  });
});

describe('a wiring', () => {
  const board = { componentId: 'esp32-devkit', name: 'ESP32', logicVoltage: 3.3 };
  const line = (from: string, pin: string, to: string, toPin: string, signal = toPin): Connection => ({
    id: `${from}-${pin}-${to}-${toPin}`,
    from: { componentId: from, pin },
    to: { componentId: to, pin: toPin },
    signal,
  });
  const wire = (pin: string, to: string, toPin: string) => line(board.componentId, pin, to, toPin);
  const feed = (id: string) => [wire('3V3', id, 'VCC'), wire('GND', id, 'GND')];
  const pullUp = [line('res-4k7', '1', 'ds18b20', 'DATA'), line('res-4k7', '2', 'ds18b20', 'VCC')];
  const probe = [...feed('ds18b20'), wire('4', 'ds18b20', 'DATA'), ...pullUp];
  const wired = (connections: Connection[], ...components: Component[]) =>
    finishedWiring({ board, connections }, { version: 7, bom: bomOf(esp32, ...components) });
  const found = (connections: Connection[], ...components: Component[]) =>
    wired(connections, ...components).warnings.map(({ code }) => code);
  const resistor = part('res-4k7');
  const probed = [part('ds18b20'), resistor];
  const beside = [...probe, ...feed('hc-sr501')];
  const motion = [...probed, part('hc-sr501')];

  it('is checked against its parts list', () => {
    const { bomVersion, warnings, connections } = wired(probe, ...probed);
    expect({ bomVersion, warnings }).toEqual({ bomVersion: 7, warnings: [] });
    expect(connections.map(({ wireColor }) => wireColor)).toEqual('red black yellow yellow red'.split(' '));
    const alone = finishedWiring({ board, connections: probe }, undefined);
    expect(alone).toMatchObject({ bomVersion: null, warnings: [] });
  });

  it.each<[string, Connection[], Component[], string[]]>([
    ['no pull-up', probe.slice(0, 3), probed, ['MISSING_PULLUP']],
    ['a resistor that leads nowhere', probe.slice(0, 4), probed, ['MISSING_PULLUP']],
    [
      'no supply',
      [...probe.slice(1, 4), { ...pullUp[1]!, to: { componentId: 'esp32-devkit', pin: '3V3' } }],
      probed,
      ['MISSING_POWER'],
    ],
    ['no ground', [probe[0]!, ...probe.slice(2)], probed, ['MISSING_GROUND']],
    ['a part beside the list', [...probe, wire('5', 'mystery', 'OUT')], probed, ['UNKNOWN_COMPONENT']],
    ['a part that is not wired yet', probe, [...probed, part('ssd1306')], ['STALE_BOM']],
    ['two signals on one pin', [...beside, wire('GPIO4', 'hc-sr501', 'OUT')], motion, ['PIN_CONFLICT']],
    ['one pin under two names', [...beside, wire('D4', 'hc-sr501', 'OUT')], motion, ['PIN_CONFLICT']],
    [
      'one name on one pin, from two parts',
      [
        ...feed('dht22'),
        ...feed('hc-sr501'),
        wire('27', 'hc-sr501', 'DATA'),
        wire('27', 'soil-cap', 'DATA'),
        ...feed('soil-cap'),
      ],
      [part('hc-sr501'), part('soil-cap')],
      ['PIN_CONFLICT', 'UNKNOWN_COMPONENT'],
    ],
    [
      'a shared bus',
      ['bme280', 'ssd1306'].flatMap((id) => [...feed(id), wire('21', id, 'SDA'), wire('22', id, 'SCL')]),
      [part('bme280'), part('ssd1306')],
      [],
    ],
    [
      '5 V on a pin',
      [...feed('hc-sr04'), wire('4', 'hc-sr04', 'TRIG'), wire('27', 'hc-sr04', 'ECHO')],
      [part('hc-sr04')],
      ['LOGIC_LEVEL'],
    ],
  ])('%s', (_, connections, components, expected) => {
    expect(found(connections, ...components)).toEqual(expected);
  });

  it('gives each signal pin one constant, and code is checked against it', () => {
    const wiring = wired(probe, ...probed);
    expect(pinsOfWiring(wiring)).toEqual([
      { name: 'PIN_DS18B20_DATA', pin: '4', signal: 'DATA', componentId: 'ds18b20' },
    ]);
    expect(pinName('hc-sr04', 'ECHO')).toBe('PIN_HC_SR04_ECHO');
    const differences = (content: string, pinMap: { signal: string; pin: string }[] = []) =>
      pinDifferences([{ path: 'a.h', content }], pinMap, wiring).map(({ message }) => message);
    expect(differences('constexpr uint8_t PIN_DS18B20_DATA = 4;')).toEqual([]);
    expect(differences('#define PIN_DS18B20_DATA GPIO4')).toEqual([]);
    expect(differences('#define PIN_DS18B20_DATA D4')).toEqual([]);
    expect(differences('', [{ signal: 'DATA', pin: 'D4' }])).toEqual([]);
    expect(differences('#define PIN_DS18B20_DATA 5')).toEqual([
      'a.h has PIN_DS18B20_DATA on pin 5; the wiring has 4.',
    ]);
    expect(differences('PIN_DS18B20_DATA = 13')).toHaveLength(1);
    expect(differences('', [{ signal: 'DATA', pin: '14' }])).toHaveLength(1);
    expect(differences('#define PIN_OTHER 5', [{ signal: 'LED', pin: '2' }])).toEqual([]);
  });
});

describe('a budget', () => {
  const bom = bomOf(esp32, part('ds18b20', { quantity: 2 }), part('ssd1306', { status: 'owned' }));
  const optimization = {
    id: 'a',
    componentId: 'ds18b20',
    current: 'x',
    suggested: 'y',
    currentUnitPrice: 2.2,
    suggestedUnitPrice: 1.1,
    risk: 'low' as const,
    rationale: 'r',
    accepted: true,
  };
  const empty = { targetBudget: null, otherCosts: [], optimizations: [] };
  const of = (change: Partial<Parameters<typeof finishedBudget>[0]> = {}) =>
    finishedBudget({ ...empty, ...change }, { version: 3, bom });

  it('takes its items from the parts list, with sums that are right to the cent', () => {
    const budget = of({
      targetBudget: 10,
      otherCosts: [{ id: 's', label: 'shipping', amount: 3.33 }],
      optimizations: [optimization, { ...optimization, id: 'b', suggestedUnitPrice: 9, accepted: false }],
    });
    expect(budget).toMatchObject({ bomVersion: 3, currency: 'USD', status: 'over' });
    expect(budget.items.map(({ componentId, lineTotal }) => [componentId, lineTotal])).toEqual([
      ['esp32-devkit', 6.5],
      ['ds18b20', 4.4],
    ]);
    expect(budget.optimizations.map(({ saving }) => saving)).toEqual([2.2, -13.6]);
    expect(budget.totals).toEqual({
      currentTotal: 14.23,
      potentialSavings: 2.2,
      acceptedSavings: 2.2,
      optimizedTotal: 12.03,
      savingsPct: 15.5,
      overBudgetBy: 4.23,
    });
  });

  it('follows the parts list in a merge, except for prices and quantities of a caller', () => {
    const before = of();
    const later = bomOf(esp32, part('ds18b20', { quantity: 3 }), part('buzzer'));
    const merged = (items: typeof before.items) =>
      finishedBudget({ ...empty, targetBudget: 30, items }, { version: 4, bom: later });
    const lines = (budget: typeof before) =>
      budget.items.map(({ componentId, lineTotal, source }) => [componentId, lineTotal, source]);
    expect(lines(merged(before.items))).toEqual([
      ['esp32-devkit', 6.5, 'bom'],
      ['ds18b20', 6.6, 'bom'],
      ['buzzer', 0.6, 'bom'],
    ]);
    expect(merged(before.items).bomVersion).toBe(4);
    // A caller's price stays, even after another merge.
    const [board, probes] = before.items;
    const quoted = merged([board!, { ...probes!, unitPrice: 1 }]);
    const expected = [
      ['esp32-devkit', 6.5, 'bom'],
      ['buzzer', 0.6, 'bom'],
      ['ds18b20', 2, 'own'],
    ];
    expect(lines(quoted)).toEqual(expected);
    expect(lines(merged(quoted.items))).toEqual(expected);
  });

  it('is within its limit, or unknown without a target or a price', () => {
    expect(of({ targetBudget: 10.9 }).status).toBe('within');
    expect(of().status).toBe('unknown');
    const unpriced = { componentId: 'x', name: 'X', quantity: 1, unitPrice: null };
    expect(of({ targetBudget: 50, items: [unpriced] }).status).toBe('unknown');
    expect(of({ items: [] }).totals).toMatchObject({ currentTotal: 0, savingsPct: 0, overBudgetBy: null });
  });
});

describe('a pin', () => {
  it.each([
    ['D2', '2', 'arduino-nano'],
    ['GPIO27', 'D27', 'esp32-devkit'],
    ['pin 2', 'D2', 'arduino-uno'],
    ['GP3', '3', 'rpi-pico-w'],
    ['VP', '36', 'esp32-devkit'],
    ['D2', 'GPIO4', 'esp8266-nodemcu'],
    ['D4', '2', 'NodeMCU'],
  ])('%s is %s on %s', (one, other, board) => {
    expect(pinKey(one, board)).toBe(pinKey(other, board));
  });

  it('differs from the printed number on an ESP8266, and keeps the printed name in code', () => {
    expect(pinKey('D2', 'esp8266-nodemcu')).not.toBe(pinKey('2', 'esp8266-nodemcu'));
    expect(pinKey('A2', 'arduino-nano')).not.toBe(pinKey('2', 'arduino-nano'));
    expect(pinInCode('D2', 'esp8266-nodemcu')).toBe('D2');
    expect(pinInCode('D2', 'arduino-nano')).toBe('2');
  });
});

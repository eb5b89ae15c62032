import { firstStep, reply, routineTurn } from '../../../../test/harness/routine-turn.ts';
import type { RoutineCall } from '#pack-kit';
import { agentFor } from '../../agents/choose-agent.ts';
import { component, finishedBom } from '../../schema/artifacts/bom.kind.ts';
import { finishedWiring } from '../../schema/artifacts/wiring.kind.ts';
import { partsFor } from '../rules/parts-list.ts';
import { wiringFor } from '../rules/pin-plan.ts';
import { routines } from './index.ts';

type More = Partial<Parameters<typeof routineTurn>[1]>;
const told = (text: string, more: More = {}) =>
  reply(
    firstStep(
      routines,
      routineTurn(text, { agent: agentFor({ text, language: 'en' }).agent, offered: ['read_file'], ...more }),
    ),
  ) ?? '';
const read = (kind: string, content: unknown): RoutineCall => ({
  tool: 'read_file',
  arguments: { artifact_type: kind },
  result: { success: true, data: { exists: true, version: 1, content } },
});
const bomOf = (text: string) =>
  finishedBom({ currency: 'USD', components: partsFor([text]).map((part) => component.parse(part)) });
const wired = (text: string): More => {
  const bom = bomOf(text);
  const wiring = finishedWiring(wiringFor(bom.components), { version: 1, bom });
  return { artifacts: { bom: 1, wiring: 1 }, calls: [read('bom', bom), read('wiring', wiring)] };
};

describe('the pins of a part', () => {
  it.each([
    ['which pins does a DHT22 use?', /VCC, GND, DATA[^]*ESP32 DevKit V1 4/],
    ['what pin does the oled use', /VCC, GND, SDA, SCL/],
    ['what pins does the HC-SR04 have?', /TRIG, ECHO/],
    ['what is the pinout of the DHT22?', /VCC, GND, DATA/],
    ['which pins does a DHT22 use on an Arduino Uno?', /VCC, GND, DATA[^]*Arduino Uno R3 2/],
    ['ما المنافذ التي يستخدمها DHT22؟', /VCC، GND، DATA[^]*المنفذ 4/],
    ['ما هي أطراف حساس DHT22 مع ESP32؟', /VCC، GND، DATA/],
    ['أي منفذ يستخدم DHT22؟', /VCC، GND، DATA/],
  ])('%s', (text, answer) => expect(told(text)).toMatch(answer));

  it('are told by the board that was spoken of', () =>
    expect(told('which pins does a DHT22 use?', { said: ['I have an Arduino Nano'] })).toMatch(
      /Arduino Nano 2/,
    ));

  it('are told by the parts list, where nothing is wired', () => {
    const bom = bomOf('a pico with a dht22');
    expect(
      told('which pins does the DHT22 use?', { artifacts: { bom: 1 }, calls: [read('bom', bom)] }),
    ).toMatch(/Raspberry Pi Pico W GP2/);
  });

  it('are those of the wiring, where the part is wired', () =>
    expect(told('which pins does the DHT22 use?', wired('an esp32 with a dht22'))).toMatch(
      /^By the wiring:\n- DATA: ESP32 DevKit V1 4/,
    ));

  it('are told for another board, where one is named', () =>
    expect(told('which pins does the DHT22 use on an Arduino Uno?', wired('an esp32 with a dht22'))).toMatch(
      /VCC, GND, DATA[^]*Arduino Uno R3 2/,
    ));

  it('are told of a part that the wiring does not have', () =>
    expect(told('which pins does a DHT22 use?', wired('an esp32 with an oled'))).toMatch(/VCC, GND, DATA/));

  it.each(['which pin is the sensor on?', 'what is on D2?', 'which pin is the temperature on?'])(
    '%s: without a wiring nothing is settled',
    (text) => expect(told(text)).toMatch(/no pin is settled/),
  );

  it.each(['which pin is SDA on an ESP32?', 'which pins of the Arduino Uno are free?'])(
    '%s is asked of the board',
    (text) => expect(told(text)).toMatch(/^On /),
  );
});

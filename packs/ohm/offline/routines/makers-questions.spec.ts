import type { RoutineCall } from '#pack-kit';
import { callsOf, firstStep, reply, routineTurn } from '../../../../test/harness/routine-turn.ts';
import { agentFor } from '../../agents/choose-agent.ts';
import { component, finishedBom } from '../../schema/artifacts/bom.kind.ts';
import { finishedWiring } from '../../schema/artifacts/wiring.kind.ts';
import { partsFor } from '../rules/parts-list.ts';
import { wiringFor } from '../rules/pin-plan.ts';
import { routines } from './index.ts';

type More = Partial<Parameters<typeof routineTurn>[1]>;

const OFFERED = ['read_file', 'write_file', 'open_bom_drawer', 'open_context_drawer'];
const turnOf = (text: string, more: More = {}) =>
  routineTurn(text, { agent: agentFor({ text, language: 'en' }).agent, offered: OFFERED, ...more });
const said = (text: string, more: More = {}) => reply(firstStep(routines, turnOf(text, more))) ?? '';
const read = (kind: string, content?: unknown): RoutineCall => ({
  tool: 'read_file',
  arguments: { artifact_type: kind },
  result: { success: true, data: content ? { exists: true, version: 1, content } : { exists: false } },
});
const bomOf = (text: string) =>
  finishedBom({ currency: 'USD', components: partsFor([text]).map((part) => component.parse(part)) });
const withBom = (text: string): More => ({
  artifacts: { bom: 1 },
  calls: [read('bom', bomOf(text))],
  material: { bom: bomOf(text) },
});
const withWiring = (text: string): More => {
  const bom = bomOf(text);
  const wiring = finishedWiring(wiringFor(bom.components), { version: 1, bom });
  return {
    artifacts: { bom: 1, wiring: 1 },
    calls: [read('bom', bom), read('wiring', wiring)],
    material: { bom, wiring },
  };
};

describe('how a named part is connected', () => {
  const PUMP = 'an esp32 with a soil moisture sensor and a pump';
  it.each([
    'how do I connect the pump? will it fry the board?',
    'How should I hook up the pump?',
    'will the pump damage my board?',
    'show me how to connect the pump',
  ])('%s: through its relay, and never from a pin', (text) => {
    const answer = said(text, withWiring(PUMP));
    expect(answer).toMatch(/By the wiring, Mini pump 5 V[^]*\+ to Relay module[^]*IN to ESP32 DevKit V1 4/);
    expect(answer).toMatch(/⚠ Never feed Mini pump 5 V from a pin: it takes up to 300 mA/);
    expect(answer).not.toContain('soil');
  });

  it('says whether the board is hurt where that is asked, and only there', () => {
    expect(said('how do I connect the pump? will it fry the board?', withWiring(PUMP))).toMatch(
      /^Straight on a pin it would hurt the board/,
    );
    expect(said('how do I connect the pump?', withWiring(PUMP))).toMatch(/^By the wiring/);
  });

  it('is told before anything is wired or listed', () => {
    expect(said('how do I connect the pump?', withBom(PUMP))).toMatch(/say “wire it”/);
    expect(said('how do I connect an HC-SR04 to a NodeMCU?')).toMatch(
      /to NodeMCU ESP8266[^]*Level shifter[^]*not in the parts list/,
    );
  });

  it('has the problems that the checks find', () => {
    const bom = bomOf('an esp32 with a relay');
    const list = {
      ...bom,
      components: bom.components.map((one) =>
        one.id === 'relay-1' ? { ...one, voltage: { min: 12, max: 12 } } : one,
      ),
    };
    const checked = finishedBom({ currency: 'USD', components: list.components });
    const more = { artifacts: { bom: 1 }, calls: [read('bom', checked)] };
    expect(said('how do I connect the relay? is it safe?', { ...more, agent: 'wiringDiagram' })).toMatch(
      /^Not as it is[^]*⚠ .*needs 12 V/,
    );
  });

  it('in Arabic', () =>
    expect(said('كيف أوصل المضخة؟ هل ستحرق اللوحة؟', withWiring(PUMP))).toMatch(/مرحل كهربائي[^]*⚠ لا تغذ/));

  it.each(['how do I wire it?', 'which pin is the pump on?', 'connect everything'])(
    'is not asked by: %s',
    (text) => expect(said(text, withWiring(PUMP))).not.toMatch(/Never feed/),
  );
});

describe('what there is of the parts list', () => {
  it.each([
    'show my parts list',
    'can I see the parts list?',
    'what parts do I have?',
    "I'd like to see the BOM",
    'أرني قائمة القطع',
  ])('%s: makes none where there is none', (text) => {
    expect(callsOf(firstStep(routines, turnOf(text)))).toEqual([
      { tool: 'read_file', arguments: { artifact_type: 'bom' } },
    ]);
    expect(said(text, { calls: [read('bom')] })).toMatch(/no parts list in this project yet|لا توجد/);
    expect(said(text, withBom('an esp32 with an led'))).toMatch(/^In the parts list:|^في قائمة القطع:/);
  });
});

describe('what the firmware does', () => {
  const code = {
    entryPoint: 'src/main.cpp',
    files: [
      { path: 'src/config.h', content: '#pragma once\n' },
      {
        path: 'src/main.cpp',
        content:
          '#include <Arduino.h>\n\nvoid setup() {\n  pinMode(PIN_LED, OUTPUT);\n}\n\nvoid loop() {\n  digitalWrite(PIN_LED, HIGH);\n}\n',
      },
    ],
    pinMap: [{ signal: 'PIN_LED', pin: '4', componentId: 'led-5mm' }],
  };
  const more: More = { artifacts: { code: 1 }, calls: [read('code', code)] };

  it.each(['explain the code', 'what does the sketch do?', 'how does the firmware work', 'اشرح الكود'])(
    '%s',
    (text) => {
      expect(said(text, more)).toMatch(/setup[^]*3[^]*5[^]*PIN_LED[^]*OUTPUT[^]*loop[^]*HIGH/);
      expect(said(text)).toMatch(/no firmware in this project yet|لا يوجد برنامج/);
    },
  );

  it.each([
    ['explain line one', /Line 1 of[^]*takes in Arduino\.h/],
    ['what does the first line do?', /Line 1 of/],
    ['explain the last line', /Line 9 of/],
    ['اشرح السطر الأول', /السطر 1/],
  ])('%s', (text, answer) => expect(said(text, more)).toMatch(answer));
});

describe('what things are called', () => {
  const told = (text: string) => said(text, { nothingFits: true });
  it.each([
    ['what is a motor?', /turns electricity into movement[^]*SG90[^]*L298N/],
    ['motor?', /turns electricity into movement/],
    ['what is a sensor?', /signal that the board reads[^]*DHT22/],
    ['what is a microcontroller?', /small computer[^]*ESP32/],
    ['what is a battery', /mAh[^]*4 AA|mAh[^]*four AA/],
    ['what is a pull-down resistor?', /^A pull-down/],
    ['what is a pull-up resistor?', /^A pull-up/],
    ['مقاومة السحب؟', /مقاومة الرفع[^]*السحب إلى الأسفل/],
    ['ما هو المحرك؟', /المحرك يحول/],
    ['ما هو حساس رطوبة التربة؟', /حساس رطوبة التربة/],
    ['what sensors do you have?', /I know these sensors/],
    ['what level sensor do you have?', /Water sensor/],
  ])('%s', (text, answer) => expect(told(text)).toMatch(answer));
});

describe('how long a battery lasts', () => {
  it.each([
    [
      'how long will the battery last?',
      'an arduino nano with a dht22 on 4 AA',
      /^About 77 hours.*2000 mAh.*26 mA/,
    ],
    [
      'how many hours will it run on the batteries?',
      'an arduino nano with a dht22 on 4 AA',
      /^About 77 hours/,
    ],
    ['كم ساعة تدوم البطارية؟', 'an arduino nano with a dht22 on 4 AA', /^نحو 77 ساعة/],
    [
      'how long will the battery last?',
      'an esp32 with temperature on an 18650',
      /capacity of 18650.*do not give/,
    ],
    [
      'how many hours with a 2500 mAh battery?',
      'an esp32 with temperature on an 18650',
      /^About 19 hours.*2500 mAh.*15 % loss/,
    ],
    ['how long does the battery last?', 'an esp32 with temperature', /No battery is in the parts list/],
    ['how long does it last on a 9V battery?', 'an arduino nano with a buzzer', /^About 11 hours.*500 mAh/],
  ])('%s, of %s', (text, parts, answer) => expect(said(text, withBom(parts))).toMatch(answer));
});

import { normalizeText } from '#text';
import { type RoutineCall, type RoutineStep, type RoutineTurn } from '#pack-kit';
import { callsOf, firstStep, reply as replyOf, routineTurn } from '../../../../test/harness/routine-turn.ts';
import { component, finishedBom, type Bom } from '../../schema/artifacts/bom.kind.ts';
import { finishedWiring } from '../../schema/artifacts/wiring.kind.ts';
import { partsFor } from '../rules/parts-list.ts';
import { wiringFor } from '../rules/pin-plan.ts';
import { routines } from './index.ts';

const bomOf = (text: string) =>
  finishedBom({ currency: 'USD', components: partsFor([text]).map((part) => component.parse(part)) });

interface Said extends Partial<Omit<RoutineTurn, 'message'>> {
  text: string;
  language?: string;
}

const OFFERED = ['read_file', 'write_file', 'add_code_file', 'update_wiring', 'update_mvp'];

function stepFor({ text, language = 'en', ...more }: Said): RoutineStep | undefined {
  const message = { text, language, normalized: normalizeText(text) };
  return firstStep(
    routines,
    routineTurn(text, { agent: 'bomGenerator', offered: OFFERED, message, ...more }),
  );
}

const calls = (said: Said) => callsOf(stepFor(said));
const reply = (said: Said) => replyOf(stepFor(said));
const read = (kind: string, content?: unknown): RoutineCall => ({
  tool: 'read_file',
  arguments: { artifact_type: kind },
  result: { success: true, data: content ? { exists: true, version: 1, content } : { exists: false } },
});

describe('a change of the parts list', () => {
  const changes = (text: string, bom: Bom) => {
    const [call] = calls({ text, artifacts: { bom: 1 }, calls: [read('bom', bom)] });
    const { components = [] } = (call?.arguments.content ?? {}) as { components?: Record<string, unknown>[] };
    return components.map(({ id, quantity, _delete }) =>
      _delete ? `-${String(id)}` : `${String(id)} ${String(quantity)}`,
    );
  };
  const list = bomOf('an esp32 with an led, an lcd and temperature');

  it.each([
    ['Add a buzzer', ['buzzer 1']],
    ['Add 2 buzzers', ['buzzer 2']],
    ['Add a 5 V buzzer', ['buzzer 1']],
    ['Add a buzzer, but keep it under $15', ['buzzer 1']],
    ['Use 3 LEDs', ['led-5mm 3', 'res-220 3']],
    ['Change the LED to 3', ['led-5mm 3', 'res-220 3']],
    ['Change the LED to 3 LEDs', ['led-5mm 3', 'res-220 3']],
    ['I need to replace the LCD with an OLED', ['-lcd1602-i2c', 'ssd1306 1']],
    ['Swap the LCD for an OLED with I2C', ['-lcd1602-i2c', 'ssd1306 1']],
    ['Replace the sensor for temperature with a BME280', ['-ds18b20', 'bme280 1']],
    ['Remove the LED', ['-led-5mm']],
    // A project has one board, by whatever name it was called.
    ['Replace the ESP8266 with an Arduino Uno', ['-esp32-devkit', 'arduino-uno 1']],
    ['Replace the display with a buzzer', ['-lcd1602-i2c', 'buzzer 1']],
  ])('%s', (text, expected) => expect(changes(text, list)).toEqual(expected));
});

describe('the firmware', () => {
  const bom = bomOf('temperature on an esp32');
  const wiring = finishedWiring(wiringFor(bom.components), { version: 1, bom });
  const agent = 'codeGenerator';

  const known = () => [read('bom', bom), read('wiring', wiring), read('conversation_summary')];

  it('is written from the wiring, and what was written before is read first', () => {
    const files = (more: Partial<Said>) =>
      calls({ text: 'Update the firmware', agent, calls: known(), ...more }).map(
        ({ arguments: given }) => given.file_path ?? given.filename ?? given.artifact_type,
      );
    expect(files({})).toEqual(['src/config.h', 'src/main.cpp', 'code']);
    expect(files({ artifacts: { code: 1 } })).toEqual(['code']);
    expect(files({ artifacts: { code: 1 }, calls: [...known(), read('code', { files: [] })] })).toHaveLength(
      3,
    );
  });

  it('is written with its platform, libraries and pins, without those that are wired no more', () => {
    const before = read('code', { files: [], pinMap: [{ signal: 'PIN_LDR_AOUT', pin: '34' }] });
    const made = calls({
      text: 'Update the firmware',
      agent,
      artifacts: { code: 1 },
      calls: [...known(), before],
    });
    expect(made.at(-1)?.arguments).toEqual({
      artifact_type: 'code',
      merge_strategy: 'merge',
      content: {
        entryPoint: 'src/main.cpp',
        platform: 'esp32-arduino',
        libraries: [{ name: 'OneWire' }, { name: 'DallasTemperature' }],
        pinMap: [
          { signal: 'PIN_DS18B20_DATA', pin: '4', componentId: 'ds18b20' },
          { signal: 'PIN_LDR_AOUT', _delete: true },
        ],
      },
    });
  });

  it.each([
    'Create a file for the wifi setup',
    'Write src/wifi.h',
    'Write the display routine to its own file',
  ])('is left alone by "%s"', (text) => expect(stepFor({ text, agent })).toBeUndefined());
});

describe('the tools of before', () => {
  it('say why there is no wiring', () => {
    const text = 'update_wiring: all of it';
    const many = bomOf('an esp8266 with soil moisture and an ldr');
    expect(reply({ text, calls: [read('bom', many)] })).toMatch(/not enough pins/);
    expect(calls({ text, calls: [read('bom')] })).toEqual([
      { tool: 'update_wiring', arguments: { connections: [] } },
    ]);
  });

  it('are told of in the language of the message', () => {
    const made = {
      tool: 'update_mvp',
      arguments: {},
      result: { success: true, data: { artifact_type: 'mvp', version: 2 } },
    };
    expect(reply({ text: 'update_mvp: شاشة', language: 'ar', calls: [made] })).toMatch(/حفظت mvp كنسخة 2/);
    expect(reply({ text: 'update_mvp: a display', calls: [made] })).toMatch(/^Saved mvp as version 2/);
  });
});

describe('a data sheet', () => {
  const agent = 'datasheetAnalyzer';
  const problem = { name: 'a.pdf', mediaType: 'application/pdf', problem: 'it is damaged' };
  const text = 'Supply voltage: 2.4 V to 3.6 V. Zero: the register could not be read: reset.';
  const sheet = { name: 'a.txt', mediaType: 'text/plain', text };

  it('is read whatever it says, and asked for where there is none to read', () => {
    expect(reply({ text: 'What does the datasheet say?', agent, attached: [sheet] })).toContain(
      '2.4 to 3.6 V',
    );
    expect(reply({ text: 'What does the datasheet say?', agent, attached: [] })).toMatch(/^Attach/);
    expect(reply({ text: 'What does the datasheet say?', agent, attached: [problem] })).toMatch(
      /^a\.pdf could not be read: it is damaged\. Attach/,
    );
  });
});

describe('what is told of a project', () => {
  const agent = 'conversational';
  const briefs = { context: 1, mvp: 1, prd: 1 };
  const known = ['context', 'mvp', 'prd'].map((kind) => read(kind, '## Overview\n\nA box.\n'));
  const written = (text: string, more: Partial<Said> = {}) =>
    calls({ text, agent, artifacts: briefs, calls: known, ...more }).map(
      ({ arguments: given }) => `${String(given.artifact_type)}: ${String(given.content)}`,
    );

  it.each(['a cat feeder', 'A small weather station', 'جهاز يفتح الباب'])('takes %s for an idea', (text) => {
    expect(calls({ text, agent }).map(({ arguments: given }) => given.artifact_type)).toContain('context');
  });

  it.each([
    ['Save this as the project brief: A watering box for tomatoes', 'A watering box for tomatoes'],
    ['Please write this down in the brief: two weeks alone', 'two weeks alone'],
    ['احفظ هذا في وصف المشروع: صندوق للري', 'صندوق للري'],
  ])('stores of "%s" what stands behind the colon', (text, dictated) => {
    const [context] = written(text);
    expect(context).toBe(`context: ## Overview\n\n${dictated}\n`);
    expect(written(text).join()).not.toMatch(/Save this|write this|احفظ/);
  });

  it('keeps a wish that no part stands for in the words of the person', () => {
    expect(written('with a camera maybe').join()).toContain('- with a camera maybe');
    expect(written('it should open twice a day').join()).toContain('- it should open twice a day');
  });

  it.each([
    'a quick question',
    'an example please',
    'a moment please',
    'some help please',
    'a human please',
    'A bit more detail',
    'ساعة واحدة من فضلك',
  ])('takes %s for no idea', (text) => expect(calls({ text, agent })).toEqual([]));

  it.each([
    ['مع السلامة', 'ar'],
    ['مع الشكر', 'ar'],
    ['that could be nice', 'en'],
    ['it should be fine', 'en'],
    ['it would be great if you hurry', 'en'],
    ['مرحبا يا صديقي', 'ar'],
  ])('takes %s for no wish', (text, language) => {
    expect(calls({ text, language, agent, artifacts: briefs, calls: known })).toEqual([]);
  });

  it.each([
    ['وصف كتابي السابق قديم', 'ar'],
    ['هذا حسابي على الموقع', 'ar'],
  ])('%s asks for no parts list', (text, language) => {
    const said = {
      agent: 'bomGenerator',
      calls: ['context', 'mvp', 'conversation_summary'].map((kind) => read(kind)),
    };
    expect(calls({ ...said, text, language })).toEqual([]);
  });

  it('makes a list that is asked for as one speaks', () => {
    const said = {
      agent: 'bomGenerator',
      language: 'ar',
      calls: ['context', 'mvp'].map((kind) => read(kind, 'حرارة')),
    };
    expect(
      calls({ ...said, text: 'اعطني قائمة القطع', calls: [...said.calls, read('conversation_summary')] })[0],
    ).toMatchObject({ tool: 'write_file', arguments: { artifact_type: 'bom' } });
  });
});

describe('questions about parts', () => {
  const bom = bomOf('an esp32 with a pump and an 18650 battery');
  const answer = (text: string, language = 'en') => {
    const step = stepFor({
      text,
      language,
      agent: 'bomGenerator',
      artifacts: { bom: 1 },
      calls: [
        {
          tool: 'read_file',
          arguments: { artifact_type: 'bom' },
          result: { success: true, data: { exists: true, version: 1, content: bom } },
        },
      ],
    });
    return step && 'reply' in step ? step.reply : '';
  };

  it.each([
    ['do I need a step up converter?', 'en', /^Yes.*already/],
    ['do I need a GPS?', 'en', /^Not for what is in the list/],
    ['هل أحتاج رافع جهد؟', 'ar', /^نعم/],
    ['is 12V ok for the pump?', 'en', /^No, 12 V is too much/],
    ['can the soil sensor take 3.3 volts?', 'en', /^Yes, 3.3 V is fine/],
    ['كم فولت يحتاج حساس الحركة؟', 'ar', /5 فولت/],
  ])('%s', (text, language, said) => expect(answer(text, language)).toMatch(said));
});

describe('the first parts list', () => {
  const listed = (said: Said) => {
    const [call] = calls(said);
    const { components = [] } = (call?.arguments.content ?? {}) as { components?: { id: string }[] };
    return components.map(({ id }) => id);
  };

  it('has nothing that only an agent has named', () => {
    const summary =
      '## Snapshot\n\n- Goal: A night light.\n\n## Next steps\n\n- Tell me what limits it, such as battery, or build a door alarm with a motion sensor\n';
    const known = [
      read('conversation_summary', summary),
      read('context', '## Overview\n\nA night light.\n'),
      read('mvp'),
    ];
    expect(listed({ text: 'parts list', artifacts: { context: 1 }, calls: known })).not.toEqual(
      expect.arrayContaining(['battery-18650']),
    );
    expect(listed({ text: 'parts list', artifacts: { context: 1 }, calls: known })).toContain('led-5mm');
  });

  it('has what was told before there was a brief', () => {
    const known = ['conversation_summary', 'context', 'mvp'].map((kind) => read(kind));
    const said = ['weather station with esp8266 and two dht22, under 20 dollars', 'what is a relay?'];
    const ids = listed({ text: 'parts list', said, calls: known });
    expect(ids).toEqual(expect.arrayContaining(['esp8266-nodemcu', 'dht22']));
    expect(ids).not.toContain('relay-1');
  });
});

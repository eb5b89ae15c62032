import type { RoutineCall, RoutineTurn } from '#tools';
import { callsOf, firstStep, reply, routineTurn } from '../../../../test/harness/routine-turn.ts';
import { component, finishedBom } from '../artifacts/bom.kind.ts';
import { agentFor } from '../choose-agent.ts';
import { partsFor } from '../rules/parts-list.ts';
import { routines } from './index.ts';

const read = (kind: string, content: unknown): RoutineCall => ({
  tool: 'read_file',
  arguments: { artifact_type: kind },
  result: { success: true, data: { exists: true, version: 1, content } },
});
const listOf = (text: string) =>
  finishedBom({ currency: 'USD', components: partsFor([text]).map((part) => component.parse(part)) });
const OFFERED = ['read_file', 'write_file', 'open_bom_drawer', 'open_wiring_drawer', 'open_code_drawer'];
const stepFor = (text: string, more: Partial<RoutineTurn> = {}) => {
  const { agent } = agentFor({ text, language: 'en', lastAgent: 'bomGenerator' });
  return firstStep(routines, routineTurn(text, { agent, offered: OFFERED, ...more }));
};
/** With a parts list of the project, read in this turn. */
const withList = (project: string): Partial<RoutineTurn> => ({
  artifacts: { context: 1, mvp: 1, bom: 1 },
  calls: [read('bom', listOf(project))],
  said: [project],
});
const changes = (text: string, project: string) => {
  const [call] = callsOf(stepFor(text, withList(project)));
  const { components = [] } = (call?.arguments['content'] ?? {}) as {
    components?: { id: string; _delete?: true }[];
  };
  return components.map(({ id, _delete }) => (_delete ? `-${id}` : id));
};

const LOGGER = 'a temperature logger with an ESP32';

/** What a first idea is answered with, behind which whatever is said is a limit. */
const INVITED =
  'Tell me what limits it, such as battery, size or budget, or have me put together the parts list.';

describe('a part that comes instead', () => {
  it.each([
    ['Use a Raspberry Pi Pico instead', ['-esp32-devkit', 'rpi-pico-w']],
    ["I'd rather use a Pico", ['-esp32-devkit', 'rpi-pico-w']],
    ["let's go with an Arduino Uno instead", ['-esp32-devkit', 'arduino-uno']],
    ['can we use an ESP8266 instead?', ['-esp32-devkit', 'esp8266-nodemcu']],
    ['a Pico instead please', ['-esp32-devkit', 'rpi-pico-w']],
    ['instead use an Arduino Nano', ['-esp32-devkit', 'arduino-nano']],
    ['use a Pico instead of the Arduino', ['-esp32-devkit', 'rpi-pico-w']],
    ['use a DHT22 instead', ['-ds18b20', 'dht22', 'res-10k']],
    ['استخدم Raspberry Pi Pico بدلا من ذلك', ['-esp32-devkit', 'rpi-pico-w']],
  ])('%s', (text, made) => expect(changes(text, LOGGER)).toEqual(made));

  it('only adds what takes the place of nothing', () =>
    expect(changes('use an OLED instead', LOGGER)).toEqual(['ssd1306']));

  it.each(['I want it to beep instead', 'use pin 5 instead', 'keep it instead of throwing it away'])(
    '%s changes no part',
    (text) => expect(changes(text, LOGGER)).toEqual([]),
  );

  it.each([
    'Use a Raspberry Pi Pico instead',
    'can we use a Pico instead?',
    'use a Pico instead of the ESP32',
  ])('%s before there is a list is noted in the brief', (text) => {
    const brief = { artifacts: { context: 1, mvp: 1, prd: 1 }, said: [LOGGER], replied: [INVITED] };
    const calls = ['context', 'mvp', 'prd'].map((kind) => read(kind, '# Brief'));
    const [call, ...others] = callsOf(stepFor(text, { ...brief, calls }));
    expect(others).toEqual([]);
    expect(call?.arguments).toMatchObject({ artifact_type: 'mvp', merge_strategy: 'merge' });
    expect(call?.arguments['content']).toMatch(/Tech stack\n+- Raspberry Pi Pico W\s*$/);
  });

  it('the list is made for the board that the brief has now', () => {
    const calls = [
      read('context', `# Overview\n\n${LOGGER}.`),
      read('mvp', '## Core features\n\n- Keeps a log\n\n## Tech stack\n\n- Raspberry Pi Pico W'),
      read('conversation_summary', undefined),
    ];
    const [call] = callsOf(
      stepFor('Put together the parts list', { artifacts: { context: 1, mvp: 2 }, calls }),
    );
    const { components = [] } = (call?.arguments['content'] ?? {}) as { components?: { id: string }[] };
    const ids = components.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['rpi-pico-w', 'ds18b20']));
    expect(ids).not.toContain('esp32-devkit');
  });
});

describe('another size of a part', () => {
  const ASKED = [
    'a bigger display',
    'can I have a larger screen?',
    'the display should be bigger',
    'شاشة أكبر',
  ];

  it.each(ASKED)('%s where there is none', (text) =>
    expect(reply(stepFor(text, withList(LOGGER)))).toMatch(
      /(?:There is no display in this project|لا يوجد أي شاشة)[^]*SSD1306[^]*LCD[^]*(?:add|أضف)/,
    ),
  );
  it.each(ASKED)('%s where there is one', (text) =>
    expect(reply(stepFor(text, withList(`${LOGGER} and an OLED`)))).toMatch(
      /(?:The project has|في المشروع)[^]*SSD1306[^]*LCD[^]*(?:replace|استبدل)/,
    ),
  );
  it('before there is a list, by what the brief names', () => {
    const calls = [read('context', LOGGER), read('mvp', '')];
    expect(reply(stepFor('a bigger display', { artifacts: { context: 1, mvp: 1 }, calls }))).toContain(
      'There is no display in this project',
    );
  });
  it.each(['I want to build a clock with a bigger display', 'add a display', 'make the parts list smaller'])(
    '%s is another wish',
    (text) => {
      const said = reply(stepFor(text, text.startsWith('I want') ? {} : withList(LOGGER))) ?? '';
      expect(said).not.toMatch(/There is no |The project has/);
    },
  );
});

import { callsOf, made, reply, routineTurn } from '../../../../test/harness/routine-turn.ts';
import { wishesIn } from '../rules/project-brief.ts';
import { changedBrief, newBrief } from './brief.ts';
import { asksForParts } from './wishes.ts';

const written = (text: string) =>
  callsOf(newBrief(routineTurn(text, { agent: 'conversational', offered: ['read_file', 'write_file'] }))).map(
    ({ arguments: given }) => [given.artifact_type, given.content] as const,
  );

describe('a project that is told with a question behind it', () => {
  it.each([
    [
      'I want to build a plant watering thing with an ESP32, where do I start?',
      'A plant watering thing with an ESP32.',
    ],
    ["I'm building a door alarm with a buzzer - how do I begin?", 'A door alarm with a buzzer.'],
    ['I want to make a weather station where should I start?', 'A weather station.'],
    ['I need a lamp that comes on in the dark, any tips?', 'lamp that comes on in the dark.'],
    ['أريد أن أبني جهازا لسقي النبات مع ESP32، من أين أبدأ؟', 'جهازا لسقي النبات مع ESP32.'],
  ])('%s', (text, goal) => {
    const [context] = written(text);
    expect(context?.[0]).toBe('context');
    expect(context?.[1]).toContain(goal);
  });

  it.each([
    'I want to know where do I plug in the servo?',
    'I need a hint, what do I do next?',
    'How long does the battery last?',
  ])('is none: %s', (text) => expect(written(text)).toEqual([]));
});

it.each([
  'تقيس الحرارة والرطوبة وتعرضها على شاشة',
  'ويعرض القيم على شاشة',
  'It measures temperature and humidity and shows them on a display.',
  'sends the temperature to my phone',
])('tells what the device does: %s', (text) => expect(wishesIn(text)).toHaveLength(1));

it.each([
  'it shows an error on the display',
  'it turns the LED on, but the buzzer stays quiet',
  'does it show the temperature on the display?',
  'هل تقيس الحرارة؟',
  'تعرض الشاشة خطأ',
  'it opens fine',
])('tells no feature: %s', (text) => expect(wishesIn(text)).toEqual([]));

describe('the answer to what limits a project', () => {
  const invited =
    'I have written down your project.\nTell me what limits it, such as battery, size or budget, or have me put together the parts list.';
  const noted = (text: string, replied: string[]) => {
    const read = ['context', 'mvp', 'prd'].map((kind) =>
      made(
        'read_file',
        { artifact_type: kind },
        { exists: true, version: 1, content: '## Overview\nA lamp.' },
      ),
    );
    const artifacts = { context: 1, mvp: 1, prd: 1 };
    const offered = ['read_file', 'write_file'];
    const turn = routineTurn(text, { agent: 'conversational', offered, artifacts, replied, calls: read });
    return callsOf(changedBrief(turn)).map(({ arguments: given }) => given.content);
  };

  it.each([
    ['usb power, indoor', ['usb power', 'indoor']],
    ['indoor, one plant and usb power', ['indoor', 'usb power']],
    ['as small as possible', ['as small as possible']],
  ])('%s is kept part by part', (text, limits) => {
    const [content] = noted(text, [invited]);
    for (const limit of limits) expect(content).toContain(`- ${limit}`);
  });

  it.each([
    ['I only have about 30 euros to spend', '“I only have about 30 euros to spend”'],
    ['usb power', 'usb power'],
  ])('%s is said back so that it stays theirs', (text, said) => {
    const sections = ['context', 'mvp', 'prd'];
    const calls = [
      ...sections.map((kind) =>
        made(
          'read_file',
          { artifact_type: kind },
          { exists: true, version: 1, content: '## Overview\nA lamp.' },
        ),
      ),
      made('write_file', { artifact_type: 'context' }, { version: 2 }),
    ];
    const turn = routineTurn(text, {
      agent: 'conversational',
      offered: ['read_file', 'write_file'],
      artifacts: { context: 1, mvp: 1, prd: 1 },
      replied: [invited],
      calls,
    });
    expect(reply(changedBrief(turn))).toContain(`\n- ${said}`);
  });

  it('is nothing without the invitation', () => expect(noted('one plant', ['Fine.'])).toEqual([]));
});

it.each([
  'what parts are needed?',
  'which components are required',
  'what is needed?',
  'ما القطع المطلوبة؟',
  'ما هي المكونات اللازمة',
])('asks for the parts: %s', (text) => expect(asksForParts(text)).toBe(true));

it.each(['what is needed to update the firmware?', 'is the relay required?'])(
  'asks for no parts: %s',
  (text) => expect(asksForParts(text)).toBe(false),
);

import { firstStep, reply, routineTurn } from '../../../../test/harness/routine-turn.ts';
import type { RoutineCall, RoutineTurn } from '#pack-kit';
import { component, finishedBom } from '../../schema/artifacts/bom.kind.ts';
import { partsFor } from '../rules/parts-list.ts';
import { routines } from './index.ts';

const step = (text: string, more: Partial<RoutineTurn> = {}) =>
  reply(firstStep(routines, routineTurn(text, { agent: 'conversational', offered: ['read_file'], ...more })));
const project = (text: string): Partial<RoutineTurn> => {
  const bom = finishedBom({
    currency: 'USD',
    components: partsFor([text]).map((part) => component.parse(part)),
  });
  const read: RoutineCall = {
    tool: 'read_file',
    arguments: { artifact_type: 'bom' },
    result: { success: true, data: { exists: true, version: 1, content: bom } },
  };
  return { artifacts: { context: 1, bom: 1 }, calls: [read] };
};

describe('whether a source feeds a board', () => {
  it.each([
    [
      'can I power an ESP32 from two AA',
      /^Not reliably.*give 3 V: 3\.2 V when full, falling to about 2 V.*5 to 12 V on VIN.*3 to 3\.6 V on 3V3.*MT3608/,
    ],
    ['can I power an ESP32 from 3 AA batteries?', /^No, not by itself.*4\.5 V.*MT3608/],
    ['will four AA cells run an ESP32?', /^Yes, on VIN, until it has fallen to 5 V.*6 V/],
    ['can I run a Pico on two AA batteries?', /^Yes, on VSYS\..*3 V/],
    ['and an Arduino Uno from a 9V battery?', /^Yes, on VIN, until it has fallen to 7 V.*9 V.*10 hours/],
    ['does an ESP32 run from a coin cell?', /^No\..*80 to 500 mA.*15 mA/],
    ['can I power the ESP32 with a LiPo?', /^No, not by itself.*3\.7 V.*MT3608/],
    ['is 12 V ok for an ESP32?', /^Yes, on VIN, but.*regulator gets hot/],
    ['is 9 V ok for an ESP32?', /^Yes, on VIN\./],
    ['can I connect 24V to an arduino nano?', /^No.*24 V.*7 to 12 V.*MP1584/],
    ['can I feed an ESP8266 with 230 V?', /^No.*destroys/],
    ['can I power an Arduino from a power bank?', /^Yes, over its USB port/],
    ['can I run an esp32 on two rechargeable AA?', /^No.*2\.4 V/],
    ['can the pump run on 12 V?', /^No, 12 V is too much/],
    ['can the pump run on 2 AA?', /^No.*4\.5 to 5\.5 V on VCC/],
    ['هل يمكن تشغيل ESP32 من بطاريتين AA؟', /^ليس بشكل موثوق.*3 فولت.*MT3608/],
  ])('%s', (text, said) => expect(step(text)).toMatch(said));

  it('means the board of the project by it', () =>
    expect(step('can it run on two AA batteries?', project('an esp32 with a soil sensor'))).toMatch(
      /Not reliably.*ESP32/,
    ));

  it.each([
    ['can it run on batteries?', /^Yes.*directly: 4 AA.*boost converter.*lithium cell.*two AA/],
    ['هل يعمل على البطارية؟', /^نعم.*MT3608/],
  ])('%s: which ones', (text, said) =>
    expect(step(text, project('an esp32 with a soil sensor'))).toMatch(said),
  );

  it.each(['I want to build a lamp that runs on two AA batteries', 'add two AA batteries'])(
    '%s: is no question of it',
    (text) => expect(step(text) ?? '').not.toMatch(/reliably|V on/),
  );
});

describe('what feeds the project', () => {
  it.each([
    [
      'What is the power output of it?',
      'watering with a pump and a soil sensor',
      /5 V 2 A supply.*up to 2000 mA.*at most/,
    ],
    ['where is the battery?', 'an esp32 with a soil sensor', /No battery and no supply.*USB/],
    ['how is it powered?', 'an esp32 with a soil sensor on a battery', /18650.*3\.7 V/],
    ['how much current does it draw?', 'an esp32 with a buzzer', /at most 530 mA/],
    ['أين البطارية؟', 'an esp32 with a soil sensor', /USB/],
  ])('%s', (text, list, said) => expect(step(text, project(list))).toMatch(said));

  it.each(['What is the power output of it?', 'where is the battery?'])('%s: asks for no board', (text) =>
    expect(step(text)).toMatch(/no parts list yet/),
  );

  it('a pin that is asked for is a pin', () =>
    expect(step('which pin is the power input of an ESP32?')).toMatch(/VIN/));
});

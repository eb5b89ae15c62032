import type { Scenario, ScenarioStep } from '#pack-kit';
import { bomOf, unless, type Check } from './expected.ts';

const CANNOT = [/without a real model/, /دون نموذج حقيقي/];

const step = (
  say: string,
  contact: string,
  saysOffline: (string | RegExp)[],
  expect: Partial<ScenarioStep['expect']> = {},
): ScenarioStep => ({ say, contact, expect: { saysOffline, neverSays: CANNOT, ...expect } });
const begins = (one: ScenarioStep): ScenarioStep => ({ ...one, begins: true });

/** The parts list has these, and has not those. */
const lists =
  (has: string[], hasNot: string[] = []): Check =>
  async (seen) => {
    const { components } = await bomOf(seen);
    const ids = components.map(({ id }) => id);
    return unless([
      has.every((id) => ids.includes(id)) && !hasNot.some((id) => ids.includes(id)),
      `the list has ${ids.join(', ')}`,
    ]);
  };

/** What newcomers said who built their first device. */
export const asMakersTalk: Scenario[] = [
  {
    id: 'A7',
    title:
      'parts are meant by their place, exchanged for cheaper ones, and a budget that cannot be had is called so',
    steps: [
      step('I want to build a plant monitor with an ESP32, a soil sensor and a display', 'talk-1', []),
      step('parts list', 'talk-1', [/2\. Capacitive soil moisture sensor/]),
      step('replace the first one with something cheaper', 'talk-1', [/NodeMCU ESP8266/], {
        agent: 'ohm/bomGenerator',
        check: lists(['esp8266-nodemcu'], ['esp32-devkit']),
      }),
      step('remove the second one', 'talk-1', [/No longer in it/], { check: lists([], ['ssd1306']) }),
      step('keep it under 5 dollars', 'talk-1', [/5\.00 USD cannot be had/], {
        agent: 'ohm/budgetOptimizer',
      }),
      step('what is in the parts list?', 'talk-1', [/1\. /, 'sample prices'], {
        neverSays: [/price source/],
      }),
      begins(step('أريد أن أبني مصباحا ليليا', 'talk-2', [/مصباح/])),
      step('ما القطع التي أحتاجها؟', 'talk-2', [/LED/], { check: lists(['led-5mm']) }),
      step('أريده أقل من 5 دولارات', 'talk-2', [/لا يمكن الوصول إلى 5\.00/], {
        agent: 'ohm/budgetOptimizer',
      }),
      step('احذف الأخيرة', 'talk-2', [/حذفت/], { check: lists([], ['jumper-40']) }),
    ],
  },
  {
    id: 'A8',
    title: 'whether a wiring is safe is checked and told in sentences',
    steps: [
      step('A door alarm with an Arduino Nano, a motion sensor and a buzzer', 'talk-3', []),
      begins(step('Is the wiring safe?', 'talk-4', [/no wiring/], { calls: [] })),
      step('مشروع إنذار للباب مع أردوينو وحساس حركة وجرس', 'talk-4', []),
      step('قائمة القطع', 'talk-4', [/أردوينو/]),
      step('كيف أوصلها؟', 'talk-4', [/التغذية/]),
      step('هل التوصيل آمن؟', 'talk-4', [/نعم بحسب الفحوص/, /قس التغذية/], {
        agent: 'ohm/circuitVerifier',
        neverSays: [/component|Wiring/i],
      }),
      step('ماذا في التوصيلات؟', 'talk-4', [/إلى/], { neverSays: [/component id|«Wiring»/] }),
    ],
  },
  {
    id: 'A9',
    title: 'pins of a board, a converter that a cell needs, and what cannot be answered',
    steps: [
      step('which pin is SDA on an ESP32?', 'talk-5', [/SDA is pin 21/], { calls: [] }),
      step('ما هو منفذ SCL في ESP8266؟', 'talk-5', [/D1/], { language: 'ar' }),
      step('what is the meaning of life', 'talk-5', [/cannot answer here/]),
      begins(
        step('I want to build a soil sensor with an ESP32 that runs from an 18650 battery', 'talk-6', []),
      ),
      step('parts list', 'talk-6', [/boost converter/], { check: lists(['boost-mt3608', 'battery-18650']) }),
      step('how do I wire it?', 'talk-6', [/MT3608/], { neverSays: [/put a boost converter between/] }),
    ],
  },
  {
    id: 'A10',
    title: 'sources, pins and parts are told by their figures, and nothing is warned of that is not there',
    steps: [
      step('can I power an ESP32 from two AA?', 'talk-7', [/^Not reliably.*3 V.*MT3608/], { calls: [] }),
      begins(step('an ESP32 plant watering device with a soil sensor and a small DC pump', 'talk-8', [])),
      step('where is the battery?', 'talk-8', [/no parts list yet/], { calls: [] }),
      step('parts list', 'talk-8', [/Mini pump/]),
      step('how do I wire it?', 'talk-8', [/PUMP/], { neverSays: [/[Mm]ains/] }),
      step('why that pin?', 'talk-8', [/analog input/, /plain digital pin/]),
      step('What is the power output of it?', 'talk-8', [/5 V 2 A supply/]),
      begins(step('A flood alarm with a water sensor, a reed door sensor and three lights', 'talk-9', [])),
      step('parts list', 'talk-9', [/Water sensor/, /Reed switch/, /LED 5 mm, 3 ×/], {
        check: lists(['water-level', 'reed-switch', 'led-5mm', 'res-220'], ['bh1750']),
      }),
      step('how do I wire it?', 'talk-9', [/Reed switch with magnet: 1 to/]),
      step('something to eat', 'talk-9', [/cannot answer here/], { calls: [] }),
    ],
  },
];

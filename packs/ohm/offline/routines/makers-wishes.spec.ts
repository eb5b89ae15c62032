import { callsOf, reply } from '../../../../test/harness/routine-turn.ts';
import { wiringKind } from '../../schema/artifacts/wiring.kind.ts';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import { currencyAskedIn } from '../rules/cost-limit.ts';
import { partsFor } from '../rules/parts-list.ts';
import { wiringFor } from '../rules/pin-plan.ts';
import { readOf, stepFor, withList } from '../../testing/parts-list-turn.ts';

const LEDS = withList('a Pico with a DHT22, a buzzer and 2 LEDs');
const changed = (text: string, known = LEDS) => {
  const { components = [] } = (callsOf(stepFor(text, known))[0]?.arguments['content'] ?? {}) as {
    components?: { id: string; quantity?: number; _delete?: true }[];
  };
  return components.map(({ id, quantity, _delete }) => (_delete ? `-${id}` : `${id} ${quantity}`));
};

describe('how many of a part', () => {
  it.each([
    ['make that 3 leds, no 4', 4],
    ['make that 3 LEDs, no, make it 4', 4],
    ['make it 3 LEDs', 3],
    ['add 3 leds, sorry, 4', 4],
    ['خليها 3 ليدات لا 4', 4],
  ])('%s', (text, count) => expect(changed(text)).toEqual([`led-5mm ${count}`, `res-220 ${count}`]));
  it.each(['remove the LEDs', 'no LEDs'])('%s takes them out', (text) =>
    expect(changed(text)).toEqual(['-led-5mm']),
  );
  it.each(['ضيف شاشة', 'add a screen'])('%s', (text) => expect(changed(text)).toEqual(['ssd1306 1']));
});

describe('what is left to buy', () => {
  const told = (text: string, said: string[] = []) =>
    reply(stepFor(text, { ...LEDS, said: [...(LEDS.said ?? []), ...said] })) ?? '';

  it.each<[string, string[]]>([
    ['what do I still need to buy', ['I already have the pico and the breadboard']],
    ['I have the pico and a breadboard, what is left to buy?', []],
    ['ماذا بقي أن أشتري؟', ['عندي البيكو ولوحة تجارب']],
  ])('%s: without what is there', (text, said) => {
    const [open = '', own = ''] = told(text, said).split(/Not counted|لم يحسب/);
    expect(open).toMatch(/LED/);
    expect(open).not.toMatch(/Pico|Breadboard|لوحة تجارب/);
    expect(own).toMatch(/Pico/);
  });
  it.each([
    "I don't have the pico",
    'do I have a pico?',
    'I have to buy a pico',
    'I have an LED and want to add a Pico',
  ])('%s: nothing is there by that', (said) =>
    expect(told('what do I still need to buy?', [said])).toMatch(/1\. Raspberry Pi Pico W/),
  );
});

describe('money', () => {
  const costs = withList('a Pico with a DHT22');
  const asked = (text: string) => {
    const calls = [...(costs.calls ?? []), readOf('conversation_summary', undefined), readOf('context', '')];
    const known = { ...costs, calls, offered: [] };
    return reply(stepFor(text, known)) ?? '';
  };
  it.each(['what is the total in euros', 'how much is it in dirhams?', 'كم المجموع باليورو؟'])(
    '%s says in what it is told',
    (text) => expect(asked(text)).toMatch(/no exchange rate|لا أعرف سعر الصرف/),
  );
  it.each(["what's the total?", 'budget check', 'check the budget', 'كم المجموع؟'])('%s', (text) => {
    expect(asked(text)).toMatch(/The parts cost|تكلفة القطع/);
    expect(asked(text)).not.toMatch(/exchange|الصرف/);
  });
  it('a verb is no currency', () =>
    expect(currencyAskedIn('what would you put in to try it')).toBeUndefined());
});

describe('what a device is to notice', () => {
  const ids = (text: string) => partsNamedIn(text).map(({ id }) => id);
  it.each([
    ['a parking sensor with a buzzer', 'hc-sr04'],
    ['حساس ركن للسيارة', 'hc-sr04'],
    ['جهاز يقيس الحرارة وضغط الهواء', 'bme280'],
    ['محطة تقيس الحرارة والضغط', 'bme280'],
    ['ميزان للمطبخ', 'hx711-cell'],
    ['جهاز يقيس الوزن', 'hx711-cell'],
    ['إنذار عندما يفتح الباب', 'reed-switch'],
    ['beeps when the fridge door is left open', 'reed-switch'],
  ])('%s: %s', (text, id) => expect(ids(text)).toContain(id));
  it.each([
    ['ينبه عند الضغط على الزر', 'bme280'],
    ['a servo that opens the door with a button', 'reed-switch'],
    ['a car park light', 'hc-sr04'],
  ])('%s: no %s', (text, id) => expect(ids(text)).not.toContain(id));
});

it.each(['delete the code', 'remove the wiring please', 'امسح الكود', 'احذف قائمة القطع'])(
  '%s is said not to be possible',
  (text) => expect(reply(stepFor(text, LEDS))).toMatch(/^I cannot delete that|^لا أستطيع حذف ذلك/),
);
it.each(['remove the buzzer from the list', 'احذف الجرس', 'delete the display'])(
  '%s is another thing',
  (text) => expect(reply(stepFor(text, LEDS)) ?? '').not.toMatch(/cannot delete|لا أستطيع حذف/),
);

it('a line is told by its own name', () => {
  const components = partsFor(['an ESP32 with a distance sensor and a DHT22']);
  const wiring = wiringKind.schema?.parse(wiringFor(components as never));
  const known = { artifacts: { bom: 1, wiring: 1 }, calls: [readOf('wiring', wiring)] };
  const told = reply(stepFor('which pin is the echo on?', known)) ?? '';
  expect(told).toMatch(/echo/i);
  expect(told).not.toMatch(/trig|dht/i);
});

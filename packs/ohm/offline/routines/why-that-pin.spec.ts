import { firstStep, reply, routineTurn } from '../../../../test/harness/routine-turn.ts';
import { detectLanguage } from '#text';
import { type RoutineCall, type RoutineTurn } from '#pack-kit';
import { component, finishedBom } from '../../schema/artifacts/bom.kind.ts';
import { finishedWiring } from '../../schema/artifacts/wiring.kind.ts';
import { agentFor } from '../../agents/choose-agent.ts';
import { partsFor } from '../rules/parts-list.ts';
import { wiringFor } from '../rules/pin-plan.ts';
import { routines } from './index.ts';

const step = (text: string, more: Partial<RoutineTurn> = {}) => {
  const { agent } = agentFor({ text, language: detectLanguage(text) });
  return reply(firstStep(routines, routineTurn(text, { agent, offered: ['read_file'], ...more })));
};
const read = (kind: string, content: unknown): RoutineCall => ({
  tool: 'read_file',
  arguments: { artifact_type: kind },
  result: { success: true, data: { exists: true, version: 1, content } },
});
const project = (text: string): Partial<RoutineTurn> => {
  const bom = finishedBom({
    currency: 'USD',
    components: partsFor([text]).map((part) => component.parse(part)),
  });
  const wiring = finishedWiring(wiringFor(bom.components), { version: 1, bom });
  return { artifacts: { context: 1, bom: 1, wiring: 1 }, calls: [read('bom', bom), read('wiring', wiring)] };
};
const monitor = project('an esp32 with a soil sensor, a display and a buzzer');

describe('why a pin is the one it is', () => {
  it.each([
    [
      'why that pin?',
      /34 for Capacitive soil.*analog input.*ADC1.*input only[^]*21 for SSD1306.*I2C[^]*4 for Active buzzer.*plain digital pin.*0\/2\/5\/12\/15/,
    ],
    ['why GPIO 34?', /^- 34 for Capacitive soil moisture sensor.*35, 32, 33 would do as well\.$/],
    ['why is the buzzer on pin 4?', /^- 4 for Active buzzer.*27, 26/],
    ['why that pin for the display?', /^- 21 for SSD1306[^]*- 22 for SSD1306/],
    ['why not pin 12?', /^Pin 12 of ESP32.*strapping pin/],
    ['can I use pin 35 for the buzzer instead?', /^Pin 35 of ESP32.*input only/],
    ['could I put it on GPIO 4?', /taken by Active buzzer/],
    ['لماذا هذا المنفذ؟', /34 من أجل حساس رطوبة التربة/],
  ])('%s', (text, said) => expect(step(text, monitor)).toMatch(said));

  it('why?, behind what is on which pin', () => {
    const replied = ['By the wiring:\n- IN: ESP32 DevKit V1 4 – buzzer IN'];
    expect(step('why?', { ...monitor, agent: 'conversational', replied })).toMatch(/^- 4 for Active buzzer/);
  });

  it.each([
    ['why not GPIO 6 on an ESP32?', /flash memory/],
    ['why pin D3 on a NodeMCU?', /strapping/],
    ['is pin 0 ok on an Arduino Uno?', /USB port/],
    ['why is pin 12 special on an ESP32?', /strapping/],
  ])('%s: of a board that is named', (text, said) => expect(step(text)).toMatch(said));

  it('says that nothing is wired where nothing is', () => expect(step('why that pin?')).toMatch(/board/));

  it.each(['why does it not work?', 'why so expensive?', 'which pin is the buzzer on?'])(
    '%s asks for no reason of a pin',
    (text) => expect(step(text, monitor) ?? '').not.toMatch(/would do as well/),
  );
});

it.each([
  ['what is a strapping pin?', /power-up/],
  ["what's PWM?", /on and off/],
  ['what does input only mean?', /34, 35/],
  ['what is a pull-up resistor?', /never floats/],
  ['how do I upload the code?', /over USB/],
  ['كيف أرفع الكود؟', /USB/],
])('%s is explained', (text, said) => expect(step(text)).toMatch(said));

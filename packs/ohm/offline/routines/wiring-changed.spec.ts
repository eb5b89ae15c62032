import { firstStep, made, reply, routineTurn } from '../../../../test/harness/routine-turn.ts';
import { component, finishedBom } from '../../schema/artifacts/bom.kind.ts';
import { agentFor } from '../../agents/choose-agent.ts';
import { partsFor } from '../rules/parts-list.ts';
import { wiringFor } from '../rules/pin-plan.ts';
import { routines } from './index.ts';

const bomOf = (text: string) =>
  finishedBom({ currency: 'USD', components: partsFor([text]).map((part) => component.parse(part)) });
const readOf = (kind: string, content: object) =>
  made('read_file', { artifact_type: kind }, { exists: true, version: 1, content });

/** What is told where the wiring is of one project, and the parts list of another. */
function told(text: string, wired: string, listed = wired): string | undefined {
  const calls = [readOf('wiring', wiringFor(bomOf(wired).components, 'en')), readOf('bom', bomOf(listed))];
  return reply(
    firstStep(
      routines,
      routineTurn(text, {
        agent: agentFor({ text, language: 'en' }).agent,
        offered: ['read_file', 'write_file'],
        artifacts: { wiring: 1, bom: 2 },
        calls,
      }),
    ),
  );
}

const ALARM = 'an ESP32 with a buzzer';

it.each([
  'did the wiring change because of that?',
  'Is the wiring still the same?',
  'has the wiring changed?',
  'do I have to rewire it now?',
  'هل تغيرت التوصيلات بسبب ذلك؟',
])('says whether the wiring changes, and wires nothing: %s', (text) => {
  expect(told(text, ALARM)).toMatch(/^(?:No:|لا:)/);
  expect(told(text, ALARM, `${ALARM} and a display`)).toMatch(/^(?:Yes,|نعم،)[^]*(?:SSD1306|OLED)/);
});

it.each(['change the wiring', 'wire it again', 'redo the wiring', 'أعد التوصيل'])('still wires: %s', (text) =>
  expect(told(text, ALARM)).toBeUndefined(),
);

it.each(['ما القطع التي أحتاجها وكم تكلف؟', 'what parts do I need and what do they cost?'])(
  'what is needed and what it costs is the list: %s',
  (text) => {
    expect(agentFor({ text, language: 'en' }).agent).toBe('bomGenerator');
    expect(told(text, ALARM)).toMatch(/Total|المجموع/);
  },
);

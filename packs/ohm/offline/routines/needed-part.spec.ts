import { callsOf, reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor, withList } from '../../testing/parts-list-turn.ts';

const PROJECT = 'a Pico with a soil sensor, a relay, a pump, a DHT22, a buzzer and an LED';
const asked = (text: string) => stepFor(text, withList(PROJECT));

describe('whether it goes without a part is asked, and nothing is taken out', () => {
  it.each([
    ['can we do without the relay?', /^No, keep Relay module.*cannot do without/],
    ['could I skip the resistor?', /^No, keep Resistor/],
    ['can I skip the resistor?', /^No, keep Resistor/],
    ['would it work without a relay?', /^No, keep Relay/],
    [
      'could we manage without the LED?',
      /LED 5 mm is in the parts list.*no other part.*say “remove LED 5 mm”/,
    ],
    ['is it ok to omit the buzzer?', /Active buzzer is in the parts list.*as it was/],
    ['can we go without a display?', /None is in the parts list/],
    ['can we go without a GPS?', /^Yes: it is not in the list/],
    ['is the relay needed?', /^Yes, and Relay.*already/],
    ['is a resistor really necessary?', /^Yes, and Resistor/],
    ['are the buzzer and the LED optional?', /buzzer.*LED/s],
    ['do I need a resistor?', /^Yes, and Resistor/],
    ['do I really need the buzzer?', /buzzer is in the parts list/],
    ['هل يمكننا الاستغناء عن الريليه؟', /^لا، الأفضل إبقاء مرحل/],
    ['ممكن استغني عن المقاومة؟', /^لا، الأفضل إبقاء مقاومة/],
    ['فينا نعملها بدون ريليه؟', /^لا، الأفضل إبقاء مرحل/],
    ['بيشتغل بدون الجرس؟', /جرس.*القائمة كما هي/],
    ['هل يعمل من دون شاشة؟', /^لا توجد في قائمة القطع/],
    ['هل الريليه ضروري؟', /^نعم، ومرحل/],
    ['المقاومة ضرورية؟', /^نعم، ومقاومة/],
    ['لازم الريليه؟', /^نعم، ومرحل/],
  ])('%s', (text, told) => {
    const step = asked(text);
    expect(callsOf(step)).toEqual([]);
    expect(reply(step)).toMatch(told);
  });

  it.each([
    ['can we do without the relay?', /switch/],
    ['ممكن استغني عن المقاومة؟', /المقاومة/],
  ])('before there is a list it is told what the part is for: %s', (text, told) =>
    expect(reply(stepFor(text))).toMatch(told),
  );

  it.each([
    'can I leave the buzzer off?',
    'could we leave the LED out?',
    'بقدر اشيل الريليه؟',
    'ممكن احذف الريليه؟',
    'فيني شيل الريليه؟',
    'اشيل الريليه؟',
  ])('is told what would change: %s', (text) => {
    expect(callsOf(asked(text))).toEqual([]);
    expect(reply(asked(text))).toMatch(/as it was|كما هي/);
  });

  it.each([
    ['leave the buzzer off', 'buzzer'],
    ['can you leave out the LED?', 'led-5mm'],
    ['ok, without the buzzer', 'buzzer'],
    ['احذف الريليه', 'relay-1'],
    ['شيل الريليه', 'relay-1'],
  ])('and this is done: %s', (text, id) =>
    expect(callsOf(asked(text))).toMatchObject([
      { arguments: { content: { components: [{ id, _delete: true }] } } },
    ]),
  );
});

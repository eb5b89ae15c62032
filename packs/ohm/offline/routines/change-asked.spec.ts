import { callsOf, reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor, withList } from '../../testing/parts-list-turn.ts';

const PROJECT = 'a Pico with a soil sensor, a relay, a pump, a DHT22 and an LED';
const after = (text: string, project = PROJECT, said: string[] = []) => {
  const known = withList(project);
  const step = stepFor(text, { ...known, said: [...(known.said ?? []), ...said] });
  const { components = [] } = (callsOf(step)[0]?.arguments['content'] ?? {}) as {
    components?: { id: string; _delete?: true }[];
  };
  return { step, changes: components.map(({ id, _delete }) => (_delete ? `-${id}` : id)) };
};

describe('a change that is asked for', () => {
  it.each([
    'should I remove the relay?',
    'could I delete the breadboard?',
    'can I take out the LED?',
    'what happens if I swap the pico for an uno?',
    'what would happen if i removed the LED and deleted it',
    'would a nano instead of the pico be better?',
    'is it a good idea to drop the relay?',
    'why would I replace the DHT22 with a BME280?',
    'would removing the relay hurt?',
    'can you tell me what happens if I drop the LED?',
    "I'm not sure whether I should remove the relay",
    "I'm thinking about swapping the pico for an uno",
    'do I gain anything if I add a display?',
    'should I add a display?',
    "what if I don't use the relay?",
    'what happens with no relay?',
    'can I add a second LED?',
    'remove the relay or keep it?',
    "so I don't need the relay?",
    'هل أحذف الريليه؟',
    'هل يمكنني حذف الريليه؟',
    'ماذا يحدث لو حذفت الريليه',
    'ماذا لو استبدلت البيكو بأردوينو أونو؟',
    'هل أضيف شاشة؟',
    'أشيل الريليه؟',
    'لو ممكن أشيل الريليه؟',
    'إذا أمكن حذف الريليه فماذا يحدث',
    'إذا حذفت الريليه',
    'should I, honestly, remove the relay',
    'what do you think, remove the relay',
    'which is better, remove the relay or the LED',
    'who said: remove the relay',
    'should I swap the pico, remove the relay',
    'what worries me: removing the relay would break it',
  ])('%s is told, and not done', (text) => expect(after(text).changes).toEqual([]));

  it('is told with what it costs and who needs it', () => {
    const told = reply(after('should I remove the relay?').step);
    expect(told).toMatch(/as it was.*Taken out: Relay module 1 channel.*USD instead of/s);
    expect(told).toMatch(/cannot do without: Relay module/);
    expect(told).toContain('say “remove Relay module 1 channel”');
    expect(reply(after('what happens if I swap the pico for an uno?').step)).toMatch(
      /Taken out: Raspberry Pi Pico W.*Put in: Arduino Uno R3/s,
    );
    expect(reply(after('هل أحذف الريليه؟').step)).toMatch(/القائمة كما هي.*يحذف: مرحل/s);
  });

  it.each<[string, string[]]>([
    ['can you remove the relay?', ['-relay-1']],
    ['could you please take out the LED?', ['-led-5mm']],
    ['would you mind removing the relay?', ['-relay-1']],
    ['remove the relay please', ['-relay-1']],
    ['remove the relay, ok?', ['-relay-1']],
    ['if possible, remove the relay', ['-relay-1']],
    ["I don't need the LED", ['-led-5mm']],
    ['swap the pico for an uno', ['-rpi-pico-w', 'arduino-uno']],
    ['can we use a Nano instead?', ['-rpi-pico-w', 'arduino-nano']],
    ['how about removing the LED', ['-led-5mm']],
    ['add a display please', ['ssd1306']],
    ['add a display, but no buzzer', ['ssd1306']],
    ['أضف شاشة بدون جرس', ['ssd1306']],
    ["I don't want the LED", ['-led-5mm']],
    ["don't forget to add a display", ['ssd1306']],
    ['can you add a display?', ['ssd1306']],
    ['شيل الريليه', ['-relay-1']],
    ['هل يمكنك حذف الريليه؟', ['-relay-1']],
    ['ممكن تشيل الريليه؟', ['-relay-1']],
    ['لو سمحت احذف الريليه', ['-relay-1']],
    ['أضف حساس حركة إذا سمحت', ['hc-sr501']],
    ['احذف الريليه إن أمكن', ['-relay-1']],
    ['إذا ممكن، احذف الريليه', ['-relay-1']],
    ['لو ممكن تحذف الريليه', ['-relay-1']],
    ['أضف شاشة لو تكرمت', ['ssd1306']],
    ['Who cares, remove the relay', ['-relay-1']],
    ['Should be smaller: remove the relay', ['-relay-1']],
    ['is too big, please take out the LED', ['-led-5mm']],
    ['where it stands it is dry: drop the relay', ['-relay-1']],
    ['أضف شاشة', ['ssd1306']],
  ])('%s is done', (text, changes) => expect(after(text).changes).toEqual(changes));
});

describe('what is to stay', () => {
  it.each([
    'never remove the relay',
    "don't remove the relay",
    'please do not delete the pump or the relay',
    "don't add a display",
    "please don't add a display, we don't need it",
    "I don't want to remove the LED",
    "don't swap the pico for an uno",
    'you must not take out the relay',
    'لا تحذف الريليه',
    'لا تشيل الريليه',
    'لا تضف شاشة',
  ])('%s changes nothing', (text) => {
    expect(after(text).changes).toEqual([]);
    expect(reply(after(text).step)).toMatch(/stays|nothing changes|يبقى|تبقى|لا يتغير/);
  });

  it.each<[string, string[]]>([
    ["don't remove the relay, remove the LED", ['-led-5mm']],
    ['remove the LED but keep the relay', ['-led-5mm']],
    ['remove the LED, not the relay', ['-led-5mm']],
    ['remove the LED and never touch the pump', ['-led-5mm']],
    ["don't use the pico, use a nano instead", ['-rpi-pico-w', 'arduino-nano']],
    ['احذف الضوء LED ولا تحذف الريليه', ['-led-5mm']],
  ])('%s: the rest is done', (text, changes) => expect(after(text).changes).toEqual(changes));

  const FOUR = 'a Pico with a DHT22, a buzzer and an OLED';
  const left = (text: string) => {
    const { changes } = after(text, FOUR);
    const all = ['rpi-pico-w', 'dht22', 'buzzer', 'ssd1306', 'res-10k', 'breadboard-830', 'jumper-40'];
    return all.filter((id) => !changes.includes(`-${id}`));
  };

  it.each<[string, string[]]>([
    ['remove everything except the board', ['rpi-pico-w']],
    ['delete all but the pico', ['rpi-pico-w']],
    ['take out everything apart from the board and the display', ['rpi-pico-w', 'ssd1306']],
    ['keep only the buzzer and the board', ['rpi-pico-w', 'buzzer']],
    ['احذف كل شيء ما عدا اللوحة', ['rpi-pico-w']],
    ['احذف كل شيء إلا الشاشة', ['ssd1306']],
    ['شيل كل القطع باستثناء اللوحة والشاشة', ['rpi-pico-w', 'ssd1306']],
  ])('%s', (text, ids) => expect(left(text)).toEqual(ids));

  it('of what is not in the list nothing follows for the rest', () =>
    expect(after('remove everything except the pump', FOUR).changes).toEqual([]));
});

describe('a part in the place of another', () => {
  const CLIMATE = 'a Pico with a BME280 and an LED';
  it.each<[string, string[]]>([
    ['use a dht11 instead of the bme', ['-bme280', 'dht11', 'res-10k']],
    ['replace the bme with a dht22', ['-bme280', 'dht22', 'res-10k']],
    ['غير البيكو لـ ESP32', ['-rpi-pico-w', 'esp32-devkit']],
    ['غير البيكو لESP32', ['-rpi-pico-w', 'esp32-devkit']],
    ['غيّر البيكو إلى أردوينو', ['-rpi-pico-w', 'arduino-uno']],
    ['ممكن تغير البيكو ل ESP32؟', ['-rpi-pico-w', 'esp32-devkit']],
    ['بدل البيكو ESP32', ['-rpi-pico-w', 'esp32-devkit']],
    ['استعمل DHT11 بدلا من BME', ['-bme280', 'dht11', 'res-10k']],
  ])('%s', (text, changes) => expect(after(text, CLIMATE).changes).toEqual(changes));

  it.each([
    'use a dht11 instead of the gyro',
    'use a dht11 instead of the thermocouple',
    'replace the thermocouple with a dht11',
    'swap the buzzer for an LCD',
    'استبدل الجرس بشاشة',
    'استخدم DHT11 بدلا من الجرس',
  ])('%s: what is to go is not found, and asked for', (text) => {
    const { step, changes } = after(text, CLIMATE);
    expect(changes).toEqual([]);
    expect(reply(step)).toMatch(/do not find “|لا أجد «/);
  });
  it.each(['use the OLED instead of printing', 'add a buzzer', 'أضف جرس'])('%s only adds', (text) => {
    const { changes } = after(text, CLIMATE);
    expect(changes).toHaveLength(1);
    expect(changes[0]).not.toMatch(/^-/);
  });
});

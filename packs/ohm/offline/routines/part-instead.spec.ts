import { callsOf, reply } from '../../../../test/harness/routine-turn.ts';
import { readOf, stepFor, withBriefs, withList } from '../../testing/parts-list-turn.ts';

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
    ['use a DHT22 sensor instead, it is what I have', ['-ds18b20', 'dht22', 'res-10k']],
    ['The ESP32 is too big. Use a Pico instead, please.', ['-esp32-devkit', 'rpi-pico-w']],
    ["I don't have an ESP32, can we use a Pico instead?", ['-esp32-devkit', 'rpi-pico-w']],
    ["I'd rather use a Pico than the ESP32", ['-esp32-devkit', 'rpi-pico-w']],
    ['use a Pico instead and add an OLED', ['-esp32-devkit', 'rpi-pico-w', 'ssd1306']],
    ['remove the DS18B20 and use a BH1750 instead', ['-ds18b20', 'bh1750']],
    ['هل يمكننا استخدام DHT22 بدلا من ذلك؟', ['-ds18b20', 'dht22', 'res-10k']],
  ])('%s', (text, made) => expect(changes(text, LOGGER)).toEqual(made));

  it('only adds what takes the place of nothing', () =>
    expect(changes('use an OLED instead', LOGGER)).toEqual(['ssd1306']));

  it('takes out no part that does other work', () => {
    const watering = 'an Arduino Nano that waters a plant, with a soil moisture sensor';
    expect(changes('use a DHT22 instead', watering)).toEqual(['dht22', 'res-10k']);
    expect(changes('use a buzzer instead', 'an ESP32 with an LED')).toEqual(['buzzer']);
    expect(changes('use the OLED instead of printing', 'an ESP32 with an LCD')).toEqual(['ssd1306']);
  });
  it('is told to be there where a part of its kind is', () =>
    expect(reply(stepFor('use a display instead', withList('an ESP32 with an LCD')))).toMatch(
      /already has.*LCD/,
    ));

  const DETECTOR = 'an ESP32 with a DHT22, a soil moisture sensor, an LED, a buzzer, an OLED and an LCD';
  it.each([
    'get the temperature from the DHT22 in Fahrenheit instead',
    'use the DHT22 for the alarm instead',
    'what about the LED blinking twice instead?',
    'make the LED blink when it is dry instead',
    'I want the OLED to show Celsius instead',
    'I want the display to show Celsius instead',
    'I use WiFi on the Pico, what should I do instead?',
    'can the buzzer beep twice instead?',
    'use the temperature instead',
    'should I use a Pico instead?',
    'would you use a Pico instead?',
    'what happens if I use a Pico instead?',
    'what if we used a DHT11 instead?',
    'why not a Nano instead?',
    'when it gets dark, use a Pico instead',
    'if it is too expensive, use a Nano instead',
    'اقرأ الحرارة من DHT22 بالفهرنهايت بدلا من ذلك',
    'عندما تجف التربة استخدم الجرس بدلا من ذلك',
  ])('%s changes no part, with several in the list', (text) => expect(changes(text, DETECTOR)).toEqual([]));

  it.each(['I want it to beep instead', 'use pin 5 instead', 'keep it instead of throwing it away'])(
    '%s changes no part',
    (text) => expect(changes(text, LOGGER)).toEqual([]),
  );

  it.each([
    'Use a Raspberry Pi Pico instead',
    'can we use a Pico instead?',
    'use a Pico instead of the ESP32',
    "I don't have an ESP32, can we use a Pico instead?",
    'استخدم Raspberry Pi Pico بدلا من ESP32',
  ])('%s before there is a list is noted in the brief', (text) => {
    const [call, ...others] = callsOf(stepFor(text, withBriefs(LOGGER, [INVITED])));
    expect(others).toEqual([]);
    expect(call?.arguments).toMatchObject({ artifact_type: 'mvp', merge_strategy: 'merge' });
    expect(call?.arguments['content']).toMatch(/Tech stack\n+- Raspberry Pi Pico W\s*$/);
  });

  const decided = (text: string) =>
    callsOf(stepFor(text, withBriefs(LOGGER)))
      .map(({ arguments: given }) => String(given['content']))
      .join('\n');

  it.each([
    'should I use a Pico instead?',
    'should we use a Pico instead of the ESP32?',
    'what happens if I use a Pico instead?',
    'what about a Pico instead?',
    'why use a Pico instead of the ESP32?',
    'what could we use instead of the ESP32?',
    'is there anything better instead of the ESP32?',
    'a Pico instead of the ESP32 would be cheaper',
    'هل أستخدم Raspberry Pi Pico بدلا من ESP32؟',
    'لماذا نستخدم Raspberry Pi Pico بدلا من ESP32؟',
    'ماذا نستخدم بدلا من ESP32؟',
    'ماذا لو استخدمنا Raspberry Pi Pico بدلا من ذلك؟',
  ])('%s before there is a list decides on nothing', (text) =>
    expect(decided(text)).not.toContain('Tech stack'),
  );
  it('a sensor that is to be used instead is noted before there is a list', () =>
    expect(decided('use a DHT22 instead')).toMatch(/Core features\n+- Measures with DHT22/));
  it('a list that is made on a question is made for the board of the project', () => {
    const known = withBriefs(LOGGER);
    const calls = [...(known.calls ?? []), readOf('conversation_summary', undefined)];
    const [call] = callsOf(stepFor('why use a Pico instead of the ESP32?', { ...known, calls }));
    const listed = JSON.stringify(call?.arguments['content']);
    expect(listed).toContain('esp32-devkit');
    expect(listed).not.toContain('rpi-pico-w');
  });

  it('the list is made for the board that the brief has now', () => {
    const calls = [
      readOf('context', `# Overview\n\n${LOGGER}.`),
      readOf('mvp', '## Core features\n\n- Keeps a log\n\n## Tech stack\n\n- Raspberry Pi Pico W'),
      readOf('conversation_summary', undefined),
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

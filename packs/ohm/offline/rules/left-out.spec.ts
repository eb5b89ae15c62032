import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import { callsOf, reply } from '../../../../test/harness/routine-turn.ts';
import { agentFor } from '../../agents/choose-agent.ts';
import { readOf, stepFor, withBriefs, withList } from '../../testing/parts-list-turn.ts';
import { toldWithout } from './left-out.ts';
import { partsFor } from './parts-list.ts';
import { featuresIn } from './project-brief.ts';

const restOf = (text: string) => partsNamedIn(toldWithout(text).rest).map(({ id }) => id);

describe('what a project is told to be without', () => {
  it.each<[string, string[]]>([
    ['a plant monitor with esp32 and soil sensor, without a screen', ['esp32-devkit', 'soil-cap']],
    ['a Pico with a DHT22, no display and no buzzer', ['rpi-pico-w', 'dht22']],
    ['a Pico without a display or a buzzer but with an LED', ['rpi-pico-w', 'led-5mm']],
    ['a DHT22, not a DHT11, on a Nano', ['arduino-nano', 'dht22']],
    ["an uno and a relay. I don't want a display", ['arduino-uno', 'relay-1']],
    ['محطة مع ESP32 و BME280 بدون شاشة', ['esp32-devkit', 'bme280']],
    ['بلا شاشة ولا جرس مع أردوينو', ['arduino-uno']],
    ['جهاز مع ESP32 من دون مضخة', ['esp32-devkit']],
  ])('%s', (text, ids) => expect(restOf(text)).toEqual(ids));

  it.each<[string, string]>([
    ['an LED that goes off when there is no motion', 'hc-sr501'],
    ['beeps if no water level is seen', 'water-level'],
    ['an alarm with no delay', 'buzzer'],
    ['a display for no more than 20 dollars', 'ssd1306'],
    ['I need a display', 'ssd1306'],
    ['ينبه عندما لا يوجد حركة', 'hc-sr501'],
    ['أحتاج شاشة', 'ssd1306'],
    ['أريد أن أبني مقياس حرارة يعمل بدون إنترنت مع شاشة', 'ssd1306'],
    ['بدون أسلاك مع شاشة وبطارية', 'ssd1306'],
    ['بدون أسلاك مع شاشة وبطارية', 'battery-18650'],
    ['جهاز يعمل بدون إنترنت ويعرض على شاشة', 'ssd1306'],
    ['جهاز بدون إنترنت يشغل مضخة', 'pump-5v'],
  ])('%s still has it', (text, id) => expect(restOf(text)).toContain(id));

  it.each<[string, string[]]>([
    ['محطة مع ESP32 بدون حساس وزن', ['esp32-devkit']],
    ['محطة مع ESP32 بدون شاشة على الجدار', ['esp32-devkit']],
  ])('%s goes on with something else', (text, ids) => expect(restOf(text)).toEqual(ids));

  it('is not in its brief', () => {
    expect(featuresIn('an ESP32 with a DHT22, without a screen')).toEqual([
      'Measures with DHT22 temperature and humidity',
    ]);
    expect(featuresIn('جهاز مع DHT22 بدون شاشة', 'ar')).toHaveLength(1);
  });

  const ids = (texts: string[]) => partsFor(texts).map(({ id }) => id);
  it('is not in its list, unless it is wanted later', () => {
    expect(ids(['an ESP32 with a DHT22 and a display', 'parts list, no display'])).not.toContain('ssd1306');
    expect(ids(['an ESP32 without a display', 'I want a display after all'])).toContain('ssd1306');
    expect(ids(['جهاز مع DHT22 وشاشة', 'قائمة القطع بدون شاشة'])).not.toContain('ssd1306');
  });

  it.each([
    'a plant monitor with esp32 and soil sensor, without a screen',
    'an alarm with a pico and a buzzer without a display',
    'جهاز لقياس رطوبة التربة مع ESP32 بدون شاشة',
    'محطة طقس مع ESP32 و BME280 بلا شاشة',
  ])('%s is a project', (text) => {
    expect(agentFor({ text, language: 'en' }).agent).toBe('conversational');
    const kinds = callsOf(stepFor(text)).map(({ arguments: given }) => given['artifact_type']);
    expect(kinds).toEqual(['context', 'mvp', 'prd']);
  });
  it.each(['without the display', 'build it without the pump', 'بدون المضخة', 'remove the screen'])(
    '%s is a change of the list',
    (text) => expect(agentFor({ text, language: 'en' }).agent).toBe('bomGenerator'),
  );

  const listed = (text: string) => {
    const known = withBriefs('a temperature logger with an ESP32 and a display');
    const calls = [...(known.calls ?? []), readOf('conversation_summary', undefined)];
    const step = stepFor(text, { ...known, calls });
    const [call] = callsOf(step);
    expect(call?.arguments).toMatchObject({ artifact_type: 'bom' });
    const { components = [] } = (call?.arguments['content'] ?? {}) as { components?: { id: string }[] };
    return components.map(({ id }) => id);
  };
  it.each(['parts list pls, and no display', 'parts list without a screen', 'قائمة القطع بدون شاشة'])(
    '%s makes it without',
    (text) => expect(listed(text)).not.toContain('ssd1306'),
  );
  it.each([
    "I don't have a display yet, put together the parts list",
    "parts list please. I don't need a big display, 2 cm is enough",
    'parts list, but no second display',
    "parts list. I don't want a colourful screen",
    'قائمة القطع من فضلك، لا أريد شاشة كبيرة',
    'قائمة القطع، لا أحتاج شاشة غالية',
    'parts list',
    'اعطيني قائمة القطع',
    'أعطني قائمة القطع من فضلك',
    'القطع المطلوبة؟',
    'ممكن قائمة القطع؟',
    'هات القطع',
  ])('%s makes the list', (text) => expect(listed(text)).toContain('ssd1306'));

  it.each(['parts list pls, and no display', 'no display please', 'بلا شاشة', "I don't want the display"])(
    '%s takes it out of the list that there is',
    (text) => {
      const [call] = callsOf(stepFor(text, withList('an ESP32 with a DHT22 and an OLED')));
      expect(call?.arguments['content']).toEqual({ components: [{ id: 'ssd1306', _delete: true }] });
    },
  );
  it.each(["I don't want an expensive display, a cheap one is fine", 'no huge screen please'])(
    '%s leaves the display in',
    (text) => expect(ids(['a logger with an ESP32 and a display', text])).toContain('ssd1306'),
  );
  it('what is not there yet is not put into it for that', () =>
    expect(
      ids(['an ESP32 with a DHT22', "I don't have a display, put together the parts list"]),
    ).not.toContain('ssd1306'));

  const changes = (text: string) => {
    const [call] = callsOf(stepFor(text, withList('an ESP32 with a DHT22 and an OLED')));
    return (call?.arguments['content'] as { components?: object[] } | undefined)?.components ?? [];
  };
  it.each([
    "I don't want an expensive display, a cheap one is fine",
    "I don't need a big display, 2 cm is enough",
    "we don't need a second sensor",
    "I don't have a display yet",
    'لا أريد شاشة كبيرة',
  ])('%s takes nothing out of the list that there is', (text) => expect(changes(text)).toEqual([]));
  it.each<[string, object[]]>([
    ["I don't want the big display", [{ id: 'ssd1306', _delete: true }]],
    ["remove the display, I don't need a fancy screen", [{ id: 'ssd1306', _delete: true }]],
    ['add a buzzer, but no big relay', [expect.objectContaining({ id: 'buzzer' }) as object]],
  ])('%s is done', (text, done) => expect(changes(text)).toEqual(done));

  it.each(["don't add a display", 'should I remove the relay?', 'لا تضف شاشة'])(
    '%s makes no list',
    (text) => {
      const known = withBriefs('a temperature logger with an ESP32');
      const calls = [...(known.calls ?? []), readOf('conversation_summary', undefined)];
      expect(reply(stepFor(text, { ...known, calls }))).toMatch(/no parts list|لا توجد/);
    },
  );
});

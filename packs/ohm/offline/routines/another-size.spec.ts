import { callsOf, reply } from '../../../../test/harness/routine-turn.ts';
import { readOf, stepFor, withBriefs, withList } from '../../testing/parts-list-turn.ts';

const LOGGER = 'a temperature logger with an ESP32';

describe('another size of a part', () => {
  const OF_THE_CATALOGUE = /There is no |The project has|لا يوجد|في المشروع/;
  const ASKED = [
    'a bigger display',
    'can I have a larger screen?',
    'the display should be bigger',
    'make the display bigger',
    'I want a bigger display',
    'can I have a bigger display?',
    'I want the OLED display to be bigger',
    'شاشة أكبر',
    'يجب أن تكون الشاشة أكبر',
  ];

  it.each(ASKED)('%s where there is none', (text) =>
    expect(reply(stepFor(text, withList(LOGGER)))).toMatch(
      /(?:There is no display in this project|لا يوجد أي شاشة)[^]*SSD1306[^]*LCD[^]*(?:add|أضف)/,
    ),
  );
  it.each(ASKED)('%s where there is one', (text) =>
    expect(reply(stepFor(text, withList(`${LOGGER} and an OLED`)))).toMatch(
      /(?:The project has|في المشروع)[^]*SSD1306[^]*LCD[^]*(?:replace|استبدل)/,
    ),
  );
  it('before there is a list, by what the brief names', () => {
    const calls = [readOf('context', LOGGER), readOf('mvp', '')];
    expect(reply(stepFor('a bigger display', { artifacts: { context: 1, mvp: 1 }, calls }))).toContain(
      'There is no display in this project',
    );
  });
  it.each(['I want to build a clock with a bigger display', 'add a display', 'make the parts list smaller'])(
    '%s is another wish',
    (text) => {
      const said = reply(stepFor(text, text.startsWith('I want') ? {} : withList(LOGGER))) ?? '';
      expect(said).not.toMatch(/There is no |The project has/);
    },
  );

  it.each(['a brighter LED', 'a stronger motor', 'can we have a faster board?', 'لوحة أسرع'])(
    '%s is a part that is another',
    (text) => expect(reply(stepFor(text, withList('an ESP32 with an LED')))).toMatch(OF_THE_CATALOGUE),
  );
  it.each([
    'make the LED blink faster',
    'the LED should blink faster',
    'the LED should be faster',
    'the LED should be brighter when it is dark',
    'can the buzzer beep longer?',
    'the motor should turn slower',
    'the pump runs longer than needed',
    'the battery lasts longer now',
    'I want a longer battery life',
    'make it run longer on battery',
    'make it blink faster using a relay',
    'make the text bigger on the display',
    'the display is bigger than I thought',
    'اجعل الليد يومض أسرع',
    'المضخة تعمل أطول من اللازم',
    'البطارية تدوم أطول الآن',
    'أريد عمر بطارية أطول',
  ])('%s is said of what the device does', (text) => {
    for (const known of [withList('an ESP32 with an LED and a buzzer'), withBriefs('an ESP32 with an LED')])
      expect(reply(stepFor(text, known)) ?? '').not.toMatch(OF_THE_CATALOGUE);
  });
  it.each([
    'replace the OLED with a larger LCD',
    'remove the bigger display',
    'add a better sensor, the BME280',
    'add a louder buzzer please',
    'add a bigger battery',
    'add a bigger LCD',
  ])('%s changes the list', (text) =>
    expect(callsOf(stepFor(text, withList(`${LOGGER} and an OLED`)))[0]?.tool).toBe('write_file'),
  );
  it('أضف شاشة أكبر changes the list', () =>
    expect(callsOf(stepFor('أضف شاشة أكبر', withList(`${LOGGER} and an LCD`)))[0]?.tool).toBe('write_file'));
  it.each([
    'I want a smaller board, use a Nano',
    'use a bigger display like the LCD',
    'use a more accurate sensor, for example a BME280',
  ])('%s goes into the brief', (text) =>
    expect(callsOf(stepFor(text, withBriefs(`${LOGGER} and an OLED`)))[0]?.tool).toBe('write_file'),
  );
  it.each(['do I need a bigger battery?', 'why do I need a bigger battery?', 'هل أحتاج بطارية أكبر؟'])(
    '%s is a question, and no wish',
    (text) =>
      expect(reply(stepFor(text, withList('an ESP32 with an LED')))).toMatch(/^Not for what is in|^لا يلزم/),
  );
  it('how a part is to behave is noted', () =>
    expect(callsOf(stepFor('the LED should blink faster', withBriefs('an ESP32'))).length).toBeGreaterThan(
      0,
    ));
});

describe('something else in the place of a part', () => {
  const WATERING = 'an ESP32 that waters a plant, with a soil moisture sensor and a pump';
  it.each([
    'swap the pump for something quieter',
    'replace the pump with something more powerful please',
    'change the pump to a quieter one',
    'استبدل المضخة بشيء أهدأ',
    'غير المضخة بأهدأ',
  ])('%s: no other is known', (text) =>
    expect(reply(stepFor(text, withList(WATERING)))).toMatch(/I know no other part|لا أعرف قطعة أخرى/),
  );

  it.each(['swap the pump for something', 'replace the pump', 'استبدل المضخة'])(
    '%s: what is to come is asked for',
    (text) =>
      expect(reply(stepFor(text, withList(WATERING)))).toMatch(
        /What shall take the place of|ما الذي يحل محل/,
      ),
  );

  it.each(['swap the pump for a servo', 'swap the pump for something cheaper', 'remove the pump'])(
    '%s is another wish',
    (text) =>
      expect(reply(stepFor(text, withList(WATERING))) ?? '').not.toMatch(
        /no other part of that kind|What shall take/,
      ),
  );
});

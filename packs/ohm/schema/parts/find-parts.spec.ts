import { partCountsIn, partsNamedIn } from './find-parts.ts';

const idsIn = (text: string) => partsNamedIn(text).map(({ id }) => id);

describe('the parts that a text names', () => {
  it.each([
    'a door alarm based on an Arduino Nano',
    'it should beep when somebody comes in',
    'warn me of burglars',
    'إنذار للباب مع جرس',
    'يصدر صوتا عندما يدخل شخص',
  ])('%s: something that notices who comes', (text) => expect(idsIn(text)).toContain('hc-sr501'));

  it.each([
    'an alarm when the soil is dry',
    'an alarm clock with a display',
    'the door of the box is 3D printed',
    'إنذار عندما ترتفع الحرارة',
  ])('%s: nobody is to be noticed', (text) => expect(idsIn(text)).not.toContain('hc-sr501'));
});

it.each([
  ['a water sensor under the sink', ['water-level']],
  ['warn me of a leak', ['water-level']],
  ['a reed door sensor', ['reed-switch']],
  ['a door alarm with a reed switch and a buzzer', ['reed-switch', 'buzzer']],
  ['three lights and a button', ['button', 'led-5mm']],
  ['حساس ماء مع جرس', ['water-level', 'buzzer']],
  ['it runs on two AA batteries', ['battery-2aa']],
  ['from a 9V battery', ['battery-9v']],
  ['with a battery', ['battery-18650']],
  ['switch mains lamps with a relay', ['relay-1']],
  ['أضف زرا', ['button']],
])('%s: %j', (text, ids) => expect(idsIn(text)).toEqual(ids));

it.each<[string, Record<string, number>]>([
  ['something with three lights', { 'led-5mm': 3 }],
  ['two small red LEDs and 2 buttons', { 'led-5mm': 2, button: 2 }],
  ['4 relays, one buzzer', { 'relay-1': 4 }],
  ['ثلاثة مصابيح', { 'led-5mm': 3 }],
  ['مصباحين وزر', { 'led-5mm': 2 }],
  ['a 16x2 LCD', {}],
  ['a 5 mm LED', {}],
  ['an OLED of 1.3 inch, a 0.96 oled', {}],
  ['every 10 seconds the temperature', {}],
  ['an ESP32 and two AA batteries with a sensor', {}],
  ['WS2812B strip 1 m, 30 LED', {}],
])('how many parts: %s', (text, counts) => expect(Object.fromEntries(partCountsIn(text))).toEqual(counts));

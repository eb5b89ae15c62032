import { reply, routineTurn } from '../../../../test/harness/routine-turn.ts';
import { tellWhichPart } from './which-part.ts';

const told = (text: string, said: string[] = []) =>
  reply(tellWhichPart(routineTurn(text, { agent: 'conversational', said })));

it.each([
  [
    'Which moisture sensor should I take?',
    /Take the Capacitive soil moisture sensor.*\n.*analog input, 1\.80 USD/,
  ],
  ['what pump would you recommend?', /Mini pump 5 V/],
  ['Which temperature sensor should I use?', /DS18B20[^]*DHT22[^]*BME280/],
  ['which display should we buy for it?', /SSD1306[^]*LCD 16×2/],
  ['can you recommend a motion sensor?', /HC-SR501/],
  ['What is the best light sensor for a lamp?', /BH1750/],
  ['which board should I choose?', /ESP32[^]*Arduino Nano/],
  ['أي حساس حركة تنصح به؟', /دولار بسعر تجريبي/],
  ['أي مضخة آخذ؟', /3\.00 دولار/],
])('names the part, and why: %s', (text, expected) => expect(told(text)).toMatch(expected));

it('says that it goes with the board of the project', () => {
  const said = ['I want to build a plant watering thing with an ESP32'];
  expect(told('Which moisture sensor should I take?', said)).toContain('goes with the ESP32');
});

it('takes none whose signals the board does not take', () =>
  expect(told('which display should I take?', ['it has an ESP32'])).not.toContain('LCD'));

it.each([
  'which pin should I use for the servo?',
  'which library should I use for the display?',
  'what should I do next?',
  'which colour should I choose?',
  'I want to build a lamp with a motion sensor',
])('leaves alone: %s', (text) => expect(told(text)).toBeUndefined());

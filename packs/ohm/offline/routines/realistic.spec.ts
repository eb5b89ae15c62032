import { reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/parts-list-turn.ts';

it.each([
  ['a doorbell with a camera that runs on battery … realistic?', /nothing for a camera[^]*18650/],
  ['Is it realistic to build a doorbell with a camera?', /nothing for a camera/],
  ['is a thermometer with a DHT22 and an OLED doable?', /^My catalogue has for it: .*DHT22/],
  ['جرس باب مع كاميرا يعمل ببطارية، هل هذا واقعي؟', /لا يوجد في قائمتي شيء لهذا: الكاميرا/],
])('%s', (text, said) => expect(reply(stepFor(text))).toMatch(said));

it.each([
  'is a battery life of a year realistic with an ESP32?',
  'are 30 euros realistic for a camera?',
  'is that realistic?',
  'I want to build a realistic candle with an LED',
  'can I use a Nano?',
])('%s asks something else', (text) => expect(reply(stepFor(text)) ?? '').not.toMatch(/catalogue/));

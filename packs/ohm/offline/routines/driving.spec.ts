import { reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/parts-list-turn.ts';

describe('what a pin is to drive', () => {
  it.each([
    'can an esp32 drive a 12v relay?',
    'can the ESP32 switch a 12 V relay directly?',
    'will a pico pin power a solenoid?',
    'هل يمكن لـ ESP32 تشغيل ريليه 12 فولت؟',
  ])('%s: not from the pin', (text) => {
    const told = reply(stepFor(text)) ?? '';
    expect(told).toMatch(/^Not from a pin|^ليس من المنفذ مباشرة/);
    expect(told).not.toMatch(/Yes|VIN|نعم/);
    if (/12/.test(text)) expect(told).toMatch(/12 V is not in my parts data|12 فولت ليس في بيانات القطع/);
  });
  it('a motor has its driver', () =>
    expect(reply(stepFor('can an uno run two motors?'))).toMatch(/motor driver.*L298N/));

  it.each([
    ['can I power an esp32 from 12v?', /^Yes, on VIN/],
    ['can an esp32 run on a 9v battery?', /^Yes, on VIN/],
    ['is 12 V ok for the pump?', /^No, 12 V is too much/],
    ['هل يعمل ESP32 على بطارية 9 فولت؟', /^نعم، على VIN/],
  ])('%s is about a supply', (text, told) => expect(reply(stepFor(text))).toMatch(told));
});

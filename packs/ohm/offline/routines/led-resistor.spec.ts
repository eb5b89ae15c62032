import { firstStep, reply, routineTurn } from '../../../../test/harness/routine-turn.ts';
import { agentFor } from '../../agents/choose-agent.ts';
import { routines } from './index.ts';

const told = (text: string, said: string[] = []) =>
  reply(
    firstStep(
      routines,
      routineTurn(text, {
        agent: agentFor({ text, language: 'en' }).agent,
        said,
        replied: said.map(() => 'x'),
      }),
    ),
  ) ?? '';

describe('the resistor of an LED', () => {
  it.each([
    [
      'What resistor do I need for a red LED on 5V?',
      /For a red LED on 5 V take 220 Ω: \(5 − 2\) V ÷ 15 mA = 200 Ω/,
    ],
    ['which resistor for a blue led at 12v and 10 mA', /blue LED on 12 V take 1 kΩ.*÷ 10 mA = 880 Ω/],
    ['how many ohms does a white LED need at 3.3 V?', /3\.3 V is too little for a white LED/],
    [
      'what size resistor should I use with an LED on an Arduino Uno?',
      /red, yellow or green LED on 5 V take 220 Ω[^]*blue or white LED on 5 V/,
    ],
    ['do I need a resistor for a green LED?', /green LED on 5 V take[^]*green LED on 3\.3 V take/],
    ['can I use 1k for a red led on 5V resistor?', /1 kΩ does for a red LED on 5 V: about 3 mA/],
    ['is a 47 ohm resistor ok for a red LED on 5 V?', /47 Ω is too little/],
    ['what resistor for a blue LED on 3 V?', /3 V is too little for a blue LED/],
    ['what resistor for a red LED on 24 V at 20 mA?', /turns .* W into heat/],
    ['ما المقاومة التي أحتاجها لضوء LED أحمر على 5 فولت؟', /خذ 220 أوم/],
    ['أي مقاومة أستخدم مع ليد أزرق على ١٢ فولت؟', /LED الأزرق على 12 فولت خذ 680 أوم/],
  ])('%s', (text, answer) => expect(told(text)).toMatch(answer));

  it.each([
    ['and on 3.3V?', /red LED on 3\.3 V take 100 Ω/],
    ['and for a blue one?', /blue LED on 5 V take 120 Ω/],
    ['وعلى 12 فولت؟', /12 فولت خذ/],
  ])('goes on: %s', (text, answer) =>
    expect(told(text, ['What resistor do I need for a red LED on 5V?'])).toMatch(answer),
  );

  it('takes the board that was spoken of', () =>
    expect(told('which resistor does the red LED need?', ['How do I wire an LED to an ESP32?'])).toMatch(
      /^For a red LED on 3\.3 V take 100 Ω[^]*Worked out/,
    ));

  it('asks no more of a pin than it gives', () =>
    expect(told('which resistor does a red LED need on a NodeMCU ESP8266?')).toMatch(
      /red LED on 3\.3 V take 120 Ω.*÷ 12 mA/,
    ));

  it.each([
    'what is a resistor?',
    'how much does a resistor for the LED cost?',
    'add a 220 ohm resistor for the LED',
    'where do I connect the resistor of the LED?',
    'is 12 V ok for the pump?',
    'and on 3.3V?',
    'I want to build a lamp with an LED and a resistor',
  ])('is not asked by: %s', (text) => expect(told(text)).not.toMatch(/Worked out|is too little for an? /));
});

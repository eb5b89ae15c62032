import { reply } from '../../../../test/harness/routine-turn.ts';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import { partsFor } from '../rules/parts-list.ts';
import { sourceIn } from '../rules/power-sources.ts';
import { stepFor, withList } from '../../testing/parts-list-turn.ts';

const drivers = (text: string) => partsFor([text]).find(({ id }) => id === 'l298n')?.quantity;

describe('motors', () => {
  it.each<[string, number]>([
    ['a robot car with an uno and 2 motors', 1],
    ['a robot with two motors', 1],
    ['a robot with 3 motors and a pico', 2],
    ['a robot with four motors', 2],
    ['an uno with 2 motor drivers', 2],
    ['an uno with 2 L298N', 2],
    ['روبوت مع أردوينو ومحركين', 1],
    ['روبوت مع أردوينو و 4 محركات', 2],
  ])('%s: so many drivers', (text, count) => expect(drivers(text)).toBe(count));

  it('a servo is no motor with a driver', () =>
    expect(partsNamedIn('محرك سيرفو مع أردوينو').map(({ id }) => id)).toEqual(['arduino-uno', 'sg90']));

  const CAR = withList('a robot car with an uno and 2 motors');
  it.each(['4 AA batteries, is that enough?', 'are 4 AA batteries enough?', 'هل تكفي 4 بطاريات AA؟'])(
    '%s counts all parts, and says that the motors come on top',
    (text) =>
      expect(reply(stepFor(text, CAR))).toMatch(
        /All parts .*86 mA.*motors themselves|قطع القائمة معا 86 .*المحركات نفسها/,
      ),
  );
  it('without motors nothing is said of them', () => {
    const told = reply(stepFor('are 4 AA batteries enough?', withList('a Pico with a DHT22')));
    expect(told).toMatch(/All parts of the list together usually take/);
    expect(told).not.toMatch(/motor/);
  });
  it('counts Arabic cells', () => expect(sourceIn('4 بطاريات AA')?.nominal).toBe(6));
});

it.each([
  ['how many analog inputs has the uno?', /6 analog inputs: A0, A1, A2, A3, A4, A5\./],
  ['which analog pins does the nano have?', /analog inputs: A0, .*A7\./],
  ['كم مدخل تناظري في أردوينو أونو؟', /\(6\): A0، .*A5\./],
  ['how many analog inputs does the pico have?', /3 analog inputs: GP26, GP27, GP28\./],
])('%s', (text, told) => expect(reply(stepFor(text))).toMatch(told));

import { HelpWanted, UsageError } from '../scripts/commands/usage.errors.ts';
import { flag, folder, number, oneOf, readOptions, text, whole, wholeOrNone } from './options.ts';

describe('the options of a benchmark', () => {
  const options = {
    backend: oneOf(['redis', 'postgres'], 'redis', 'way to run'),
    turns: whole(2_000, 'turns'),
    share: number(0.5, 'a share', 1),
    rate: wholeOrNone('messages a second'),
    profile: text('FOLDER', 'profiles'),
    write: flag('writes'),
  };
  const read = (...args: string[]) => readOptions('turns', options, args);

  it('are what was said, and else what holds unless it is', () => {
    expect(read()).toEqual({
      backend: 'redis',
      turns: 2_000,
      share: 0.5,
      rate: undefined,
      profile: undefined,
      write: false,
    });
    expect(
      read('--backend', 'postgres', '--turns=3', '--share', '0', '--rate', '7', '--profile', 'x', '--write'),
    ).toEqual({ backend: 'postgres', turns: 3, share: 0, rate: 7, profile: 'x', write: true });
  });

  it.each([
    [['--backend', 'mysql'], '--backend: expected redis or postgres, found "mysql".'],
    [['--turns', 'many'], '--turns: expected a whole number of at least 1, found "many".'],
    [['--turns', '0'], '--turns: expected a whole number of at least 1, found "0".'],
    [['--share', '2'], '--share: expected a number from 0 to 1, found "2".'],
    [['--rate', '1.5'], '--rate: expected a whole number of at least 1, found "1.5".'],
    [['--speed', '1'], "Unknown option '--speed'."],
  ])('%j is refused with the usage', (args, problem) => {
    expect(() => read(...args)).toThrow(UsageError);
    expect(() => read(...args)).toThrow(problem);
    expect(() => read(...args)).toThrow('Usage: npm run bench -- NAME [options]');
  });

  it('are shown when asked for', () => {
    expect(() => read('--help')).toThrow(HelpWanted);
    expect(() => read('--help')).toThrow(/--turns N\s+turns \(2000 unless given\)/);
  });

  it('take a folder that is there', () => {
    const readFolder = (given: string) =>
      readOptions('memory', { dataset: folder('with what is asked') }, ['--dataset', given]);
    expect(() => readFolder('bench/none')).toThrow('--dataset: expected a folder, found "bench/none".');
    expect(readFolder('bench')).toEqual({ dataset: 'bench' });
  });
});

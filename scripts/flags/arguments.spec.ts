import { readArguments } from './arguments.ts';

const read = (line: string) => readArguments([...line.split(' '), '--why', 'for the test']);

describe('the arguments of npm run flags', () => {
  it('name a place by what is given', () => {
    expect(read('set tool_broker enforce --org demo --percent 12.5')).toMatchObject({
      command: 'set',
      names: ['tool_broker', 'enforce'],
      org: 'demo',
      percent: 12.5,
      why: 'for the test',
      overrideGate: false,
    });
    expect(read('clear ptc --org demo --share')).toMatchObject({ org: 'demo', share: true });
    expect(read('undo 1 --force')).toMatchObject({ names: ['1'], force: true });
  });

  it('need no reason where nothing is changed', () => {
    for (const line of ['list', 'export', 'get ptc']) expect(readArguments(line.split(' ')).why).toBe('');
  });

  it.each([
    ['', 'npm run flags -- COMMAND'],
    ['delete ptc', 'No such command: delete'],
    ['set tool_broker', 'Expected: npm run flags -- set FLAG VALUE'],
    ['set ptc true --percent 5', '--org is missing'],
    ['set ptc true --org demo --percent 5 --conversation x', 'not both'],
    ['set ptc true --org demo --percent many', '--percent: expected a number, found "many"'],
    ['set ptc true --percentage 5', "Unknown option '--percentage'"],
  ])('%p is refused with what is expected', (line, problem) => {
    const args = line === '' ? [] : [...line.split(' '), '--why', 'x'];
    expect(() => readArguments(args)).toThrow(problem);
  });

  it('without a reason change nothing', () => {
    expect(() => readArguments(['kill', 'ptc'])).toThrow('--why is missing');
    expect(() => readArguments(['kill', 'ptc', '--why', '  '])).toThrow('--why is missing');
  });

  it.each([
    [['set', 'tool_broker', 'off'], 'set tool_broker off'],
    [['kill', 'ptc', '--why', '  ', '--url', 'http://a:1'], 'kill ptc --url http://a:1'],
    [['set', 'greeting', 'good morning', '--org', 'demo'], 'set greeting "good morning" --org demo'],
  ])('without a reason are shown as they would do: %j', (args, command) => {
    expect(() => readArguments(args)).toThrow(
      `For example:\n  npm run flags -- ${command} --why "what made it necessary"`,
    );
  });
});

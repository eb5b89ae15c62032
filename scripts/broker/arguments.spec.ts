import { UsageWanted } from '../command-line.ts';
import { readArguments, USAGE } from './arguments.ts';

const read = (line: string) => readArguments(line === '' ? [] : line.split(' '));

it('reads each command', () => {
  expect(read('train --org demo')).toMatchObject({ command: 'train', org: 'demo', json: false });
  expect(read('versions --org demo --json')).toMatchObject({ command: 'versions', json: true });
  expect(readArguments(['explain', 'A villa, please', '--org', 'demo', '--agent', 'estio/guide'])).toEqual({
    command: 'explain',
    org: 'demo',
    text: 'A villa, please',
    agent: 'estio/guide',
    channel: 'chat',
    caller: 'contact',
    tool: undefined,
    all: false,
    json: false,
  });
  for (const line of ['--help', 'train -h', 'explain --help']) expect(() => read(line)).toThrow(UsageWanted);
});

it.each([
  ['', USAGE],
  ['learn --org demo', 'No such command: learn'],
  ['train', '--org is missing'],
  ['train now --org demo', 'Expected: npm run broker -- train --org SLUG'],
  ['explain --org demo --agent a', 'Expected: npm run broker -- explain TEXT --org SLUG'],
  ['explain two words --org demo --agent a', 'quotation marks'],
  ['explain word --org demo', '--agent is missing'],
  [
    'explain word --org demo --agent a --channel Fax!',
    '--channel: expected a lower-case name of at most 32 letters, digits, - or _, found "Fax!"',
  ],
  ['explain word --org demo --agent a --caller boss', '--caller: expected one of'],
  ['versions --org demo --since 1', "Unknown option '--since'"],
])('%j is refused with what is expected', (line, problem) => {
  expect(() => read(line)).toThrow(problem);
});

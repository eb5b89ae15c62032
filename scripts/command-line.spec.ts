import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { surroundings } from '../test/harness/app-process.ts';
import { describeWith } from '../test/harness/services.ts';
import { readCommandLine, tellFailure, UsageWanted } from './command-line.ts';
import { StartRefusedError } from './start/start.errors.ts';

const read = (...args: string[]) =>
  readCommandLine('how it is used', { args, allowPositionals: true, options: { org: { type: 'string' } } });

describe('a command line', () => {
  it('gives options and the rest', () => {
    const { values, positionals } = read('list', '--org', 'acme');
    expect([values.org, positionals]).toEqual(['acme', ['list']]);
  });

  it.each(['--help', '-h'])('%s asks for the usage, which is no failure', (option) => {
    const print = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    expect(() => read('list', option)).toThrow(UsageWanted);
    expect(tellFailure(new UsageWanted('how it is used'))).toBe(0);
    expect(print).toHaveBeenCalledWith('how it is used');
    print.mockRestore();
  });

  it('says which option there is not, with the usage and nothing else', () => {
    expect(() => read('--bogus')).toThrow(/^Unknown option '--bogus'\nhow it is used$/);
  });

  it('is read in one way by every command, so that each says how it is used', () => {
    const others = readdirSync('scripts', { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        /^(?!command-line\.).*\.ts$/.test(file) &&
        /\bparseArgs\(/.test(readFileSync(`scripts/${file}`, 'utf8')),
    );
    expect(others).toEqual([]);
  });

  it('tells what was foreseen in its own words', () => {
    const print = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(tellFailure(new StartRefusedError('no such org'))).toBe(1);
    expect(print).toHaveBeenCalledWith('no such org');
    print.mockRestore();
  });
});

/** Runs a compiled command. @returns its exit code and what it said where. */
async function outcomeOf(script: string, ...args: string[]) {
  const child = spawn(process.execPath, [path.resolve(`dist/scripts/${script}.js`), ...args], {
    env: surroundings(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, out, err };
}

describeWith('build', 'a command without options', () => {
  it.each(['reseal', 'migrate', 'geo-server'])('%s does nothing when it is given one', async (name) => {
    const { code, err } = await outcomeOf(name, '--foo');
    expect(code).toBe(1);
    expect(err).toMatch(new RegExp(`^Unknown option '--foo'\\nnpm run (--silent )?${name}\\n`));
  });

  it.each([
    ['import', 'No such rows'],
    ['analytics', 'No such command'],
  ])('%s says that there is no such one before how it is used', async (name, problem) => {
    const { code, err } = await outcomeOf(name, 'nonsense');
    expect(code).toBe(1);
    expect(err).toMatch(new RegExp(`^${problem}: nonsense\\nnpm run ${name} `));
  });

  it('openapi writes nothing when it is given a word, or asked what it does', async () => {
    const before = statSync('openapi.json').mtimeMs;
    const refused = await outcomeOf('check-openapi', '--write', 'nonsense');
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringMatching(/^Unexpected argument 'nonsense'.*\nnpm run openapi\n/),
    ]);
    const asked = await outcomeOf('check-openapi', '--write', '--help');
    expect([asked.code, asked.out]).toEqual([
      0,
      expect.stringMatching(/^npm run openapi\nWrites openapi\.json/),
    ]);
    expect(statSync('openapi.json').mtimeMs).toBe(before);
  });
});

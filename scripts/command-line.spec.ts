import { readdirSync, readFileSync } from 'node:fs';
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

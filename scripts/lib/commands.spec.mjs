import { helpOf, refusalOf } from './commands.mjs';

describe('the npm scripts', () => {
  it('are named where there is no such one', () => {
    expect(refusalOf('strat', [])).toMatch(/^Usage: .*\nCommands: start, dev, worker, test/);
    expect(refusalOf('constructor', [])).toMatch(/^Usage/);
    expect(refusalOf(undefined, [])).toMatch(/^Usage/);
  });

  it('take what follows them, or say that they do not, and what to do instead', () => {
    expect(refusalOf('start', [])).toBeUndefined();
    expect(refusalOf('tools', ['--', 'list'])).toBeUndefined();
    expect(refusalOf('start', ['--port', '5'])).toMatch(/takes no arguments, found "--port 5"\. .*\.env/);
    expect(refusalOf('build', ['web'])).toBe('npm run build takes no arguments, found "web".');
  });

  it('say what they do when they are asked, where they take nothing else', () => {
    for (const name of ['start', 'dev', 'worker'])
      expect([name, helpOf(name, ['--help'])]).toEqual([
        name,
        expect.stringMatching(new RegExp(`^npm run ${name}\\nStarts .*\\.env`)),
      ]);
    expect(helpOf('build', ['-h'])).toMatch(/^npm run build\nBuilds /);
    expect([helpOf('start', []), helpOf('tools', ['--help']), helpOf('strat', ['--help'])]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

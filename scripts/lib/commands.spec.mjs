import { helpOf, refusalOf } from './commands.mjs';

describe('the npm scripts', () => {
  it('are named where there is no such one', async () => {
    expect(await refusalOf('strat', [])).toMatch(/^Usage: .*\nCommands: start, dev, worker, test/);
    expect(await refusalOf('constructor', [])).toMatch(/^Usage/);
    expect(await refusalOf(undefined, [])).toMatch(/^Usage/);
  });

  it('take what follows them, or say that they do not, and what to do instead', async () => {
    expect(await refusalOf('start', [])).toBeUndefined();
    expect(await refusalOf('tools', ['--', 'list'])).toBeUndefined();
    expect(await refusalOf('start', ['--port', '5'])).toMatch(
      /takes no arguments, found "--port 5"\. .*\.env/,
    );
    expect(await refusalOf('build', ['web'])).toBe('npm run build takes no arguments, found "web".');
  });

  const itWithTypes = process.features.typescript ? it : it.skip;
  itWithTypes('refuse a name that no pack can have before anything is built', async () => {
    expect(await refusalOf('new-pack', ['My-Shop'])).toMatch(
      /lower-case letters .*\nnpm run new-pack -- NAME/,
    );
    expect(await refusalOf('new-pack', ['--dry-run', 'estio'])).toMatch('There is a pack "estio" already.');
    for (const args of [['bakery', '--dry-run'], ['--help'], []])
      expect(await refusalOf('new-pack', args)).toBeUndefined();
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

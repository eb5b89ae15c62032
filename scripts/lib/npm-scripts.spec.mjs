import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { answerAtOnce, COMMANDS } from './npm-scripts.mjs';
import { takeProcessLock } from '../start/process-lock.ts';
import { startLockIn } from '../start/obstacles.ts';
import { at } from './project.mjs';

const wrong = (text) => ({ code: 2, text: expect.stringMatching(text) });
const help = (text) => ({ code: 0, text: expect.stringMatching(text) });

describe('the npm scripts', () => {
  it.each([
    ['strat', [], wrong(/^Usage: .*\nCommands: start, dev, worker, test/)],
    ['constructor', [], wrong(/^Usage/)],
    [undefined, [], wrong(/^Usage/)],
    ['start', ['--port', '5'], wrong(/takes no arguments, found "--port 5"\. .*\.env/)],
    ['build', ['web'], wrong(/^npm run build takes no arguments, found "web"\.$/)],
    ['start', ['--help'], help(/^npm run start\nStarts .*\.env/)],
    ['build', ['-h'], help(/^npm run build\nBuilds /)],
    ['start', [], undefined],
    ['test', ['--help'], undefined],
  ])('%s %j is answered at once, or runs', async (name, args, answer) => {
    expect(await answerAtOnce(name, args)).toEqual(answer);
  });

  // These answer themselves: they are tools of others, or take names that they look up.
  const ownHelp = ['test', 'test:long', 'check', 'count', 'typecheck', 'lint', 'format', 'bench'];
  it.each(Object.keys(COMMANDS).filter((name) => !ownHelp.includes(name)))('%s has a help', async (name) => {
    expect(await answerAtOnce(name, ['--help'])).toEqual(help(new RegExp(`npm run (--silent )?${name}\\b`)));
  });

  it.each([
    ['tools', ['--help'], help(/^Usage: npm run tools /)],
    ['tools', ['nonsense'], wrong(/^No such command: nonsense\./)],
    [
      'migrate',
      ['--foo'],
      wrong(/^Unknown option --foo: migrate takes no options\.\nUsage: npm run migrate\nHelp: /),
    ],
    ['openapi', ['nonsense'], wrong(/^Unexpected "nonsense"/)],
    ['new-pack', ['My-Shop'], wrong(/lower-case letters/)],
    ['new-pack', ['--dry-run', 'estio'], wrong(/There is a pack "estio" already\./)],
    ['new-pack', ['specimen', '--dry-run'], undefined],
    ['tools', ['list'], undefined],
  ])('%s %j is answered before anything is built, or runs', async (name, args, answer) => {
    expect(await answerAtOnce(name, args)).toEqual(answer);
  });

  it('an option that npm took for itself is refused, as the command would run without it', async () => {
    process.env.npm_config_email = 'ann@example.com';
    expect(await answerAtOnce('flags', ['list'])).toBeUndefined();
    process.env.npm_config_replace_all = 'true';
    const answer = await answerAtOnce('tools', ['import', 'x.json']).finally(() => {
      delete process.env.npm_config_replace_all;
      delete process.env.npm_config_email;
    });
    expect(answer).toEqual(
      wrong(/^npm took --replace-all for itself: options follow "--"\.\nUsage: .* -- import/),
    );
  });

  it.each([
    ['specimen', 1, 'Nothing was written: there is packs/specimen/index.ts already.'],
    ['My-Shop', 2, 'lower-case letters'],
    ['estio', 2, 'There is a pack "estio" already.'],
  ])('new-pack %s ends with %d', (name, code, problem) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'turnpike-new-pack-'));
    symlinkSync(at('scripts'), path.join(folder, 'scripts'));
    mkdirSync(path.join(folder, 'packs/specimen'), { recursive: true });
    writeFileSync(path.join(folder, 'packs/specimen/index.ts'), '');
    const command = [at('dist/scripts/new-pack.js'), name];
    const { status, stderr } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' });
    expect([status, stderr]).toEqual([code, expect.stringContaining(problem)]);
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(['start', 'dev'])('%s is refused before anything is built, while another start runs', (name) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'turnpike-started-'));
    const lock = takeProcessLock(startLockIn(folder));
    const env = { PATH: process.env.PATH, DATA_DIR: folder };
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', name], {
      encoding: 'utf8',
      env,
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(`Another start (process ${process.pid}) uses ${folder}.`);
    lock.release();
    rmSync(folder, { recursive: true, force: true });
  });
});

describe('the modules that a command loads, which take most of the time of its start', () => {
  const HOOKS = `import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => (console.error('loaded ' + url), next(url, context)) });`;
  /** The files of this project, from its root. */
  const loadedBy = (...args) => {
    const hooks = `data:text/javascript,${encodeURIComponent(HOOKS)}`;
    const env = {
      PATH: process.env.PATH,
      TURNPIKE_API_KEY: 'tp_none',
      DATABASE_URL: 'postgres://127.0.0.1:1/x',
    };
    const { stderr } = spawnSync(process.execPath, ['--import', hooks, ...args], { encoding: 'utf8', env });
    const ours = `loaded ${pathToFileURL(at()).href}/`;
    return stderr.split('\n').flatMap((line) => (line.startsWith(ours) ? line.slice(ours.length) : []));
  };

  const MOST_FILES = 400;

  it.each(['flags', 'tools', 'seed'])('%s --help loads nothing compiled and no package', (name) => {
    const files = loadedBy(at('scripts/run.mjs'), name, '--help');
    expect(files).toContain('scripts/commands/table.ts');
    expect(files.filter((file) => !/^(?:scripts|libs\/text)\//.test(file))).toEqual([]);
  });

  it.each(['flags', 'settings', 'models'])('%s asks the console without loading an app', (name) => {
    const files = loadedBy(at(`dist/scripts/${name}.js`), 'list', '--url', 'http://127.0.0.1:1');
    const libs = files.flatMap((file) => /^dist\/libs\/(\w+)/.exec(file)?.[1] ?? []);
    expect([...new Set(libs)].toSorted()).toEqual(['config', 'contracts', 'text']);
    expect(files.filter((file) => /\/(@nestjs|rxjs|typeorm|bullmq)\//.test(file))).toEqual([]);
    expect(files.length).toBeLessThan(MOST_FILES);
  });

  it.each([
    ['tools', 'list'],
    ['broker', 'versions', '--org', 'demo'],
    ['mcp', '--org', 'demo'],
    ['setup', '--org', 'demo', '--pack', 'estio', '--admin', 'ann@example.com'],
    ['seed'],
    ['import', 'consult_case_studies', 'README.md', '--org', 'demo'],
    ['reseal'],
    ['analytics', 'roles'],
  ])('%s loads a bundle', (name, ...args) => {
    const files = loadedBy(at(`dist/bundle/${name}.js`), ...args);
    expect(files).toContain(`dist/bundle/${name}.js`);
    expect(files.length).toBeLessThan(MOST_FILES);
  });
});

describe('a command with NODE_ENV=production', () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'turnpike-deployed-'));
    for (const name of [
      'package.json',
      'package-lock.json',
      'scripts/run.mjs',
      'scripts/lib',
      'scripts/commands',
      'libs/text',
    ])
      cpSync(at(name), path.join(folder, name), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = (...args) => {
    const env = { PATH: process.env.PATH, NODE_ENV: 'production' };
    const options = { encoding: 'utf8', env, cwd: folder };
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', ...args], options);
    return [status, stdout, stderr];
  };

  it('is refused without a build, and installs and builds nothing', () => {
    expect(run('migrate')).toEqual([1, '', expect.stringContaining('run npm run build first')]);
    expect(existsSync(path.join(folder, 'node_modules'))).toBe(false);
    expect(run('migrate', '--help')).toEqual([0, expect.stringMatching(/^Usage: npm run migrate/), '']);
  });

  it('runs what was built, also with changed sources and without the packages of the build', () => {
    mkdirSync(path.join(folder, 'dist/scripts/start'), { recursive: true });
    writeFileSync(path.join(folder, 'dist/.server-sources'), 'of another state');
    writeFileSync(path.join(folder, 'dist/scripts/start/parent-guard-process.js'), `console.log('guarded')`);
    writeFileSync(path.join(folder, 'dist/scripts/migrate.js'), `console.log('migrated')`);
    expect(run('migrate')).toEqual([0, 'guarded\nmigrated\n', '']);
  });
});

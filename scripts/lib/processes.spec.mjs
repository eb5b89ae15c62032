import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { at } from './project.mjs';

const urlOf = (file) => JSON.stringify(pathToFileURL(at(file)).href);

/** Takes a moment to end, and says so by a descriptor that is not captured. */
const SLOW = `
  const say = (text) => require('node:fs').writeSync(3, text);
  process.on('SIGTERM', () => setTimeout(() => { say('ended'); process.exit(); }, 200));
  setTimeout(() => undefined, 10_000);
  say('runs');
`;
const DEAF = `
  process.on('SIGTERM', () => undefined);
  setTimeout(() => undefined, 600_000);
  require('node:fs').writeSync(3, 'runs');
`;
const outer = (program) => `
  import { captureProgram } from ${urlOf('scripts/lib/processes.mjs')};
  await captureProgram(process.execPath, ['-e', ${JSON.stringify(program)}], { stdio: ['ignore', 'pipe', 'pipe', 2] });
  console.error('goes on');
`;

describe('a program whose output is captured', () => {
  /** Tells the process to stop as soon as the program runs. */
  async function stopped(program) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', outer(program)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
      if (text.includes('runs')) child.kill('SIGTERM');
    });
    const [, signal] = await once(child, 'close');
    return { said, signal };
  }

  it('has ended when this process is told to stop and does', async () => {
    const { said, signal } = await stopped(SLOW);
    expect(signal).toBe('SIGTERM');
    expect(said).toContain('Stopping …');
    expect(said).toContain('ended');
    expect(said).not.toContain('goes on');
  });

  it('is killed where it takes no notice', async () => {
    const { said, signal } = await stopped(DEAF);
    expect(signal).toBe('SIGTERM');
    expect(said).not.toContain('goes on');
  });
});

describe('a command that runs until it is stopped', () => {
  const ENDS_WITHIN_MS = 60_000;
  /** Runs again as with another Node, and is told to stop again long after the first time. */
  const AGAIN = `
    import { runAgainWith } from ${urlOf('scripts/lib/node-runtime.mjs')};
    import { stopWithParent } from ${urlOf('scripts/lib/processes.mjs')};
    import { Progress } from ${urlOf('scripts/lib/progress.mjs')};
    import { StopSignal } from ${urlOf('dist/scripts/start/stop-signal.js')};
    stopWithParent('start');
    if (!process.send) await runAgainWith(process.execPath, new Progress(1));
    else {
      const stop = StopSignal.ofProcess();
      const timer = setTimeout(() => undefined, 600_000);
      console.log('runs');
      await stop.requested;
      clearTimeout(timer);
      performance.now = () => Infinity;
      for (const signal of ['SIGHUP', 'SIGTERM', 'SIGINT']) {
        stop.onSecond(() => console.log('no longer in order: ' + signal));
        process.emit(signal);
      }
      process.exit();
    }`;
  /** Goes on a moment after its parent has ended. */
  const POLL_MS = 1;
  const LATER = `
    import { stopWithParent } from ${urlOf('scripts/lib/processes.mjs')};
    stopWithParent('start', ${POLL_MS});
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) setTimeout(() => process.exit(console.log('goes on')), 200 * ${POLL_MS});
    }, ${POLL_MS});
    console.log('runs');`;

  let folder;
  let file;
  let child;
  let closed;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'turnpike-parent-'));
    file = path.join(folder, 'command.mjs');
  });
  afterEach(() => {
    if (!closed) process.kill(-child.pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** Ends the first process of the command once the last one runs. All write to one pipe, which the last one closes. */
  async function saidBy([program, ...args], signal, environment = {}) {
    closed = false;
    const env = { PATH: process.env.PATH, HOME: folder, ...environment };
    child = spawn(program, args, { cwd: at(), env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      if (said === '') child.kill(signal);
      said += text;
    });
    await once(child, 'close', { signal: AbortSignal.timeout(ENDS_WITHIN_MS) });
    closed = true;
    return said;
  }

  const npm = ['npm', 'run', '--silent', 'geo-sample', '--', '--port', '0'];
  it.each([
    ['npm is killed', npm, 'SIGKILL'],
    ['only npm is told of a closed terminal', npm, 'SIGHUP'],
    ['run.mjs is killed', [process.execPath, 'scripts/run.mjs', 'geo-sample', '--port', '0'], 'SIGKILL'],
  ])('ends when %s', async (_what, command, signal) => {
    expect(await saidBy(command, signal)).toMatch(/^Sample data at /);
  });

  it('ends in order when the older Node that runs it again is killed, until it is told to stop', async () => {
    writeFileSync(file, AGAIN);
    expect((await saidBy([process.execPath, file], 'SIGKILL')).split('\n')).toEqual([
      'runs',
      'no longer in order: SIGTERM',
      'no longer in order: SIGINT',
      '',
    ]);
  });

  it.each([
    ['npm', { npm_lifecycle_event: 'start' }, 'runs\n'],
    ['another script of npm', { npm_lifecycle_event: 'other' }, 'runs\ngoes on\n'],
    ['a shell', {}, 'runs\ngoes on\n'],
  ])('that %s started ends with it, or goes on', async (_what, environment, said) => {
    writeFileSync(file, LATER);
    const starts = `require('node:child_process').spawn(process.execPath, ['${file}'], { stdio: 'inherit' })`;
    expect(await saidBy([process.execPath, '-e', starts], 'SIGKILL', environment)).toBe(said);
  });
});

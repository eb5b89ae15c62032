import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { Progress } from './progress.mjs';

const output = (isTTY) => {
  const written = [];
  return { isTTY, write: (text) => written.push(text), text: () => written.join('') };
};

describe('progress', () => {
  it('numbers its steps and says how long a step took where that is worth a line', async () => {
    const out = output(false);
    const progress = new Progress(2, 0, out);
    expect(await progress.step('Installing packages', async () => 'done')).toBe('done');
    await progress.step('Migrating the database', async (note) => note('up to date'));
    expect(out.text()).toBe(
      '[1/2] Installing packages …\n[2/2] Migrating the database …\n[2/2] Migrating the database … 0 s (up to date)\n',
    );
  });

  it('says from time to time that it goes on, where nothing is redrawn', async () => {
    jest.useFakeTimers();
    try {
      const out = output(false);
      const { promise, resolve } = Promise.withResolvers();
      const step = new Progress(2, 0, out).step('Installing packages', () => promise);
      await jest.advanceTimersByTimeAsync(32_000);
      resolve();
      await step;
      expect(out.text()).toBe(
        '[1/2] Installing packages …\n' +
          '[1/2] Installing packages … 15 s so far\n' +
          '[1/2] Installing packages … 30 s so far\n' +
          '[1/2] Installing packages … 32 s\n',
      );
    } finally {
      jest.useRealTimers();
    }
  });

  it('redraws its line on a terminal', async () => {
    const out = output(true);
    await new Progress(1, 0, out).step('Building', async () => undefined);
    expect(out.text().split('\x1b[2K').at(-1)).toBe('[1/1] Building … 0 s\n');
  });

  it('shows which step failed and lets the error through', async () => {
    const out = output(false);
    const failing = new Progress(1, 0, out).step('Building', () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(out.text()).toContain('[1/1] Building … failed\n');
  });

  it('goes on counting in another process', () => {
    const environment = new Progress(5, 2).toEnvironment();
    expect(Progress.doneBefore(environment)).toBe(2);
    expect(environment).toEqual({});
    expect(Progress.doneBefore({})).toBe(0);
  });
});

describe('lock', () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'turnpike-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('lets one at a time do its work', async () => {
    const file = path.join(folder, 'a.lock');
    const events = [];
    const work = (name) =>
      withLock(file, async () => {
        events.push(`${name} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        events.push(`${name} ends`);
      });
    await Promise.all([work('one'), work('two')]);
    expect(events).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
  });

  it('waits for another process, and takes over when that one was killed', async () => {
    const file = path.join(folder, 'b.lock');
    const hold = `globalThis.held = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
      held.exec('BEGIN EXCLUSIVE');
      setInterval(() => undefined, 1_000);
      console.log('held');`;
    const holder = spawn(process.execPath, ['-e', hold, `${file}.db`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(holder.stdout, 'data');
    const events = [];
    const waiting = withLock(file, async () => events.push('taken over'));
    // By the time a lock that nobody holds is had, this one has been refused.
    await withLock(path.join(folder, 'c.lock'), async () => events.push('had another'));
    events.push('killed');
    holder.kill('SIGKILL');
    await waiting;
    expect(events).toEqual(['had another', 'killed', 'taken over']);
  });
});

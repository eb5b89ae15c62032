import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { errorText } from './app-log.ts';
import { readDemoFile, writeDemoFile } from './demo-file.ts';
import { localUrl, refuseTakenPorts } from './ports.ts';
import { takeProcessLock } from './process-lock.ts';
import { stoppingLine } from './running-turns.ts';
import { exampleCommand } from './welcome.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'turnpike-parts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('lock of a process', () => {
  it('is refused while its process lives, and given back', () => {
    const file = path.join(folder, 'lock');
    const lock = takeProcessLock(file);
    expect(lock).toMatchObject({ leftByCrash: false });
    expect(takeProcessLock(file)).toMatchObject({ takenBy: { pid: process.pid } });
    if ('release' in lock) lock.release();
    expect(takeProcessLock(file)).toMatchObject({ leftByCrash: false });
  });

  it('is taken over from a dead process, from one that only has the same number, and from half a file', async () => {
    const file = path.join(folder, 'lock');
    const gone = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(gone, 'exit');
    for (const content of [
      `{"pid":${gone.pid},"startedAt":"1"}`,
      `{"pid":${process.pid},"startedAt":"1"}`,
      '{"pid":',
    ]) {
      writeFileSync(file, content);
      expect(takeProcessLock(file)).toMatchObject({ leftByCrash: true });
      rmSync(file);
    }
  });

  it.each(['no lock', 'a lock left by a crash'])(
    'is taken by one of several that find %s at once',
    async (found) => {
      const [rounds, threads] = [300, 4];
      if (found !== 'no lock')
        for (let at = 0; at < rounds; at += 1)
          writeFileSync(path.join(folder, `${at}`), `{"pid":${process.pid},"startedAt":"1"}`);
      const shared = new SharedArrayBuffer((1 + rounds) * 4);
      const counters = new Int32Array(shared);
      const workers = Array.from(
        { length: threads },
        () =>
          new Worker(path.resolve('scripts/start/lock-taker-process.mjs'), {
            workerData: { folder, rounds, threads, shared },
            // Node before 22.18 reads TypeScript only when told to.
            execArgv: ['--experimental-strip-types'],
          }),
      );
      try {
        await Promise.all(workers.map((worker) => once(worker, 'exit')));
      } finally {
        // Where one has died, the others wait for it in a loop.
        await Promise.all(workers.map((worker) => worker.terminate()));
      }
      expect(Array.from(counters).slice(1)).toEqual(Array(rounds).fill(1));
    },
  );

  it('is not given back by one who has it no more', () => {
    const file = path.join(folder, 'lock');
    const lock = takeProcessLock(file);
    writeFileSync(file, '{"pid":1,"startedAt":""}');
    if ('release' in lock) lock.release();
    expect(readFileSync(file, 'utf8')).toContain('"pid":1');
  });
});

describe('a stop', () => {
  it.each([
    [undefined, 'Stopping …'],
    [0, 'Stopping …'],
    [1, 'Stopping … waits up to 30 s for 1 running turn; Ctrl-C again does not wait.'],
    [3, 'Stopping … waits up to 30 s for 3 running turns; Ctrl-C again does not wait.'],
  ])('with %s running turns says %s', (running, line) => expect(stoppingLine(running, 30)).toBe(line));
});

describe('what an app logs', () => {
  it.each([
    ['{"level":30,"msg":"listening"}', undefined],
    [
      '{"level":50,"msg":"the queue is away","err":{"message":"ECONNREFUSED"}}',
      'the queue is away: ECONNREFUSED',
    ],
    ['{"level":60,"err":{"message":"out of memory"},"msg":"out of memory"}', 'out of memory'],
    ['{"level":"info","msg":"listening"}', undefined],
    ['{"level":"error","msg":"the queue is away"}', 'the queue is away'],
    ['{"level":50}', '{"level":50}'],
    ['plain text', undefined],
    ['{broken', undefined],
  ])('%s is shown as %s', (line, shown) => expect(errorText(line)).toBe(shown));
});

describe('demo file', () => {
  const demo = {
    apiUrl: 'http://127.0.0.1:3000',
    adminUrl: 'http://127.0.0.1:3001',
    orgs: [{ slug: 'demo', apiKey: 'tp_x' }],
    admin: { email: 'admin@demo.example', password: 'secret' },
    people: [{ role: 'member', email: 'member@demo.example', password: 'secret, too' }],
  };

  it('is read as it was written, and for its owner only', () => {
    const file = path.join(folder, 'demo.json');
    expect(readDemoFile(file)).toBeUndefined();
    writeDemoFile(file, demo);
    expect(readDemoFile(file)).toEqual(demo);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('of an earlier version knows the admin alone', () => {
    const file = path.join(folder, 'demo.json');
    const { people: _, ...earlier } = demo;
    writeFileSync(file, JSON.stringify(earlier));
    expect(readDemoFile(file)).toEqual({ ...demo, people: [] });
  });

  it('counts as missing when it is damaged', () => {
    const file = path.join(folder, 'demo.json');
    writeFileSync(file, '{"orgs":');
    expect(readDemoFile(file)).toBeUndefined();
  });
});

describe('addresses', () => {
  it('names an address that this machine reaches', () => {
    expect(localUrl('0.0.0.0', 3000)).toBe('http://127.0.0.1:3000');
    expect(localUrl('192.168.1.4', 3000)).toBe('http://192.168.1.4:3000');
    expect(localUrl('::1', 3000)).toBe('http://[::1]:3000');
  });

  it('refuses one port for both apps', async () => {
    await expect(refuseTakenPorts({ HOST: '127.0.0.1', API_PORT: 3000, ADMIN_PORT: 3000 })).rejects.toThrow(
      'different ports',
    );
    await expect(
      refuseTakenPorts({ HOST: '127.0.0.1', API_PORT: 3000, ADMIN_PORT: 3001, WORKER_PORT: 3001 }),
    ).rejects.toThrow('ADMIN_PORT and WORKER_PORT are both 3001');
  });
});

describe('the command that is printed', () => {
  it('is one that a shell understands as it stands', async () => {
    const command = exampleCommand('http://127.0.0.1:3000', 'tp_x').replace(/^curl/, 'printf "%s\\n"');
    const shell = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    shell.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    await once(shell, 'close');
    const words = output.trim().split('\n');
    expect(words).toContain('http://127.0.0.1:3000/v1/messages?wait=20');
    expect(words).toContain('Authorization: Bearer tp_x');
    expect(JSON.parse(words.at(-1) ?? '')).toMatchObject({
      channel: 'chat',
      text: expect.stringContaining('Paphos') as string,
    });
  });
});

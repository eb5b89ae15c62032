import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { errorText } from './app-log.ts';
import { readDemoFile, writeDemoFile } from './demo-file.ts';
import { refuseTakenPorts } from './ports.ts';
import { holderOf, takeProcessLock } from './process-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'turnpike-parts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('lock of a process', () => {
  const HOLDER = `
    const { DatabaseSync } = require('node:sqlite');
    const [, file] = process.argv;
    globalThis.held = new DatabaseSync(file);
    held.exec('BEGIN EXCLUSIVE');
    require('node:fs').writeFileSync(file + '.pid', String(process.pid));
    setInterval(() => undefined, 1_000);
    console.log('held');`;

  it('is refused while it is held, and given back', () => {
    const file = path.join(folder, 'lock');
    expect(holderOf(file)).toBeUndefined();
    const lock = takeProcessLock(file);
    expect(lock).toMatchObject({ leftByCrash: false });
    expect(takeProcessLock(file)).toEqual({ takenBy: String(process.pid) });
    expect(holderOf(file)).toBe(String(process.pid));
    if ('release' in lock) lock.release();
    expect(holderOf(file)).toBeUndefined();
    expect(takeProcessLock(file)).toMatchObject({ leftByCrash: false });
  });

  it('names the process that holds it, and is taken over when that one was killed', async () => {
    const file = path.join(folder, 'lock');
    const holder = spawn(process.execPath, ['-e', HOLDER, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(holder.stdout, 'data');
    expect(takeProcessLock(file)).toEqual({ takenBy: String(holder.pid) });
    expect(holderOf(file)).toBe(String(holder.pid));
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    expect(holderOf(file)).toBeUndefined();
    expect(takeProcessLock(file)).toMatchObject({ leftByCrash: true });
  });
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
    [JSON.stringify({ level: 50, msg: 'no\r\n\u001b[2Kapi:\u2028gone\u009b31m' }), 'no [2Kapi: gone 31m'],
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

  it('counts as missing when it is damaged', () => {
    const file = path.join(folder, 'demo.json');
    writeFileSync(file, '{"orgs":');
    expect(readDemoFile(file)).toBeUndefined();
  });
});

describe('addresses', () => {
  it('refuses one port for both apps', async () => {
    await expect(refuseTakenPorts({ HOST: '127.0.0.1', API_PORT: 3000, ADMIN_PORT: 3000 })).rejects.toThrow(
      'different ports',
    );
    await expect(
      refuseTakenPorts({ HOST: '127.0.0.1', API_PORT: 3000, ADMIN_PORT: 3001, WORKER_PORT: 3001 }),
    ).rejects.toThrow('ADMIN_PORT and WORKER_PORT are both 3001');
  });
});

import { execSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { loadConfig } from '#config';
import { freePort } from '../../test/harness/app-process.ts';
import { errorText } from './app-log.ts';
import { DataFolder } from './data-folder.ts';
import { readDemoFile, writeDemoFile } from './demo-file.ts';
import { obstacles, startLockIn } from './obstacles.ts';
import { holderOf, isLeftByCrash, takeProcessLock } from './process-lock.ts';

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
    expect(takeProcessLock(file)).toEqual({ takenBy: String(process.pid) });
    expect(holderOf(file)).toBe(String(process.pid));
    if ('release' in lock) lock.release();
    expect(holderOf(file)).toBeUndefined();
    expect(isLeftByCrash(file)).toBe(false);
  });

  it('names the process that holds it, and is taken over when that one was killed', async () => {
    const file = path.join(folder, 'lock');
    const holder = spawn(process.execPath, ['-e', HOLDER, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(holder.stdout, 'data');
    expect(takeProcessLock(file)).toEqual({ takenBy: String(holder.pid) });
    expect(holderOf(file)).toBe(String(holder.pid));
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    expect(isLeftByCrash(file)).toBe(true);
    expect(takeProcessLock(file)).toHaveProperty('release');
    expect(isLeftByCrash(file)).toBe(false);
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
    orgs: [{ slug: 'demo', apiKey: 'tp_x' }],
    admin: { email: 'admin@demo.example', password: 'secret' },
    people: [{ role: 'member', email: 'member@demo.example', password: 'secret, too' }],
  };

  it('is read as it was written, and for its owner only', () => {
    const file = path.join(folder, 'demo.json');
    expect(readDemoFile(file)).toBeUndefined();
    const { environment } = loadConfig({ DATABASE_URL: 'postgres://127.0.0.1/none', ADMIN_PORT: '3101' });
    const written = writeDemoFile(file, environment, demo);
    expect(written).toEqual({ apiUrl: 'http://127.0.0.1:3000', adminUrl: 'http://127.0.0.1:3101', ...demo });
    expect(readDemoFile(file)).toEqual(written);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('counts as missing when it is damaged', () => {
    const file = path.join(folder, 'demo.json');
    writeFileSync(file, '{"orgs":');
    expect(readDemoFile(file)).toBeUndefined();
  });
});

describe('obstacles of a start', () => {
  const HOST = '127.0.0.1';
  const PLACES = ['DATA_DIR', 'API_PORT', 'ADMIN_PORT', 'WORKER_PORT'] as const;
  const subsets = Array.from({ length: 16 }, (_, bits) => [PLACES.filter((_place, at) => (bits >> at) % 2)]);
  const wanted = async () => {
    const [API_PORT, ADMIN_PORT, WORKER_PORT] = [await freePort(), await freePort(), await freePort()];
    return { DATA_DIR: path.join(folder, "Ann's data"), HOST, API_PORT, ADMIN_PORT, WORKER_PORT };
  };
  /** The settings in the last line, as a shell reads them. */
  const settingsOf = (found: string[]): object => {
    const given = /: (.*)npm start$/.exec(found.at(-1) ?? '')?.[1] ?? '';
    const read = `env -i ${given} ${process.execPath} -p 'JSON.stringify(process.env)'`;
    return JSON.parse(execSync(read, { encoding: 'utf8' })) as object;
  };

  it.each(subsets)('names %j, of a start no ports, and a command without any', async (taken) => {
    const places = await wanted();
    const data = await DataFolder.open(places.DATA_DIR);
    if (taken.includes('DATA_DIR')) writeFileSync(`${startLockIn(places.DATA_DIR)}.pid`, '1');
    const ports = taken.flatMap((name) => (name === 'DATA_DIR' ? [] : places[name]));
    const servers = ports.map((port) => net.createServer().listen(port, HOST));
    await Promise.all(servers.map((server) => once(server, 'listening')));
    const found = await obstacles(places, { ADMIN_PORT: String(places.ADMIN_PORT) });
    const again = await obstacles({ ...places, ...settingsOf(found) }, {});
    for (const open of [...servers, data]) open.close();
    expect(found.slice(0, -1).map((line) => line.split(' ')[0])).toEqual(
      taken.includes('DATA_DIR') ? ['Another'] : taken,
    );
    expect(again).toEqual([]);
    const told = taken.length > 0 ? [...taken, 'ADMIN_PORT'] : [];
    expect(new Set(Object.keys(settingsOf(found)))).toEqual(new Set(told));
  });

  it('are one port for two apps, and a HOST of another machine', async () => {
    const places = await wanted();
    const found = await obstacles({ ...places, HOST: '192.0.2.1', WORKER_PORT: places.API_PORT }, {});
    expect(found[0]).toMatch(/^HOST 192\.0\.2\.1 cannot be opened \(EADDRNOTAVAIL\)/);
    expect(found[1]).toBe(`WORKER_PORT ${places.API_PORT} is that of API_PORT too.`);
    expect(await obstacles({ ...places, ...settingsOf(found) }, {})).toEqual([]);
  });

  it.each(['', '/', '//.', '/logs/..'])(
    'suggest a folder beside DATA_DIR, also with %j at its end',
    async (end) => {
      const data = await DataFolder.open(folder);
      writeFileSync(`${startLockIn(folder)}.pid`, '1');
      const found = await obstacles({ ...(await wanted()), DATA_DIR: folder + end }, {});
      data.close();
      expect(settingsOf(found)).toMatchObject({ DATA_DIR: `${folder}-2` });
    },
  );
});

import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../test/harness/app-process.ts';
import { copyEmbeddedTemplate } from '../../test/harness/embedded-template.ts';
import { eventually } from '../../test/harness/eventually.ts';

const SAYS_WITHIN_MS = 180_000;

/** An app that answers on the port of its setting, counts its starts in a file and dies when told to. */
const STUB_APP = `
import http from 'node:http';
import { appendFileSync } from 'node:fs';
export function run(setting) {
  appendFileSync(process.env.STUB_STARTS, setting + '\\n');
  const server = http.createServer((request, response) => {
    if (request.url === '/die') process.exit(3);
    if (request.url === '/environment') return response.end(JSON.stringify(process.env));
    if (request.url === '/error') console.log(JSON.stringify({ level: 50, msg: 'disk is full', err: { message: 'ENOSPC' } }));
    response.end('ok');
  });
  server.listen(Number(process.env[setting]), '127.0.0.1');
  process.on('SIGTERM', () => server.close(() => process.exit(0)) && server.closeAllConnections());
}`;

/** Runs the compiled supervisor with stubs for the apps and for the seed. */
const RUNNER = (folder: string) => `
import { start } from ${JSON.stringify(path.resolve('dist/scripts/start.js'))};
const entry = (name) => ${JSON.stringify(folder)} + '/' + name + '.mjs';
const step = (title, work) => work(() => undefined).finally(() => console.log('done: ' + title));
process.exitCode = await start({ step }, {
  entries: { api: entry('api'), worker: entry('worker'), admin: entry('admin') },
  envFile: process.env.STUB_ENV_FILE,
  packs: process.env.STUB_PACKS ? JSON.parse(process.env.STUB_PACKS) : [],
  seed: async () => ({ orgs: [{ slug: 'demo', apiKey: 'tp_example' }], admin: { email: 'admin@demo.example', password: 'secret' } }),
});`;

class Start {
  output = '';
  private constructor(readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
  }

  static of(folder: string, environment: Record<string, string>): Start {
    const { DATABASE_URL: _database, REDIS_URL: _redis, ...rest } = process.env;
    return new Start(
      spawn(process.execPath, [path.join(folder, 'run.mjs')], {
        env: { ...rest, NODE_ENV: 'development', ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
  }

  async says(text: string | RegExp): Promise<void> {
    await eventually(async () => {
      if (this.child.exitCode === null) expect(this.output).toMatch(text);
    }, SAYS_WITHIN_MS);
    expect(this.output).toMatch(text);
  }

  async exit(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
    return this.child.exitCode;
  }
}

describe('npm start', () => {
  let folder: string;
  let environment: Record<string, string>;
  let starts: Start[];

  beforeEach(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'turnpike-start-'));
    environment = {
      DATA_DIR: path.join(folder, 'data'),
      API_PORT: String(await freePort()),
      ADMIN_PORT: String(await freePort()),
      STUB_STARTS: path.join(folder, 'starts'),
    };
    starts = [];
    writeFileSync(path.join(folder, 'stub.mjs'), STUB_APP);
    for (const name of ['api', 'worker', 'admin']) {
      const app = `import { run } from './stub.mjs';\nrun('${name.toUpperCase()}_PORT');\n`;
      writeFileSync(path.join(folder, `${name}.mjs`), app);
    }
    writeFileSync(path.join(folder, 'run.mjs'), RUNNER(folder));
  });

  afterEach(async () => {
    for (const one of starts) one.child.kill('SIGTERM');
    await Promise.all(starts.map((one) => one.exit()));
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (changes: Record<string, string> = {}) => {
    const one = Start.of(folder, { ...environment, ...changes });
    starts.push(one);
    return one;
  };
  /** Creates the database in advance, for tests that are not about the first start. */
  const withDatabase = () => copyEmbeddedTemplate(path.join(environment.DATA_DIR ?? '', 'pglite'));
  const api = (route: string) => fetch(`http://127.0.0.1:${environment.API_PORT}${route}`);
  const starting = (setting: string) =>
    readFileSync(environment.STUB_STARTS ?? '', 'utf8')
      .split('\n')
      .filter((line) => line === setting).length;

  it('brings everything up, shows how to use it, and stops on SIGTERM with exit code 0', async () => {
    const one = start();
    await one.says('Ctrl-C stops everything');
    expect(one.output).toContain(`http://127.0.0.1:${environment.API_PORT}/v1/messages?wait=20`);
    expect(one.output).toContain('admin@demo.example / secret');
    const told = (await (await api('/environment')).json()) as Record<string, string>;
    expect(told.EMBEDDED_DATABASE_URL).toMatch(/^postgres:\/\/postgres@127\.0\.0\.1:\d+\//);
    expect(Buffer.from(told.SECRETS_KEY ?? '', 'base64')).toHaveLength(32);
    expect(Number(told.WORKER_PORT)).toBeGreaterThan(0);

    const data = environment.DATA_DIR ?? '';
    const mode = (file: string) => (statSync(path.join(data, file)).mode & 0o777).toString(8);
    const modes = ['.', 'demo.json', 'secrets.key', 'logs/api.log'].map(mode);
    expect(modes.join(' ')).toBe('700 600 600 600');
    const demo: unknown = JSON.parse(readFileSync(path.join(data, 'demo.json'), 'utf8'));
    expect(demo).toMatchObject({ orgs: [{ slug: 'demo', apiKey: 'tp_example' }] });

    one.child.kill('SIGTERM');
    expect(await one.exit()).toBe(0);
  });

  it('starts an app again when it dies, and shows its errors', async () => {
    await withDatabase();
    const one = start();
    await one.says('Ctrl-C stops everything');
    await api('/error');
    await one.says('api: disk is full: ENOSPC');
    await api('/die').catch(() => undefined);
    await one.says(/api: ended \(exit code 3\); starting it again in 0\.2 s/);
    await eventually(async () => expect(starting('API_PORT')).toBe(2), SAYS_WITHIN_MS);
    await eventually(async () => expect((await api('/')).ok).toBe(true), SAYS_WITHIN_MS);
    expect(starting('ADMIN_PORT')).toBe(1);
  });

  it('warns of names in .env that are no settings', async () => {
    const STUB_ENV_FILE = path.join(folder, 'env');
    writeFileSync(STUB_ENV_FILE, 'OPENAI_API_KEYS=one\nOPENAI_API_KEY=one\nMODEL_ROUNDS=7\nNODE_OPTIONS=\n');
    const one = start({ STUB_ENV_FILE, DATABASE_URL: 'nonsense' });
    expect(await one.exit()).toBe(1);
    expect(one.output).toMatch(
      /^\.env: OPENAI_API_KEYS is no setting and is ignored\. Did you mean OPENAI_API_KEY\?\n(?!\.env)/,
    );
  });

  it('says why it is refused, and nothing else, and makes no data folder', async () => {
    const nowhere = `127.0.0.1:${environment.ADMIN_PORT}`;
    const taken = net.createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const pack = { name: 'broken', title: 'Broken', loading: 'broker', agents: [], tools: [] };
    const refusals: [Record<string, string>, RegExp][] = [
      [
        { STUB_PACKS: JSON.stringify([pack]) },
        /^The registry refuses .*:\n  - pack broken: it has no agent$/,
      ],
      [{ ORG_TIMEZONE: 'Mars/Olympus' }, /ORG_TIMEZONE: expected an IANA time zone/],
      [{ ADMIN_PORT: environment.API_PORT ?? '' }, /^ADMIN_PORT \d+ is that of API_PORT too\.\n.*$/],
      [
        { API_PORT: String((taken.address() as net.AddressInfo).port) },
        /^API_PORT \d+ is taken by another program\.\n.*$/,
      ],
      [{ DATABASE_URL: `postgres://${nowhere}/none` }, /^DATABASE_URL: 127.*$/],
      [{ REDIS_URL: `redis://${nowhere}` }, /^REDIS_URL: 127\.0\.0\.1:\d+ refuses .*$/],
    ];
    const found = [];
    for (const [changes, said] of refusals) {
      const one = start(changes);
      const code = await one.exit();
      found.push({
        code,
        said: said.test(one.output.trim()),
        folder: existsSync(environment.DATA_DIR ?? ''),
      });
      rmSync(environment.DATA_DIR ?? '', { recursive: true, force: true });
    }
    taken.close();
    expect(found).toEqual(refusals.map(() => ({ code: 1, said: true, folder: false })));
  });

  it('comes up again after it was killed, and nothing of it stays behind', async () => {
    await withDatabase();
    const first = start();
    await first.says('Ctrl-C stops everything');
    first.child.kill('SIGKILL');
    await first.exit();
    const second = start();
    await second.says('Ctrl-C stops everything');
    expect(starting('WORKER_PORT')).toBe(2);
  });

  it('leaves no app behind that hangs in its shutdown after the start was killed', async () => {
    const file = path.join(folder, 'hung.mjs');
    writeFileSync(
      file,
      `process.on('SIGTERM', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
      setInterval(() => undefined, 1_000);
      process.send('up');`,
    );
    const guard = path.resolve('dist/scripts/start/parent-guard-process.js');
    const app = fork(file, { execArgv: ['--import', guard] });
    await once(app, 'message');
    const ended = once(app, 'exit');
    app.disconnect();
    expect(await ended).toEqual([null, 'SIGKILL']);
  });

  it('gives up with the end of the log when an app does not come up', async () => {
    await withDatabase();
    const app = `throw new Error('DATABASE_POOL_SIZE: expected a number');\n`;
    writeFileSync(path.join(folder, 'api.mjs'), app);
    const one = start();
    expect(await one.exit()).toBe(1);
    expect(one.output).toMatch(/api did not come up in 3 tries.*DATABASE_POOL_SIZE: expected a number/s);
  });
});

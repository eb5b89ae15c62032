import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const DEFAULT_POSTGRES = 'postgres://postgres@127.0.0.1:5432/postgres';
const DEFAULT_REDIS = 'redis://127.0.0.1:6379';
const CHROMIUM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const CONNECT_TIMEOUT_MS = 3_000;

/**
 * Looks which services the tests can use.
 *
 * @returns one `{ name, where }` for each that is there, of PostgreSQL also `connections`, how many it takes; or
 *   `{ name, problem }` saying why not
 */
export async function findTestServices(environment = process.env) {
  const postgres = environment.TEST_DATABASE_URL || DEFAULT_POSTGRES;
  const redis = environment.TEST_REDIS_URL || DEFAULT_REDIS;
  return Promise.all([
    probe('postgres', postgres, 'TEST_DATABASE_URL', () => askPostgres(postgres)),
    probe('redis', redis, 'TEST_REDIS_URL', () => askRedis(redis)),
    probe('chromium', environment.CHROMIUM_PATH ?? 'the usual places', 'CHROMIUM_PATH', () =>
      findChromium(environment),
    ),
    probe('promtool', 'the path', 'PATH', () => askProgram('promtool', 'which comes with Prometheus')),
    probe('pgbouncer', 'the path', 'PATH', () => askProgram('pgbouncer', 'a connection pooler')),
    probe('disk', 'what this login may mount', 'the login', askDisk),
  ]);
}

async function probe(name, place, setting, ask) {
  try {
    return { name, where: place, ...(await ask()) };
  } catch (error) {
    const shown = place.replace(/\/\/[^@/]*@/, '//');
    return {
      name,
      problem: `${error.message || error.code} (looked at ${shown}; set ${setting} for another)`,
    };
  }
}

async function askPostgres(connectionString) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'vector') AS vector,
              (SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user) AS creates,
              current_setting('max_connections')::int AS connections`,
    );
    if (!rows[0].vector) throw new Error('PostgreSQL without pgvector');
    if (!rows[0].creates) throw new Error('the login may not create databases');
    return { connections: rows[0].connections };
  } finally {
    await client.end();
  }
}

function askRedis(address) {
  const { hostname, port, protocol } = new URL(address);
  // A rediss:// server answers nothing to plain text; that it listens has to be enough.
  const greeting = protocol === 'redis:' ? 'PING\r\n' : undefined;
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: hostname, port: Number(port || 6379), timeout: CONNECT_TIMEOUT_MS });
    const fail = (error) => {
      socket.destroy();
      reject(error);
    };
    const succeed = () => {
      socket.destroy();
      resolve();
    };
    socket.once('error', fail);
    socket.once('timeout', () => fail(new Error('no answer')));
    socket.once('connect', () => (greeting ? socket.write(greeting) : succeed()));
    socket.once('data', succeed);
  });
}

async function askProgram(name, what) {
  const { error } = spawnSync(name, ['--version']);
  if (error) throw new Error(`no ${name}, ${what}`);
}

/** A small disk is mounted, to be filled. */
function askDisk() {
  const folder = mkdtempSync(path.join(tmpdir(), 'turnpike-disk-'));
  try {
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], {
      encoding: 'utf8',
    });
    if (mounted.status !== 0) throw new Error(mounted.stderr?.trim() || 'no mount');
    spawnSync('umount', [folder]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function findChromium(environment) {
  const candidates = environment.CHROMIUM_PATH ? [environment.CHROMIUM_PATH] : CHROMIUM_PATHS;
  const found = candidates.find((file) => existsSync(file));
  if (!found) throw new Error('no Chromium or Chrome');
  return { where: found };
}

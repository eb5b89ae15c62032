import { existsSync, readFileSync } from 'node:fs';
import { loadConfig } from '#config';
import { parse } from 'yaml';
import { APP_OPTIONS } from './start/app-options.ts';

interface Service {
  image: string;
  user?: string;
  read_only?: boolean;
  command?: string[];
  environment: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[]; interval: string };
  build?: { dockerfile: string };
}

const compose = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
};
const { postgres, redis, migrate, api, worker, admin } = compose.services;
const apps = { migrate, api, worker, admin };

/** `${NAME:-default}` and `${NAME:?message}` as compose fills them. */
function fill(value: string | number): string {
  return String(value).replaceAll(/\$\{(\w+):[-?]([^}]*)\}/g, (_all, name: string, fallback: string) =>
    name === 'SECRETS_KEY' ? 'a key' : fallback,
  );
}

describe('docker-compose.yml', () => {
  it('runs the apps as a user without rights on a file system that cannot be written', () => {
    for (const app of Object.values(apps)) expect(app).toMatchObject({ user: 'node', read_only: true });
    for (const app of [api, worker, admin]) expect(app?.command?.slice(1, -1)).toEqual(APP_OPTIONS);
  });

  it('gives the apps an environment that they accept', () => {
    for (const app of Object.values(apps)) {
      const environment = Object.fromEntries(
        Object.entries(app?.environment ?? {}).map(([name, value]) => [name, fill(value)]),
      );
      const config = loadConfig(environment);
      expect(config.production).toBe(true);
      expect(config.database.kind).toBe('postgres');
      expect(config.queue.kind).toBe('redis');
    }
  });

  it('starts them when the schema is there and both services are healthy', () => {
    for (const app of [api, worker, admin]) {
      expect(app?.depends_on).toEqual({
        migrate: { condition: 'service_completed_successfully' },
        postgres: { condition: 'service_healthy' },
        redis: { condition: 'service_healthy' },
      });
    }
    expect(migrate?.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  });

  it('checks the health of everything that stays', () => {
    for (const service of [postgres, redis, api, worker, admin]) {
      expect(service?.healthcheck).toMatchObject({ interval: '10s', test: expect.any(Array) as string[] });
    }
    expect(api?.healthcheck?.test.slice(0, -1)).toEqual(['CMD', 'node', 'deploy/healthcheck.mjs']);
    expect(api?.healthcheck?.test.at(-1)).toBe(String(api?.environment.API_PORT));
    expect(worker?.healthcheck?.test.at(-1)).toBe(String(worker?.environment.WORKER_PORT));
    expect(admin?.healthcheck?.test.at(-1)).toBe(String(admin?.environment.ADMIN_PORT));
  });

  it('keeps the queue when Redis is full or restarted', () => {
    expect(redis?.command).toEqual('redis-server --maxmemory-policy noeviction --appendonly yes'.split(' '));
  });
});

describe('deploy/Dockerfile', () => {
  const lines = readFileSync('deploy/Dockerfile', 'utf8')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line));

  it('ends as a user without rights, on the Node of .nvmrc', () => {
    const node = `node:${readFileSync('.nvmrc', 'utf8').trim()}-slim`;
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
    expect(last[0]).toBe(`FROM ${node}`);
    expect(last.filter((line) => line.startsWith('USER '))).toEqual(['USER node']);
    for (const line of lines.filter((one) => one.startsWith('FROM ')))
      expect(line).toMatch(/^FROM (node:24-slim|packages)\b/);
  });

  it('copies only what is there and starts what compose starts', () => {
    for (const line of lines.filter((one) => one.startsWith('COPY ') && !one.includes('--from='))) {
      for (const source of line.split(' ').slice(1, -1)) expect(existsSync(source)).toBe(true);
    }
    expect(lines.at(-1)).toBe(`CMD ${JSON.stringify(api?.command).replaceAll(',', ', ')}`);
  });
});

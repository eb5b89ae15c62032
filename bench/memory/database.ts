import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import type { DatabaseSettings } from '#config';
import { migrate } from '#database';
import { migrations } from '../../migrations/index.ts';
import { EmbeddedDatabase } from '../../scripts/start/embedded-database.ts';
import { testServerUrl } from '../../test/harness/test-database.ts';

export const backends = ['embedded', 'postgres'] as const;
export type Backend = (typeof backends)[number];

/** A migrated database of the benchmark's own, which is gone afterwards. */
export async function openBenchDatabase(
  backend: Backend,
): Promise<{ settings: DatabaseSettings; drop: () => Promise<void> }> {
  const opened = backend === 'embedded' ? await openEmbedded() : await openPostgres();
  try {
    await migrate(opened.settings, migrations);
  } catch (error) {
    await opened.drop();
    throw error;
  }
  return opened;
}

async function openEmbedded() {
  const folder = await mkdtemp(path.join(tmpdir(), 'turnpike-bench-'));
  const embedded = await EmbeddedDatabase.start(folder, (problem) => console.error(problem));
  return {
    settings: { kind: 'embedded' as const, url: embedded.url, poolSize: 10 },
    drop: async () => {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function openPostgres() {
  const server = testServerUrl();
  const name = `turnpike_bench_memory_${randomBytes(5).toString('hex')}`;
  await statement(server, `CREATE DATABASE "${name}"`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    settings: { kind: 'postgres' as const, url: url.toString(), poolSize: 10 },
    drop: () => statement(server, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`),
  };
}

async function statement(server: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

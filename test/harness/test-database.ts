import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { DataSource, type EntityTarget, type ObjectLiteral } from 'typeorm';
import type { DatabaseSettings } from '#config';
import { Database, dataSourceOptions, migrate } from '#database';
import { migrations } from '../../migrations/index.ts';
import { migrationsHash } from './migrations-hash.ts';
import { withClient } from './with-client.ts';

const DEFAULT_TEST_DATABASE_URL = 'postgres://postgres@127.0.0.1:5432/postgres';
const TEMPLATE_LOCK_KEY = 7_241_002;

/** URL of the maintenance database of the PostgreSQL server used in tests. */
export const testServerUrl = () => process.env.TEST_DATABASE_URL ?? DEFAULT_TEST_DATABASE_URL;

export interface TestDatabaseOptions {
  /**
   * Commits wait for the disk as the server's own setting says. By default they do not wait, because test data need not
   * survive a crash of the server.
   */
  commitsAsOnServer?: boolean;
}

export interface TestDatabase {
  settings: DatabaseSettings;
  /** Drops the database. End your own pools first. */
  drop(): Promise<void>;
}

/**
 * A database for one test file, cloned from a template that has all migrations. The first test that needs the template
 * creates it, under a lock, once per state of `migrations/`.
 */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = testServerUrl();
  const template = `turnpike_template_${migrationsHash()}`;
  const name = `turnpike_test_${process.pid}_${randomBytes(5).toString('hex')}`;
  await withClient(server, async (admin) => {
    await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK_KEY]);
    const known = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1 AND datallowconn = false', [
      template,
    ]);
    if (known.rowCount === 0) await makeTemplate(admin, server, template);
    // Copying files takes a fifth of the processor time of writing the template's pages to the log, the default.
    await admin.query(`CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY file_copy`);
    if (!options.commitsAsOnServer)
      await admin.query(`ALTER DATABASE "${name}" SET synchronous_commit = off`);
  });
  return {
    settings: { kind: 'postgres', url: databaseUrl(server, name), poolSize: 10 },
    drop: () =>
      withClient(server, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
      }),
  };
}

/** Opens `settings` as a process does, without Nest. */
export async function openDatabase(
  settings: DatabaseSettings,
  entities: EntityTarget<ObjectLiteral>[] = [],
): Promise<{ database: Database; dataSource: DataSource; close(): Promise<void> }> {
  const dataSource = new DataSource({ ...dataSourceOptions(settings, 'turnpike-test'), entities } as never);
  await dataSource.initialize();
  return {
    database: new Database(dataSource, settings),
    dataSource,
    close: () => dataSource.destroy(),
  };
}

async function makeTemplate(admin: Client, server: string, template: string): Promise<void> {
  await admin.query(`DROP DATABASE IF EXISTS "${template}"`);
  await admin.query(`CREATE DATABASE "${template}"`);
  await migrate({ kind: 'postgres', url: databaseUrl(server, template), poolSize: 2 }, migrations);
  // A template without connections can be cloned at any moment. This also marks the template as complete.
  await admin.query(`ALTER DATABASE "${template}" WITH ALLOW_CONNECTIONS false`);
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}

import { DataSource, type MigrationInterface } from 'typeorm';
import type { DatabaseSettings } from '#config';
import { dataSourceOptions } from './data-source.ts';
import { ensureRoles } from './row-level-security.ts';

/** Any constant: it keeps two migrations of one database from running at once. */
const MIGRATION_LOCK_KEY = 7_241_001;

/**
 * Brings the database to the newest schema: extension, roles, then each migration in a transaction of its own.
 * Safe to run from several processes at once.
 *
 * @returns the names of the migrations that were run now.
 */
export async function migrate(
  settings: DatabaseSettings,
  migrations: (new () => MigrationInterface)[],
): Promise<string[]> {
  const dataSource = new DataSource({
    ...dataSourceOptions({ ...settings, poolSize: 2 }, 'turnpike-migrate'),
    migrations,
  });
  await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK_KEY]);
    await installVector(dataSource);
    await ensureRoles(runner);
    const applied = await dataSource.runMigrations({ transaction: 'each' });
    return applied.map((migration) => migration.name);
  } finally {
    await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK_KEY]).catch(() => undefined);
    await runner.release();
    await dataSource.destroy();
  }
}

async function installVector(dataSource: DataSource): Promise<void> {
  try {
    await dataSource.query('CREATE EXTENSION IF NOT EXISTS vector');
  } catch (error) {
    throw new Error(
      'PostgreSQL has no pgvector extension, or this login may not create it. Install pgvector 0.7 or newer ' +
        '(package postgresql-NN-pgvector, image pgvector/pgvector) and run: CREATE EXTENSION vector',
      { cause: error },
    );
  }
}

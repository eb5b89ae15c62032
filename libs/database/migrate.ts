import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import type { DatabaseSettings } from '#config';
import { dataSourceOptions } from './data-source.ts';
import { INSUFFICIENT_PRIVILEGE, MigrationRefusedError, sqlStateOf } from './database.errors.ts';
import { ensureRoles } from './row-level-security.ts';

/** Any constant: it keeps two migrations of one database from running at once. */
const MIGRATION_LOCK_KEY = 7_241_001;

/**
 * Brings the database to the newest schema: extension, roles, then each migration in a transaction of its own.
 * Safe to run from several processes at once.
 *
 * @returns the names of the migrations that were run now.
 * @throws MigrationRefusedError where the login has not the rights, or the server not the extension.
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
    const toRun = [...(await ensureVector(runner)), ...(await ensureRoles(runner))];
    if (toRun.length > 0) throw await notAllowed(runner, toRun);
    const applied = await dataSource.runMigrations({ transaction: 'each' });
    return applied.map((migration) => migration.name);
  } finally {
    await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK_KEY]).catch(() => undefined);
    await runner.release();
    await dataSource.destroy();
  }
}

/**
 * @returns what a superuser has to run where this login may not.
 * @throws MigrationRefusedError where the server has no pgvector.
 */
async function ensureVector(runner: QueryRunner): Promise<string[]> {
  try {
    await runner.query('CREATE EXTENSION IF NOT EXISTS vector');
    return [];
  } catch (error) {
    if (sqlStateOf(error) === INSUFFICIENT_PRIVILEGE) return ['CREATE EXTENSION vector'];
    throw new MigrationRefusedError(
      `PostgreSQL has no extension pgvector (${(error as Error).message}). Install pgvector 0.7 or newer on the server: ` +
        'package postgresql-NN-pgvector, image pgvector/pgvector.',
      error,
    );
  }
}

async function notAllowed(runner: QueryRunner, toRun: readonly string[]): Promise<MigrationRefusedError> {
  const [where] = (await runner.query('SELECT current_user AS login, current_database() AS database')) as {
    login: string;
    database: string;
  }[];
  const statements = toRun.map((statement) => `  ${statement};`).join('\n');
  return new MigrationRefusedError(
    `The login ${where?.login} may not prepare the database ${where?.database}. As a superuser, run there, and then start again:\n${statements}`,
  );
}

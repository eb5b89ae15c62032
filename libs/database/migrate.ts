import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import type { DatabaseSettings } from '#config';
import { dataSourceOptions } from './data-source.ts';
import { INSUFFICIENT_PRIVILEGE, MigrationRefusedError, sqlStateOf } from './database.errors.ts';
import { pgvectorProblem } from './require-schema.ts';
import { ensureRoles, ownerStatements, statementsOf } from './row-level-security.ts';
import { recorded, repairSchema } from './schema-record.ts';

/** Key of the advisory lock that prevents concurrent migrations of one database. The value is arbitrary. */
const MIGRATION_LOCK_KEY = 7_241_001;

/**
 * Migrates the database to the newest schema: first the extension and the roles, then repairs of what a restored backup
 * lacks, then each migration in its own transaction. Several processes may run it concurrently.
 *
 * @returns the names of the migrations that this call ran, after a line about repairs if there were any.
 * @throws MigrationRefusedError if the login lacks privileges or does not own the tables, the server lacks the extension,
 *   tables are missing, or the database has a schema older than the first of `migrations`.
 */
export async function migrate(
  settings: DatabaseSettings,
  migrations: (new () => MigrationInterface)[],
): Promise<string[]> {
  const dataSource = new DataSource({
    ...dataSourceOptions({ ...settings, poolSize: 2 }, 'turnpike-migrate'),
    migrations: migrations.map(recorded),
  });
  await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK_KEY]);
    const toRun = [
      ...(await ensureVector(runner)),
      ...(await ensureRoles(runner)),
      // This login may change only what it owns.
      ...(await statementsOf(runner, ownerStatements(`NOT pg_has_role(owner, 'USAGE')`))),
    ];
    if (toRun.length > 0) throw await notAllowed(runner, toRun);
    await refuseUnreleasedSchema(runner, dataSource.migrations[0]?.name);
    const repaired = await repairSchema(runner);
    const applied = await dataSource.runMigrations({ transaction: 'each' });
    return [
      ...(repaired > 0 ? [`repairs of ${repaired} rights, policies and definitions`] : []),
      ...applied.map((migration) => migration.name),
    ];
  } finally {
    await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK_KEY]).catch(() => undefined);
    await runner.release();
    await dataSource.destroy();
  }
}

/**
 * Refuses a database that has migrations but not the first one: a version before the first release created it.
 *
 * @param first name of the oldest migration; undefined if there are no migrations to compare with.
 */
async function refuseUnreleasedSchema(runner: QueryRunner, first: string | undefined): Promise<void> {
  if (!first || !(await runner.hasTable('migrations'))) return;
  const [applied] = (await runner.query(
    'SELECT bool_or(name = $1) AS known, current_database() AS database FROM migrations',
    [first],
  )) as { known: boolean | null; database: string }[];
  if (applied?.known !== false) return;
  throw new MigrationRefusedError(
    `The database ${applied.database} has the schema of an unreleased version, which cannot be upgraded. Use an empty ` +
      'database: drop this one and create it again or, where npm start keeps its own, delete its folder (DATA_DIR, .data).',
  );
}

/**
 * @returns the statements that a superuser must run because this login may not.
 * @throws MigrationRefusedError if the server does not have pgvector, or the database an old one.
 */
async function ensureVector(runner: QueryRunner): Promise<string[]> {
  try {
    await runner.query('CREATE EXTENSION IF NOT EXISTS vector');
    const [installed] = (await runner.query(
      `SELECT extversion FROM pg_extension WHERE extname = 'vector'`,
    )) as { extversion: string }[];
    const problem = pgvectorProblem(installed?.extversion ?? null);
    if (problem) throw new MigrationRefusedError(problem);
    return [];
  } catch (error) {
    if (error instanceof MigrationRefusedError) throw error;
    if (sqlStateOf(error) === INSUFFICIENT_PRIVILEGE) return ['CREATE EXTENSION vector'];
    throw new MigrationRefusedError(
      `PostgreSQL has no extension pgvector (${(error as Error).message}). Install pgvector 0.8 or newer on the server: ` +
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

// Compares the entities of every lib and pack with a freshly migrated database: TypeORM must have nothing to generate.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DataSource, getMetadataArgsStorage, type DataSourceOptions } from 'typeorm';
import { dataSourceOptions } from '#database';
import { createTestDatabase } from '../test/harness/test-database.ts';

/** Fewer entities than these mean that the libs were not loaded. */
const LEAST_ENTITIES = 10;

async function main(): Promise<void> {
  const entities = await loadEntities();
  if (entities.length < LEAST_ENTITIES) throw new Error(`Only ${entities.length} entities were found`);
  const scratch = await createTestDatabase().catch((error: unknown) => {
    if (process.env.CI === 'true') throw error;
    console.log(`Skipped, as there is no PostgreSQL for tests: ${String(error)}`);
  });
  if (!scratch) return;
  try {
    const differences = await findDifferences(
      new DataSource({ ...dataSourceOptions(scratch.settings, 'turnpike-check'), entities }),
    );
    for (const statement of differences) console.error(statement);
    if (differences.length > 0) {
      console.error('The entities differ from the migrations. Add a migration with these statements.');
      process.exitCode = 1;
    }
  } finally {
    await scratch.drop();
  }
}

/** Entities register with TypeORM when their lib is loaded. */
async function loadEntities(): Promise<NonNullable<DataSourceOptions['entities']> & unknown[]> {
  const libs = path.resolve(import.meta.dirname, '../libs');
  for (const lib of readdirSync(libs)) await import(pathToFileURL(path.join(libs, lib, 'index.js')).href);
  await import('#packs');
  return getMetadataArgsStorage().tables.map((table) => table.target);
}

async function findDifferences(dataSource: DataSource): Promise<string[]> {
  await dataSource.initialize();
  try {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    return upQueries.map(({ query }) => query);
  } finally {
    await dataSource.destroy();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import type { DatabaseSettings } from '#config';
import type { Database } from '#database';
import { createEmbeddedTestDatabase } from './embedded-test-database.ts';
import { describeWith, type TestService } from './services.ts';
import { createTestDatabase, openDatabase, type TestDatabase } from './test-database.ts';

/** The database of one suite, available from `beforeAll` on. */
export interface SuiteDatabase {
  settings: DatabaseSettings;
  database: Database;
  dataSource: DataSource;
  /** Functions that run before the database is closed, the last one first. */
  closings: (() => unknown)[];
}

/** Opens a database for the surrounding suite as a process opens it, and drops it at the end. */
export function suiteDatabase({
  create = createTestDatabase,
  entities,
}: { create?: () => Promise<TestDatabase>; entities?: EntityTarget<ObjectLiteral>[] } = {}): SuiteDatabase {
  const suite = { closings: [] as SuiteDatabase['closings'] } as SuiteDatabase;
  beforeAll(async () => {
    const { settings, drop } = await create();
    suite.closings.push(drop);
    const { close, database, dataSource } = await openDatabase(settings, entities);
    suite.closings.push(close);
    Object.assign(suite, { settings, database, dataSource });
  });
  afterAll(async () => {
    for (const close of suite.closings.toReversed()) await close();
  });
  return suite;
}

const KINDS: [string, TestService[], () => Promise<TestDatabase>][] = [
  ['the embedded database', [], createEmbeddedTestDatabase],
  ['PostgreSQL', ['postgres'], createTestDatabase],
];

/** A suite on each supported kind of database, with a database of its own as {@link suiteDatabase} opens it. */
export function describeOnEachDatabase(name: string, suite: (on: SuiteDatabase) => void): void {
  describe.each(KINDS)(`${name}, on %s`, (kind, services, create) => {
    describeWith(services, kind, () => suite(suiteDatabase({ create })));
  });
}

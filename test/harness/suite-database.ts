import { randomUUID } from 'node:crypto';
import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import type { DatabaseSettings } from '#config';
import type { Database } from '#database';
import { createEmbeddedTestDatabase } from './embedded-test-database.ts';
import { describeWith, type TestService } from './services.ts';
import { createTestDatabase, openDatabase, type TestDatabase } from './test-database.ts';

/** The database of one suite, available from `beforeAll` on, or from `beforeEach` on if each test has its own. */
export interface SuiteDatabase {
  settings: DatabaseSettings;
  database: Database;
  dataSource: DataSource;
  /** Functions that run before the database is closed, the last one first. */
  closings: (() => unknown)[];
  /** Adds an org that has only its own row. @returns its id */
  addOrg(slug?: string): Promise<string>;
}

interface SuiteDatabaseOptions {
  create?: () => Promise<TestDatabase>;
  entities?: EntityTarget<ObjectLiteral>[];
  /** A new database for the whole suite or for each of its tests. */
  per?: 'suite' | 'test';
}

/** Opens a database for the surrounding suite as a process opens it, and drops it at the end. */
export function suiteDatabase({
  create = createTestDatabase,
  entities,
  per = 'suite',
}: SuiteDatabaseOptions = {}): SuiteDatabase {
  const suite = { closings: [] as SuiteDatabase['closings'], addOrg } as SuiteDatabase;
  const [before, after] = per === 'suite' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => {
    const { settings, drop } = await create();
    suite.closings.push(drop);
    const { close, database, dataSource } = await openDatabase(settings, entities);
    suite.closings.push(close);
    Object.assign(suite, { settings, database, dataSource });
  });
  after(async () => {
    for (const close of suite.closings.splice(0).toReversed()) await close();
  });

  async function addOrg(slug?: string): Promise<string> {
    const id = randomUUID();
    await suite.database.forOrg(id, (tx) =>
      tx.execute('INSERT INTO orgs (id, slug, name, created_at) VALUES ($1, $2, $2, now())', [slug ?? id]),
    );
    return id;
  }
  return suite;
}

const KINDS: [string, DatabaseSettings['kind'], () => Promise<TestDatabase>][] = [
  ['the embedded database', 'embedded', createEmbeddedTestDatabase],
  ['PostgreSQL', 'postgres', createTestDatabase],
];

/** A suite for each supported kind of database, which creates its database itself. */
export function describeOnEachKind(
  name: string,
  suite: (create: () => Promise<TestDatabase>, kind: DatabaseSettings['kind']) => void,
): void {
  describe.each(KINDS)(`${name}, on %s`, (_label, kind, create) => {
    const services: TestService[] = kind === 'postgres' ? ['postgres'] : [];
    describeWith(services, kind, () => suite(create, kind));
  });
}

/** A suite on each supported kind of database, with a database of its own as {@link suiteDatabase} opens it. */
export function describeOnEachDatabase(
  name: string,
  suite: (on: SuiteDatabase, kind: DatabaseSettings['kind']) => void,
): void {
  describeOnEachKind(name, (create, kind) => suite(suiteDatabase({ create }), kind));
}

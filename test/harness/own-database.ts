import { randomUUID } from 'node:crypto';
import type { DatabaseSettings } from '#config';
import type { Database } from '#database';
import { createTestDatabase, openDatabase } from './test-database.ts';

/** A database that exists while the tests of the surrounding suite run. */
export interface OwnDatabase {
  database: Database;
  settings: DatabaseSettings;
  /** An org that has only its own row. */
  addOrg(slug?: string): Promise<string>;
}

/** Opens the database before all tests of the surrounding suite, or anew before each test, and drops it afterwards. */
export function useTestDatabase(per: 'suite' | 'test' = 'suite'): OwnDatabase {
  const own = { addOrg } as OwnDatabase;
  let close = async () => undefined as void;
  const [before, after] = per === 'suite' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => {
    const { settings, drop } = await createTestDatabase();
    const opened = await openDatabase(settings);
    Object.assign(own, { settings, database: opened.database });
    close = async () => {
      await opened.close();
      await drop();
    };
  });
  after(() => close());

  async function addOrg(slug?: string): Promise<string> {
    const id = randomUUID();
    await own.database.forOrg(id, (tx) =>
      tx.execute('INSERT INTO orgs (id, slug, name, created_at) VALUES ($1, $2, $2, now())', [slug ?? id]),
    );
    return id;
  }
  return own;
}

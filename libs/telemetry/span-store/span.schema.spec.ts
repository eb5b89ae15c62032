import type { DataSource } from 'typeorm';
import { createTestDatabase, openDatabase, type TestDatabase } from '../../../test/harness/test-database.ts';
import { StoredSpan } from './span.entity.ts';

describe('the schema of the span store', () => {
  let testDatabase: TestDatabase;
  let dataSource: DataSource;
  let close: () => Promise<void>;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    ({ dataSource, close } = await openDatabase(testDatabase.settings, [StoredSpan]));
  });

  afterAll(async () => {
    await close?.();
    await testDatabase?.drop();
  });

  it('is what the migration made: TypeORM would change nothing', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });
});

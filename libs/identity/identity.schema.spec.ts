import type { DataSource } from 'typeorm';
import { createTestDatabase, openDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { ApiKey } from './api-keys/api-key.entity.ts';
import { AuditEntry } from './audit/audit-entry.entity.ts';
import { Contact } from './contacts/contact.entity.ts';
import { Invitation } from './users/invitation.entity.ts';
import { Org } from './orgs/org.entity.ts';
import { Session, SignInAttempts } from './sessions/session.entity.ts';
import { User } from './users/user.entity.ts';

describe('the schema of identity', () => {
  let testDatabase: TestDatabase;
  let dataSource: DataSource;
  let close: () => Promise<void>;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    ({ dataSource, close } = await openDatabase(testDatabase.settings, [
      Org,
      User,
      Contact,
      ApiKey,
      Session,
      SignInAttempts,
      AuditEntry,
      Invitation,
    ]));
  });

  afterAll(async () => {
    await close?.();
    await testDatabase?.drop();
  });

  it('is what the migrations made: TypeORM would change nothing', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });
});

import { FixedClock } from '#config';
import type { Database } from '#database';
import { createTestDatabase, openDatabase } from '../../../test/harness/test-database.ts';
import { ApiKeyService } from '../api-keys/api-key.service.ts';
import { AuditLog } from '../audit/audit-log.repository.ts';
import { ContactService } from '../contacts/contact.service.ts';
import type { Org } from '../orgs/org.entity.ts';
import { OrgService } from '../orgs/org.service.ts';
import { SecretBox } from '../settings/secret-box.ts';
import { SessionService } from '../sessions/session.service.ts';
import { UserService } from '../users/user.service.ts';

/** The identity services on a separate database with two orgs, for tests. */
export interface IdentityFixture {
  database: Database;
  clock: FixedClock;
  orgs: OrgService;
  users: UserService;
  keys: ApiKeyService;
  sessions: SessionService;
  contacts: ContactService;
  audit: AuditLog;
  orgA: Org;
  orgB: Org;
  close(): Promise<void>;
}

export async function openIdentity(): Promise<IdentityFixture> {
  const testDatabase = await createTestDatabase();
  const { database, close } = await openDatabase(testDatabase.settings);
  const clock = new FixedClock(new Date('2026-03-02T09:00:00Z'));
  const own = new Map([['MAIL_TRANSPORT', 'outbox']]);
  const deployment = { get: (name: string) => own.get(name), has: (name: string) => own.has(name) };
  const orgs = new OrgService(database, clock, deployment, new SecretBox('key of the test'));
  return {
    database,
    clock,
    orgs,
    users: new UserService(database, clock),
    keys: new ApiKeyService(database, clock),
    sessions: new SessionService(database, clock),
    contacts: new ContactService(clock),
    audit: new AuditLog(clock),
    orgA: await orgs.create({ slug: 'org-a', name: 'Org A', packs: ['estio'], defaultPack: 'estio' }),
    orgB: await orgs.create({ slug: 'org-b', name: 'Org B', timezone: 'Asia/Nicosia' }),
    close: async () => {
      await close();
      await testDatabase.drop();
    },
  };
}

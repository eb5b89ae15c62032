import { FixedClock } from '#config';
import type { Database } from '#database';
import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { ApiKeyService } from '../api-keys/api-key.service.ts';
import { AuditLog } from '../audit/audit-log.repository.ts';
import { ContactService } from '../contacts/contact.service.ts';
import type { Org } from '../orgs/org.entity.ts';
import { OrgService } from '../orgs/org.service.ts';
import { SecretBox } from '../settings/secret-box.ts';
import { SessionService } from '../sessions/session.service.ts';
import { UserService } from '../users/user.service.ts';

/** The identity services on a separate database with two orgs, available from `beforeAll` on. */
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
  /** Runs `work` in a transaction of the first or of the second org. */
  inA: Work;
  inB: Work;
}

type Work = <Result>(work: Parameters<typeof Database.prototype.forOrg<Result>>[1]) => Promise<Result>;

export function useIdentity(): IdentityFixture {
  const on = suiteDatabase();
  const identity = {} as IdentityFixture;
  beforeAll(async () => {
    const { database } = on;
    const clock = new FixedClock(new Date('2026-03-02T09:00:00Z'));
    const own = new Map([['MAIL_TRANSPORT', 'outbox']]);
    const deployment = { get: (name: string) => own.get(name), has: (name: string) => own.has(name) };
    const orgs = new OrgService(database, clock, deployment, new SecretBox('key of the test'));
    const orgA = await orgs.create({ slug: 'org-a', name: 'Org A', packs: ['estio'], defaultPack: 'estio' });
    const orgB = await orgs.create({ slug: 'org-b', name: 'Org B', timezone: 'Asia/Nicosia' });
    Object.assign(identity, {
      database,
      clock,
      orgs,
      users: new UserService(database, clock),
      keys: new ApiKeyService(database, clock),
      sessions: new SessionService(database, clock),
      contacts: new ContactService(clock),
      audit: new AuditLog(clock),
      orgA,
      orgB,
      inA: (work) => database.forOrg(orgA.id, work),
      inB: (work) => database.forOrg(orgB.id, work),
    } satisfies IdentityFixture);
  });
  return identity;
}

import { createEmbeddedTestDatabase } from '../../../test/harness/embedded-test-database.ts';
import { useOrg, type TestOrg } from '../testing/test-org.fixture.ts';
import { useTurns } from '../testing/turns.fixture.ts';
import { lockContact } from './existence.read-model.ts';

describe('a contact named in a call', () => {
  const turns = useTurns(undefined, { create: createEmbeddedTestDatabase });
  const org = useOrg(turns);
  const hold = (id: string, of: TestOrg = org) => of.transact((tx) => lockContact(tx, id, turns.clock.now()));
  const markErasing = (seconds: number) =>
    org.execute(`UPDATE contacts SET erasing_until = $2 WHERE org_id = $1`, [
      new Date(turns.clock.now().getTime() + seconds * 1_000),
    ]);

  beforeEach(async () => {
    await org.execute(`INSERT INTO contacts (org_id, id, created_at) VALUES ($1, 'layla', $2)`, [
      turns.clock.now(),
    ]);
  });
  it('is locked if it exists', async () => {
    expect(await hold('layla')).toBe(true);
    expect(await hold('nadim')).toBe(false);
    expect(await hold('layla', await turns.newOrg())).toBe(false);
  });

  it('is not locked during its erasure, unless the erasure is dead', async () => {
    await markErasing(60);
    expect(await hold('layla')).toBe(false);
    await markErasing(-1);
    expect(await hold('layla')).toBe(true);
  });
});

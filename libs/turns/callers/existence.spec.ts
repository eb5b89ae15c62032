import type { Org } from '#identity';
import { createEmbeddedTestDatabase } from '../../../test/harness/embedded-test-database.ts';
import { useTurns, testPack } from '../testing/turns.fixture.ts';
import { lockContact } from './existence.read-model.ts';

describe('a contact named in a call', () => {
  let org: Org;
  const hold = (id: string, orgId = org.id) =>
    turns.database.forOrg(orgId, (tx) => lockContact(tx, id, turns.clock.now()));
  const markErasing = (seconds: number) =>
    turns
      .sql(org.id)
      .execute(`UPDATE contacts SET erasing_until = $2 WHERE org_id = $1`, [
        new Date(turns.clock.now().getTime() + seconds * 1_000),
      ]);

  const turns = useTurns([testPack('alpha', [])], createEmbeddedTestDatabase);
  beforeAll(async () => {
    org = await turns.newOrg();
    await turns
      .sql(org.id)
      .execute(`INSERT INTO contacts (org_id, id, created_at) VALUES ($1, 'layla', $2)`, [turns.clock.now()]);
  });
  it('is locked if it exists', async () => {
    expect(await hold('layla')).toBe(true);
    expect(await hold('nadim')).toBe(false);
    expect(await hold('layla', (await turns.newOrg()).id)).toBe(false);
  });

  it('is not locked during its erasure, unless the erasure is dead', async () => {
    await markErasing(60);
    expect(await hold('layla')).toBe(false);
    await markErasing(-1);
    expect(await hold('layla')).toBe(true);
  });
});

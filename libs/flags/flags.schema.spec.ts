import { describeWith } from '../../test/harness/services.ts';
import { createTestDatabase, openDatabase } from '../../test/harness/test-database.ts';
import { PLATFORM_DEFAULT } from './flag-place.ts';
import { openFlags } from './flags.fixture.ts';

describeWith('postgres', 'the rows of flags', () => {
  it('of the platform are hidden from the transactions of orgs, and one org’s from another', async () => {
    const flags = await openFlags();
    const { service, because, orgA, orgB, rules, database } = flags;
    await service.set('ptc', PLATFORM_DEFAULT, { value: false }, because('x'));
    await service.set(
      'ptc',
      { at: 'org', orgId: orgA.id, conversationId: null },
      { value: true },
      because('x'),
    );
    const seen = async (orgId: string) =>
      (await database.forOrg(orgId, (tx) => rules.visible(tx))).map((rule) => rule.at);
    expect([await seen(orgA.id), await seen(orgB.id)]).toEqual([['org'], []]);
    const intrude = database.forOrg(orgB.id, (tx) =>
      rules.write(tx, 'ptc', PLATFORM_DEFAULT, { value: 'true', percent: null, revision: 0 }),
    );
    await expect(intrude).rejects.toThrow('row-level security');
    await flags.close();
  });

  it('are gone with their org', async () => {
    const testDatabase = await createTestDatabase();
    const { dataSource, close } = await openDatabase(testDatabase.settings);
    await dataSource.query(
      `INSERT INTO orgs (id, slug, name, created_at) VALUES (gen_random_uuid(), 'gone', 'Gone', now())`,
    );
    await dataSource.query(
      `INSERT INTO flag_rules (id, org_id, flag, place, value, revision, changed_at) SELECT gen_random_uuid(), id, 'ptc', 'org', 'true', 1, now() FROM orgs`,
    );
    await dataSource.query('DELETE FROM orgs');
    expect(await dataSource.query('SELECT 1 FROM flag_rules')).toEqual([]);
    await close();
    await testDatabase.drop();
  });
});

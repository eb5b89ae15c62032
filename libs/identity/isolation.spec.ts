import { openIdentity, type IdentityFixture } from './testing/identity.fixture.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const MOMENT = '2026-03-02T09:00:00Z';

/** How to insert a row of an org into each table that orgs share; `$1` is the org. */
const INSERTS: Record<string, string> = {
  users: `INSERT INTO users (id, org_id, name, handle, role, created_at) VALUES ('${ID}', $1, 'n', 'h', 'member', '${MOMENT}')`,
  contacts: `INSERT INTO contacts (org_id, id, created_at) VALUES ($1, 'c', '${MOMENT}')`,
  api_keys: `INSERT INTO api_keys (id, org_id, name, hash, prefix, scopes, created_at)
             VALUES ('${ID}', $1, 'n', '\\x00', 'p', '{}', '${MOMENT}')`,
  audit_log: `INSERT INTO audit_log (id, org_id, actor_kind, action, target, at) VALUES ('${ID}', $1, 'system', 'a', 't', '${MOMENT}')`,
};

describe('row-level security of identity', () => {
  let identity: IdentityFixture;

  beforeAll(async () => {
    identity = await openIdentity();
    for (const insert of Object.values(INSERTS)) {
      await identity.database.asPlatform('a test makes the rows of org B', (tx) =>
        tx.queryUnscoped(insert, [identity.orgB.id]),
      );
    }
  });

  afterAll(() => identity?.close());

  const asOrgA = (sql: string, parameters: unknown[] = []) =>
    identity.database.forOrg(identity.orgA.id, (tx) => tx.executeUnscoped(sql, parameters));
  const asOrgB = (sql: string) => identity.database.forOrg(identity.orgB.id, (tx) => tx.executeUnscoped(sql));

  it.each(Object.keys(INSERTS))(
    'hides rows of another org in %s, and lets none be written there',
    async (table) => {
      expect(await asOrgB(`SELECT 1 FROM ${table}`)).toBe(1);
      expect(await asOrgA(`SELECT 1 FROM ${table}`)).toBe(0);
      await expect(asOrgA(INSERTS[table] ?? '', [identity.orgB.id])).rejects.toThrow('row-level security');
    },
  );

  it.each(['users', 'contacts', 'api_keys'])(
    'changes and deletes no row of another org in %s',
    async (table) => {
      expect(await asOrgA(`UPDATE ${table} SET name = 'x'`)).toBe(0);
      expect(await asOrgA(`DELETE FROM ${table}`)).toBe(0);
      await expect(asOrgB(`UPDATE ${table} SET org_id = '${identity.orgA.id}'`)).rejects.toThrow(
        'row-level security',
      );
      expect(await asOrgB(`SELECT 1 FROM ${table}`)).toBe(1);
    },
  );

  it('shows an org itself and no other', async () => {
    expect(await asOrgA('SELECT 1 FROM orgs')).toBe(1);
    expect(await asOrgA(`UPDATE orgs SET name = 'x' WHERE slug = 'org-b'`)).toBe(0);
    expect(await asOrgA(`DELETE FROM orgs WHERE slug = 'org-b'`)).toBe(0);
    await expect(
      asOrgA(`INSERT INTO orgs (id, slug, name, created_at) VALUES ('${ID}', 'c', 'c', '${MOMENT}')`),
    ).rejects.toThrow('row-level security');
  });

  it('hides the users of the platform from every org', async () => {
    const root = await identity.users.ensure({
      orgId: null,
      name: 'Root',
      handle: 'root',
      role: 'platform_admin',
    });
    expect(await asOrgA('SELECT 1 FROM users WHERE id = $1', [root.id])).toBe(0);
    expect(await asOrgA(`UPDATE users SET name = 'x' WHERE id = $1`, [root.id])).toBe(0);
    await expect(
      asOrgA(
        `INSERT INTO users (id, name, handle, role, created_at) VALUES ($1, 'n', 'h2', 'platform_admin', now())`,
        [ID],
      ),
    ).rejects.toThrow('row-level security');
  });

  it.each(['sessions', 'sign_in_attempts'])('lets no org near %s', async (table) => {
    await expect(asOrgA(`SELECT 1 FROM ${table}`)).rejects.toThrow('permission denied');
    await expect(asOrgA(`DELETE FROM ${table}`)).rejects.toThrow('permission denied');
  });
});

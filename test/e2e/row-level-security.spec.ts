import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { placeholderValue, placesFor, type Column } from '../harness/placeholder-value.ts';
import { describeOnEachDatabase } from '../harness/suite-database.ts';

const ORG_ROLE = 'turnpike_org';
/** Tables of the platform: no transaction of an org may access them. */
const PLATFORM_TABLES = `
  analytics_readers change_revisions mcp_server_states migrations model_circuits model_cooldowns
  provider_key_states sessions sign_in_attempts worker_slots`
  .trim()
  .split(/\s+/);

/** Tables whose rows name an org, or none, and which only the platform reads. */
const PLATFORM_TABLES_WITH_ORG = ['analytics_readers', 'model_circuits'];

interface Table {
  name: string;
  /** The column that holds the org; null for tables of the platform. */
  orgColumn: string | null;
  secured: boolean;
  isPartition: boolean;
  /** The privileges of the org's role on tables. */
  granted: string[];
}

interface Policy {
  name: string;
  command: string;
  permissive: boolean;
  reading: string | null;
  writing: string | null;
}

describeOnEachDatabase('row-level security of all tables', (on) => {
  let client: Client;
  let tables: Table[];
  let ours: string;
  let theirs: string;

  beforeAll(async () => {
    client = new Client({ connectionString: on.settings.url });
    on.closings.push(() => client.end());
    await client.connect();
    // The partition of traces into which the generic rows below fall.
    await client.query('SELECT ensure_trace_partition(now())');
    await dropConstraints();
    tables = await readTables();
    [ours, theirs] = [await on.addOrg('ours'), await on.addOrg('theirs')];
  });

  async function rowsOf<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return (await client.query(sql, parameters)).rows as Row[];
  }

  const readTables = () =>
    rowsOf<Table>(
      `SELECT c.relname AS name, c.relrowsecurity AS secured, c.relispartition AS "isPartition",
                CASE WHEN c.relname = 'orgs' THEN 'id'
                  WHEN c.relname NOT IN (${PLATFORM_TABLES_WITH_ORG.map((name) => `'${name}'`).join(', ')}) THEN a.attname END AS "orgColumn",
                array(SELECT p FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) p
                       WHERE has_table_privilege('${ORG_ROLE}', c.oid, p)) AS granted
           FROM pg_class c
           LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'org_id' AND NOT a.attisdropped
          WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
            -- Such a view has the rights of its reader: the policies of its tables hold.
            AND NOT (c.relkind = 'v' AND 'security_invoker=true' = ANY (coalesce(c.reloptions, '{}')))
          ORDER BY c.relname`,
    );

  const policiesOf = (table: string) =>
    rowsOf<Policy>(
      `SELECT policyname AS name, cmd AS command, permissive = 'PERMISSIVE' AS permissive, qual AS reading,
                with_check AS writing
           FROM pg_policies
          WHERE schemaname = 'public' AND tablename = $1 AND ('${ORG_ROLE}' = ANY(roles) OR 'public' = ANY(roles))`,
      [table],
    );

  const ofOrgs = () => tables.filter(({ orgColumn, isPartition }) => orgColumn !== null && !isPartition);

  /** The mandatory columns of a table, without those that have a default. */
  const columnsOf = (table: string) =>
    rowsOf<Column>(
      `SELECT column_name AS name, data_type AS type, udt_name AS udt FROM information_schema.columns
          WHERE table_schema = 'public' AND table_name = $1 AND is_nullable = 'NO' AND column_default IS NULL
            AND is_generated = 'NEVER' AND is_identity = 'NO'
          ORDER BY ordinal_position`,
      [table],
    );

  /** An INSERT of a minimal row of the org. Values fit the column types; foreign keys get placeholder values too. */
  async function insertOf(table: Table, orgId: string): Promise<[sql: string, values: unknown[]]> {
    const columns = await columnsOf(table.name);
    const own: Column = { name: table.orgColumn ?? '', type: 'uuid', udt: 'uuid' };
    const all = columns.some(({ name }) => name === own.name) ? columns : [own, ...columns];
    const values = all.map((column) => (column.name === table.orgColumn ? orgId : placeholderValue(column)));
    const names = all.map(({ name }) => `"${name}"`).join(', ');
    return [`INSERT INTO "${table.name}" (${names}) VALUES (${placesFor(all)})`, values];
  }

  /**
   * Placeholder values violate foreign keys and checks. These constraints are not under test, and the database
   * belongs to this test.
   */
  async function dropConstraints(): Promise<void> {
    const constraints = await rowsOf<{ table: string; name: string }>(
      `SELECT c.conrelid::regclass::text AS table, c.conname AS name FROM pg_constraint c
          WHERE c.connamespace = 'public'::regnamespace AND c.contype IN ('c', 'f') AND c.conislocal
            AND c.coninhcount = 0 AND c.conparentid = 0`,
    );
    for (const { table, name } of constraints)
      await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  }

  async function plant(table: Table, orgId: string): Promise<void> {
    await client.query(...(await insertOf(table, orgId)));
  }

  it('lists the platform’s own tables', () => {
    const without = tables.filter(({ orgColumn }) => orgColumn === null).map(({ name }) => name);
    expect(without.sort()).toEqual(PLATFORM_TABLES);
    expect(ofOrgs().length).toBeGreaterThan(15);
  });

  it('gives an org’s role only row privileges, and none on a table without row-level security', () => {
    for (const { name, secured, granted, orgColumn, isPartition } of tables) {
      const rowRights = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
      expect({ name, beyond: granted.filter((right) => !rowRights.includes(right)) }).toEqual({
        name,
        beyond: [],
      });
      // A query on a partition by its own name is not subject to the policies of its table.
      if (orgColumn === null || isPartition) expect({ name, granted }).toEqual({ name, granted: [] });
      if (orgColumn !== null || granted.length > 0)
        expect({ name, secured }).toEqual({ name, secured: true });
    }
  });

  it('has one policy per table, on the org, for reading and for writing', async () => {
    for (const { name, orgColumn } of ofOrgs()) {
      const onOrg = expect.stringMatching(
        new RegExp(
          `^\\(${orgColumn} = \\( SELECT \\(current_setting\\('turnpike\\.org_id'::text\\)\\)::uuid AS current_setting\\)\\)$`,
        ),
      );
      const policies = await policiesOf(name);
      expect({ name, policies }).toEqual({
        name,
        policies: [{ name: 'org_rows', command: 'ALL', permissive: true, reading: onOrg, writing: onOrg }],
      });
    }
  });

  it('does not let the role own tables or bypass the policies', async () => {
    const [role] = await rowsOf(
      `SELECT rolsuper, rolbypassrls, rolcanlogin, rolcreaterole FROM pg_roles WHERE rolname = '${ORG_ROLE}'`,
    );
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcanlogin: false, rolcreaterole: false });
    const owned = await rowsOf(`SELECT relname FROM pg_class WHERE relowner = '${ORG_ROLE}'::regrole`);
    expect(owned).toEqual([]);
  });

  it('hides the rows of another org on every table, and does not let them be written', async () => {
    for (const table of ofOrgs()) {
      const { name, orgColumn } = table;
      if (name !== 'orgs') {
        await plant(table, ours);
        await plant(table, theirs);
      }
      const asOurs = (sql: string, values: unknown[] = []) =>
        on.database.forOrg(ours, (tx) => tx.executeUnscoped(sql, values));
      const seen = await on.database.forOrg(ours, (tx) =>
        tx.queryUnscoped<{ org: string }>(`SELECT "${orgColumn}" AS org FROM "${name}"`),
      );
      expect({ name, seen }).toEqual({ name, seen: [{ org: ours }] });
      const counted = async () =>
        (await rowsOf(`SELECT 1 FROM "${name}" WHERE "${orgColumn}" = $1`, [theirs])).length;
      if (table.granted.includes('UPDATE')) {
        const change = `UPDATE "${name}" SET "${orgColumn}" = "${orgColumn}"`;
        expect({ name, changed: await asOurs(`${change} WHERE "${orgColumn}" = $1`, [theirs]) }).toEqual({
          name,
          changed: 0,
        });
        await expect(asOurs(`UPDATE "${name}" SET "${orgColumn}" = $1`, [theirs])).rejects.toThrow(
          'row-level security',
        );
      }
      if (table.granted.includes('DELETE'))
        expect({
          name,
          deleted: await asOurs(`DELETE FROM "${name}" WHERE "${orgColumn}" = $1`, [theirs]),
        }).toEqual({ name, deleted: 0 });
      const [insert, values] = await insertOf(table, name === 'orgs' ? randomUUID() : theirs);
      await expect(asOurs(insert, values)).rejects.toThrow(/row-level security|permission denied/);
      expect({ name, left: await counted() }).toEqual({ name, left: 1 });
    }
  });

  it('denies access to partitions by their own names', async () => {
    const partitions = tables.filter(({ isPartition }) => isPartition);
    expect(partitions.length).toBeGreaterThan(0);
    for (const { name } of partitions) {
      await expect(
        on.database.forOrg(ours, (tx) => tx.queryUnscoped(`SELECT 1 FROM "${name}"`)),
      ).rejects.toThrow('permission denied');
    }
  });

  it('shows nothing to the role without an org', async () => {
    await client.query('BEGIN');
    await client.query(`SET LOCAL ROLE ${ORG_ROLE}`);
    await expect(client.query('SELECT 1 FROM contacts')).rejects.toThrow(
      /turnpike\.org_id|invalid input syntax for type uuid/,
    );
    await client.query('ROLLBACK');
  });
});

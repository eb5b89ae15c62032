import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { FixedClock } from '#config';
import { describeWith } from '../../../test/harness/services.ts';
import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { analyticsParts } from '../testing/analytics-parts.fixture.ts';
import { addRandomRows } from '../testing/random-rows.fixture.ts';
import { AnalyticsReaderRepository } from './analytics-reader.repository.ts';
import { AnalyticsReaders } from './analytics-readers.service.ts';

const NOW = new Date('2026-11-01T12:00:00Z');
const VIEWS = 'turns tool_calls broker_decisions tool_choices model_calls flag_changes capabilities'.split(
  ' ',
);

describeWith('postgres', 'readers of the schema analytics', () => {
  const on = suiteDatabase();
  let opened: Awaited<ReturnType<typeof open>>;

  beforeAll(async () => {
    opened = await open();
    on.closings.push(opened.close);
  });

  async function open() {
    const { database, dataSource, settings } = on;
    const { clock, orgs } = analyticsParts(database, NOW);
    const readers = new AnalyticsReaders(new AnalyticsReaderRepository(database), clock, settings);
    const [own, other] = [
      await orgs.create({ slug: 'own', name: 'Own', packs: [] }),
      await orgs.create({ slug: 'other', name: 'Other', packs: [] }),
    ];
    for (const [index, { id }] of [own, other].entries())
      await addRandomRows(database, {
        orgId: id,
        turns: 20,
        from: new Date(NOW.getTime() - 86_400_000),
        to: NOW,
        seed: index + 5,
      });
    for (const orgId of [own.id, other.id, null])
      await dataSource.query(
        `INSERT INTO audit_log (id, org_id, actor_kind, action, target, after, at) VALUES ($1, $2, 'user', 'flag.set', 'flag:tool_broker', '{"place":"org","value":"shadow"}', now())`,
        [randomUUID(), orgId],
      );
    const names: string[] = [];
    const connections: Client[] = [];
    return {
      database,
      dataSource,
      readers,
      own,
      other,
      async connect(orgId: string | null) {
        const role = `reader_${randomBytes(6).toString('hex')}`;
        const password = await readers.add(role, orgId);
        names.push(role);
        const url = new URL(settings.url);
        Object.assign(url, { username: role, password });
        const client = new Client({ connectionString: url.href });
        await client.connect();
        connections.push(client);
        return { role, client };
      },
      close: async () => {
        for (const client of connections) await client.end();
        for (const role of names) await readers.remove(role).catch(() => undefined);
      },
    };
  }

  const orgsSeen = async (client: Client, view: string) => {
    const { rows } = await client.query<{ org: string | null }>(
      `SELECT DISTINCT org FROM ${view} ORDER BY 1`,
    );
    return rows.map(({ org }) => org);
  };

  it('see one org or all orgs in every view', async () => {
    const { client: one } = await opened.connect(opened.own.id);
    const { client: all } = await opened.connect(null);
    for (const view of VIEWS) {
      expect([view, await orgsSeen(one, view)]).toEqual([view, ['own']]);
      expect([view, await orgsSeen(all, view)]).toEqual([
        view,
        ['other', 'own', ...(view === 'flag_changes' ? [null] : [])],
      ]);
    }
  });

  it('cannot change their org', async () => {
    const { client, role } = await opened.connect(opened.own.id);
    await client.query(`SET turnpike.org_id = '${opened.other.id}'`);
    expect(await orgsSeen(client, 'turns')).toEqual(['own']);
    for (const attempt of [
      'SET ROLE turnpike_platform',
      'SET ROLE turnpike_org',
      `SELECT set_config('role', 'turnpike_platform', false)`,
      'SET SESSION AUTHORIZATION postgres',
      `ALTER ROLE ${role} BYPASSRLS`,
      'CREATE ROLE another',
      `GRANT turnpike_platform TO ${role}`,
      `UPDATE public.analytics_readers SET org_id = NULL WHERE role = '${role}'`,
      'CREATE OR REPLACE FUNCTION analytics.readable_orgs() RETURNS SETOF uuid LANGUAGE sql AS $$ SELECT NULL::uuid $$',
    ])
      await expect(client.query(attempt)).rejects.toThrow(/permission denied|must be|read-only/);
    // Temporary tables do not stand in for those that the views read.
    await client.query('SET default_transaction_read_only = off');
    await client.query(
      `CREATE TEMP TABLE analytics_readers AS SELECT session_user::text AS role, '${opened.other.id}'::uuid AS org_id`,
    );
    expect(await orgsSeen(client, 'turns')).toEqual(['own']);
  });

  it('see no statements of others, reach no files, and end no session; their own statements end in time', async () => {
    const { client } = await opened.connect(null);
    const { rows: statements } = await client.query(
      `SELECT DISTINCT query FROM pg_stat_activity WHERE usename <> session_user AND datname = current_database()`,
    );
    expect(statements).toEqual([{ query: '<insufficient privilege>' }]);
    for (const attempt of [
      `SELECT pg_read_file('PG_VERSION')`,
      `COPY turns TO PROGRAM 'cat'`,
      `COPY (SELECT 1) TO '/tmp/rows'`,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename <> session_user',
      'SELECT pg_reload_conf()',
    ])
      await expect(client.query(attempt)).rejects.toThrow(/permission denied|must be (?:a )?superuser/);
    const { rows: limits } = await client.query(
      `SELECT setting, source FROM pg_settings WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout')`,
    );
    expect(limits).toEqual(Array(2).fill({ setting: '60000', source: 'user' }));
  });

  it('see no rows of other orgs through a function that runs before the condition of the view', async () => {
    const { client } = await opened.connect(opened.own.id);
    await client.query('SET default_transaction_read_only = off');
    await client.query('CREATE TEMP TABLE leaked (org uuid)');
    await client.query(
      `CREATE FUNCTION pg_temp.leak(org uuid) RETURNS boolean LANGUAGE plpgsql COST 0.0001 AS $$ BEGIN INSERT INTO leaked VALUES (org); RETURN true; END $$`,
    );
    await client.query('SELECT count(*) FROM turns WHERE pg_temp.leak(org_id)');
    const { rows } = await client.query<{ org: string }>('SELECT DISTINCT org FROM leaked');
    expect(rows).toEqual([{ org: opened.own.id }]);
  });

  it('can read no table of the platform and write nothing', async () => {
    const { client, role } = await opened.connect(null);
    await client.query('SET default_transaction_read_only = off');
    const reachable = await opened.dataSource.query(
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
          AND n.nspname NOT LIKE 'pg_%' AND CASE WHEN c.relkind = 'S'
            THEN has_sequence_privilege($1, c.oid, 'SELECT, USAGE, UPDATE')
            ELSE has_table_privilege($1, c.oid, 'SELECT') END ORDER BY 1`,
      [role],
    );
    expect(reachable.map(({ name }: { name: string }) => name).sort()).toEqual(
      VIEWS.map((view) => `analytics.${view}`).sort(),
    );
    for (const statement of [
      'SELECT 1 FROM public.turns',
      'SELECT 1 FROM public.messages',
      'SELECT 1 FROM public.turn_rollups',
      'DELETE FROM turns',
      `UPDATE turns SET state = 'x'`,
      'CREATE TABLE public.mine (a int)',
      'CREATE TABLE analytics.mine (a int)',
    ])
      await expect(client.query(statement)).rejects.toThrow(/permission denied|cannot (update|delete)/);
  });

  it('find a comment on every view and column, and no text of a message', async () => {
    const silent = await opened.dataSource.query(
      `SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
        WHERE c.relnamespace = 'analytics'::regnamespace AND coalesce(col_description(c.oid, a.attnum), '') = ''`,
    );
    expect(silent).toEqual([]);
    const { client } = await opened.connect(null);
    for (const view of VIEWS) {
      const { rows } = await client.query(`SELECT * FROM ${view}`);
      expect(JSON.stringify(rows)).not.toMatch(/Which town|There are three/);
    }
  });

  it('are dropped when removed; other roles are not', async () => {
    const { role } = await opened.connect(opened.own.id);
    expect(await opened.readers.list()).toContainEqual({ role, org: 'own', createdAt: NOW });
    await opened.readers.remove(role);
    expect(await opened.dataSource.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role])).toEqual([]);
    await expect(opened.readers.remove('postgres')).rejects.toThrow('no reader "postgres"');
    await expect(opened.readers.add(role.toUpperCase(), null)).rejects.toThrow('cannot be the name');
    await expect(opened.readers.add('turnpike_platform', null)).rejects.toThrow('cannot be the name');
    const { role: taken } = await opened.connect(null);
    await expect(opened.readers.add(taken, null)).rejects.toThrow('has a role');
  });

  it('are created again and removed where the server has no such roles, as after a restore', async () => {
    const [{ role }, { role: gone }] = [await opened.connect(opened.own.id), await opened.connect(null)];
    for (const name of [role, gone])
      await opened.dataSource
        .query(`DROP OWNED BY ${name}`)
        .then(() => opened.dataSource.query(`DROP ROLE ${name}`));
    await opened.readers.add(role, opened.other.id);
    expect(await opened.readers.list()).toContainEqual({ role, org: 'other', createdAt: NOW });
    await opened.readers.remove(gone);
    expect((await opened.readers.list()).map((reader) => reader.role)).not.toContain(gone);
    await opened.dataSource.query(`GRANT CONNECT ON DATABASE postgres TO ${role}`);
    await expect(opened.readers.remove(role)).rejects.toThrow('has other rights');
    await opened.dataSource.query(`REVOKE ALL ON DATABASE postgres FROM ${role}`);
  });

  it('cannot be created on the embedded database', async () => {
    const embedded = new AnalyticsReaders(
      new AnalyticsReaderRepository(opened.database),
      new FixedClock(NOW),
      { kind: 'embedded' },
    );
    await expect(embedded.add('metabase', null)).rejects.toThrow('DATABASE_URL');
  });
});

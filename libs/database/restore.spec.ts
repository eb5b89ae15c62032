import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeWith } from '../../test/harness/services.ts';
import { OwnPostgres, runPostgresTool } from '../../test/harness/own-postgres.ts';
import { describeOnEachDatabase, suiteDatabase } from '../../test/harness/suite-database.ts';
import { openDatabase } from '../../test/harness/test-database.ts';
import { temporaryFolder } from '../../test/harness/temporary-folder.ts';
import { Contact } from '#identity';
import { migrations } from '../../migrations/index.ts';
import { migrate } from './index.ts';
import { requireSchema } from './require-schema.ts';
import { PRESENT_PARTS } from './schema-record.ts';

/** The answer of a starting process to the state of the database, and the parts of the schema. */
async function stateOf(url: string): Promise<{ refused: string; parts: string[] }> {
  const { dataSource, close } = await openDatabase({ kind: 'postgres', url, poolSize: 1 });
  try {
    const refused = await requireSchema(dataSource).then(
      () => '',
      (error: Error) => error.message,
    );
    const rows = await dataSource.query<{ statement: string }[]>(PRESENT_PARTS);
    return { refused, parts: rows.map(({ statement }) => statement).sort() };
  } finally {
    await close();
  }
}

describeWith('postgres', 'a restored backup', () => {
  const on = suiteDatabase();
  let server: OwnPostgres;
  const folder = temporaryFolder();
  const dump = path.join(folder, 'turnpike.dump');
  let before: string[];

  beforeAll(async () => {
    await on.addOrg('acme');
    await runPostgresTool('pg_dump', '--format=custom', `--file=${dump}`, on.settings.url);
    before = (await stateOf(on.settings.url)).parts;
    server = await OwnPostgres.start();
  });

  afterAll(() => server?.stop());

  /** @returns the URL of the new database, and whether the restore reported errors. */
  async function restore(database: string, ...options: string[]): Promise<[url: string, failed: boolean]> {
    const url = server.url(database);
    await server.query('postgres', `CREATE DATABASE ${database}`);
    const { failed } = await runPostgresTool('pg_restore', `--dbname=${url}`, '--no-owner', ...options, dump);
    return [url, failed];
  }
  const migrated = (url: string) => migrate({ kind: 'postgres', url, poolSize: 2 }, migrations);

  // First, while the server has no roles.
  it('is isolated again if the roles come later', async () => {
    const [url, failed] = await restore('later');
    expect(failed).toBe(true);
    expect((await stateOf(url)).refused).toMatch(/rights, policies .* need \d{3} repairs.*npm run migrate/);
    expect(await migrated(url)).toEqual([expect.stringMatching(/^repairs of \d{3} rights/)]);
    expect(await stateOf(url)).toEqual({ refused: '', parts: before });
    expect(await migrated(url)).toEqual([]);
  });

  it('is as it was if the roles come first', async () => {
    const [url, failed] = await restore('first');
    expect([failed, await stateOf(url)]).toEqual([false, { refused: '', parts: before }]);
    expect(await migrated(url)).toEqual([]);
  });

  it('is isolated again without its privileges, which lets everybody call its functions', async () => {
    const [url] = await restore('unprivileged', '--no-privileges');
    await migrated(url);
    expect(await stateOf(url)).toEqual({ refused: '', parts: before });
  });

  it('is refused to a login that does not own it, with the statements that change this', async () => {
    await server.query('postgres', 'CREATE ROLE app LOGIN');
    await restore('other');
    await server.query('postgres', 'ALTER DATABASE other OWNER TO app');
    const url = server.url('other', 'app');
    const refused = (await migrated(url).catch((error: Error) => error)) as Error;
    const [told, ...statements] = refused.message.split('\n');
    expect(told).toContain('The login app may not prepare the database other');
    expect(statements).toContain('  ALTER TABLE turns OWNER TO app;');
    await server.query('other', statements.join('\n'));
    expect(await migrated(url)).toEqual([]);
    expect(await stateOf(url)).toEqual({ refused: '', parts: before });
    await server.query('other', 'REVOKE turnpike_org FROM app');
    expect((await stateOf(url)).refused).toContain('such as “GRANT turnpike_org TO app”');
    await expect(migrated(url)).rejects.toThrow('  GRANT turnpike_org TO app;');
  });

  it('is refused if it was restored without the extension, with the tables that it lacks', async () => {
    const { output } = await runPostgresTool('pg_restore', '--list', dump);
    const list = path.join(folder, 'list');
    writeFileSync(list, output.replaceAll(/.* EXTENSION .*\n/g, ''));
    const [url, failed] = await restore('lacking', `--use-list=${list}`);
    expect(failed).toBe(true);
    const refused = migrated(url);
    await expect(refused).rejects.toMatchObject({ code: 'MIGRATION_REFUSED' });
    await expect(refused).rejects.toThrow(/lacks .*public\.\w+.*restore it again into an empty database/);
    expect((await stateOf(url)).refused).toMatch(/need \d+ repairs/);
  });
});

describeOnEachDatabase('a database that lost or gained a right, a policy or a function', (on, kind) => {
  it.each([
    'ALTER TABLE contacts DISABLE ROW LEVEL SECURITY',
    'DROP POLICY org_rows ON messages',
    'ALTER POLICY org_rows ON turns USING (true)',
    'CREATE POLICY everything ON turns TO turnpike_org USING (true)',
    'REVOKE SELECT ON analytics.model_calls FROM turnpike_platform',
    'GRANT UPDATE ON tool_overrides, audit_log TO turnpike_org',
    'GRANT SELECT ON sessions TO PUBLIC',
    'REVOKE USAGE ON SCHEMA analytics FROM turnpike_org',
    'DROP FUNCTION announce_change(text)',
    'GRANT EXECUTE ON FUNCTION ensure_trace_partition(timestamptz) TO PUBLIC',
    'ALTER FUNCTION drop_trace_partition(timestamptz) RESET search_path',
    'ALTER VIEW spans RESET (security_invoker)',
    'DROP VIEW analytics.turns',
    `DO $$ BEGIN EXECUTE 'CREATE OR REPLACE VIEW spans AS ' || rtrim(pg_get_viewdef('spans'), ';') || ' LIMIT 9'; END $$`,
    'ALTER TABLE orgs OWNER TO turnpike_org',
    'ALTER TABLE turns DROP CONSTRAINT turns_pkey CASCADE',
    ...(kind === 'embedded' ? ['GRANT turnpike_platform TO turnpike_org'] : []),
  ])('%s is refused at the start, and repaired', async (damage) => {
    const { parts: before } = await stateOf(on.settings.url);
    await on.dataSource.query(damage);
    expect((await stateOf(on.settings.url)).refused).toMatch(/need \d+ repairs, such as “/);
    expect(await migrate(on.settings, migrations)).toEqual([expect.stringMatching(/^repairs of \d+ rights/)]);
    expect(await stateOf(on.settings.url)).toEqual({ refused: '', parts: before });
  });

  it('leaves the objects and the logins of the operator alone', async () => {
    await on.dataSource.query('CREATE TABLE own_notes (text text)');
    await on.dataSource.query('GRANT SELECT ON own_notes TO turnpike_org');
    expect((await stateOf(on.settings.url)).refused).toBe('');
    expect(await migrate(on.settings, migrations)).toEqual([]);
    await on.dataSource.query('DROP TABLE own_notes');
    expect(await migrate(on.settings, migrations)).toEqual([]);
    expect((await stateOf(on.settings.url)).refused).toBe('');
  });

  it('is refused to a version that needs a column which it does not have yet', async () => {
    const { dataSource, close } = await openDatabase(on.settings, [Contact]);
    await dataSource.query('ALTER TABLE contacts RENAME language TO languages');
    await expect(requireSchema(dataSource)).rejects.toThrow(
      /without contacts\.language: run npm run migrate/,
    );
    await dataSource.query('ALTER TABLE contacts RENAME languages TO language');
    await requireSchema(dataSource);
    await close();
  });

  it('is refused with an old version of pgvector', async () => {
    await on.dataSource.query(`UPDATE pg_extension SET extversion = '0.7.4' WHERE extname = 'vector'`);
    expect((await stateOf(on.settings.url)).refused).toMatch(/pgvector 0\.7\.4; Turnpike needs 0\.8/);
    await expect(migrate(on.settings, migrations)).rejects.toThrow(/ALTER EXTENSION vector UPDATE/);
  });

  it('is refused without a schema, or one that an earlier version isolated incompletely', async () => {
    await on.dataSource.query(`UPDATE pg_extension SET extversion = '0.8.1' WHERE extname = 'vector'`);
    const { parts: before } = await stateOf(on.settings.url);
    // The record of a version that did not record views, whose options were lost.
    await on.dataSource.query('ALTER TABLE expected.statements NO INHERIT expected.parts');
    await on.dataSource.query('DROP TABLE expected.parts');
    await on.dataSource.query('ALTER VIEW spans RESET (security_invoker)');
    expect((await stateOf(on.settings.url)).refused).toContain('run npm run migrate');
    expect(await migrate(on.settings, migrations)).toEqual([expect.stringContaining('repairs of 1 ')]);
    expect(await stateOf(on.settings.url)).toEqual({ refused: '', parts: before });
    await on.dataSource.query('DROP SCHEMA expected CASCADE');
    await migrate(on.settings, migrations);
    expect((await stateOf(on.settings.url)).refused).toBe('');
    await on.dataSource.query('DROP SCHEMA expected CASCADE');
    await on.dataSource.query('DROP POLICY org_rows ON turns');
    await on.dataSource.query('DROP POLICY all_rows ON turns');
    await expect(migrate(on.settings, migrations)).rejects.toThrow('policies of public.turns');
  });
});

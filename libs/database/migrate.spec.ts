import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { DatabaseSettings } from '#config';
import { describeWith } from '../../test/harness/services.ts';
import { createTestDatabase, testServerUrl } from '../../test/harness/test-database.ts';
import { migrate } from './index.ts';

describeWith(['postgres'], 'a migration by a login that is no superuser', () => {
  const name = `turnpike_plain_${randomBytes(5).toString('hex')}`;
  const urlOf = (database: string, login?: string) => {
    const url = new URL(testServerUrl());
    url.pathname = database;
    if (login) [url.username, url.password] = [login, login];
    return url.href;
  };
  const asSuperuser = async (database: string, ...statements: string[]) => {
    const client = new Client({ connectionString: urlOf(database) });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };

  beforeAll(async () => {
    // The two roles are there from now on, whatever runs beside this.
    await (await createTestDatabase()).drop();
    await asSuperuser(
      'postgres',
      `CREATE ROLE "${name}" LOGIN PASSWORD '${name}'`,
      `CREATE DATABASE "${name}" OWNER "${name}"`,
    );
  });

  afterAll(() => asSuperuser('postgres', `DROP DATABASE "${name}" WITH (FORCE)`, `DROP ROLE "${name}"`));

  it('is refused with all that a superuser has to run, and goes on behind that', async () => {
    const settings: DatabaseSettings = { kind: 'postgres', url: urlOf(name, name), poolSize: 2 };
    const refused: unknown = await migrate(settings, []).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'MIGRATION_REFUSED', kind: 'not_configured' });
    const [told = '', ...statements] = (refused as Error).message.split('\n');
    expect(told).toContain(name);
    expect(statements).toEqual([
      '  CREATE EXTENSION vector;',
      `  GRANT turnpike_org, turnpike_platform TO ${name};`,
    ]);
    await asSuperuser(name, ...statements);
    await expect(migrate(settings, [])).resolves.toEqual([]);
  });
});

import { randomBytes } from 'node:crypto';
import type { DatabaseSettings } from '#config';
import { describeWith } from '../../test/harness/services.ts';
import { describeOnEachDatabase } from '../../test/harness/suite-database.ts';
import { createTestDatabase, testServerUrl } from '../../test/harness/test-database.ts';
import { withClient } from '../../test/harness/with-client.ts';
import { migrations } from '../../migrations/index.ts';
import { migrate } from './index.ts';

const urlOf = (database: string, login?: string) => {
  const url = new URL(testServerUrl());
  url.pathname = database;
  if (login) [url.username, url.password] = [login, login];
  return url.href;
};

const run = (url: string, ...statements: string[]) =>
  withClient(url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

describeOnEachDatabase('a migrated database', (on) => {
  it('is refused if its schema is older than the baseline', async () => {
    await on.dataSource.query(`UPDATE migrations SET name = 'Identity1763600000001'`);
    const refused: unknown = await migrate(on.settings, migrations).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'MIGRATION_REFUSED', kind: 'not_configured' });
    expect((refused as Error).message).toContain('Use an empty database');
  });
});

describeWith(['postgres'], 'an empty database', () => {
  const name = `turnpike_empty_${randomBytes(5).toString('hex')}`;

  beforeAll(() => run(urlOf('postgres'), `CREATE DATABASE "${name}"`));
  afterAll(() => run(urlOf('postgres'), `DROP DATABASE "${name}" WITH (FORCE)`));

  it('is migrated once by concurrent processes', async () => {
    const settings: DatabaseSettings = { kind: 'postgres', url: urlOf(name), poolSize: 2 };
    const applied = await Promise.all([1, 2, 3].map(() => migrate(settings, migrations)));
    expect(applied.flat()).toHaveLength(migrations.length);
  });
});

describeWith(['postgres'], 'a migration by a login that is not a superuser', () => {
  const name = `turnpike_plain_${randomBytes(5).toString('hex')}`;

  beforeAll(async () => {
    // The two roles exist from now on, also with concurrent tests.
    await (await createTestDatabase()).drop();
    await run(
      urlOf('postgres'),
      `CREATE ROLE "${name}" LOGIN PASSWORD '${name}'`,
      `CREATE DATABASE "${name}" OWNER "${name}"`,
    );
  });

  afterAll(() => run(urlOf('postgres'), `DROP DATABASE "${name}" WITH (FORCE)`, `DROP ROLE "${name}"`));

  it('is refused with the statements for a superuser, and succeeds after them', async () => {
    const settings: DatabaseSettings = { kind: 'postgres', url: urlOf(name, name), poolSize: 2 };
    const refused: unknown = await migrate(settings, []).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'MIGRATION_REFUSED', kind: 'not_configured' });
    const [told = '', ...statements] = (refused as Error).message.split('\n');
    expect(told).toContain(name);
    expect(statements).toEqual([
      '  CREATE EXTENSION vector;',
      `  GRANT turnpike_org, turnpike_platform TO ${name};`,
    ]);
    await run(urlOf(name), ...statements);
    await expect(migrate(settings, [])).resolves.toEqual([]);
  });
});

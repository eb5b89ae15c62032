import { randomUUID } from 'node:crypto';
import { Contact } from '#identity';
import { describeWith } from '../../test/harness/services.ts';
import { describeOnEachKind, suiteDatabase } from '../../test/harness/suite-database.ts';
import { openDatabase } from '../../test/harness/test-database.ts';
import { isUniqueViolation, type Database, type OrgTransaction } from './index.ts';

const A = randomUUID();
const B = randomUUID();
const AT = new Date('2026-11-20T10:00:00.000Z');

describeOnEachKind('the database', (create) => {
  const on = suiteDatabase({ create, entities: [Contact] });
  let database: Database;
  beforeAll(() => {
    ({ database } = on);
  });

  const insert = (tx: OrgTransaction, id: string, orgId = tx.orgId) =>
    tx.executeUnscoped('INSERT INTO contacts (org_id, id, created_at) VALUES ($1, $2, $3)', [orgId, id, AT]);
  const idsOf = (orgId: string) =>
    database.forOrg(orgId, async (tx) =>
      (await tx.queryUnscoped<{ id: string }>('SELECT id FROM contacts ORDER BY id')).map((row) => row.id),
    );
  const session = () =>
    on.dataSource.query(
      `SELECT current_user = session_user AS "own", current_setting('turnpike.org_id', true) AS org`,
    ) as Promise<{ own: boolean; org: string | null }[]>;

  describe('a transaction of one org', () => {
    beforeAll(async () => {
      await database.forOrg(A, (tx) => insert(tx, 'of-a'));
      await database.forOrg(B, (tx) => insert(tx, 'of-b'));
    });

    it('reads only its own rows', async () => {
      expect(await idsOf(A)).toEqual(['of-a']);
      await database.forOrg(A, async (tx) => {
        expect(await tx.queryUnscoped('SELECT 1 FROM contacts WHERE org_id = $1', [B])).toEqual([]);
      });
    });

    it('changes no row of another org', async () => {
      await database.forOrg(A, async (tx) => {
        expect(await tx.executeUnscoped(`UPDATE contacts SET name = 'taken' WHERE id = 'of-b'`)).toBe(0);
        expect(await tx.executeUnscoped(`DELETE FROM contacts WHERE org_id = $1`, [B])).toBe(0);
      });
      expect(await idsOf(B)).toEqual(['of-b']);
    });

    it('neither inserts rows for another org nor moves rows to it', async () => {
      const own = [(tx: OrgTransaction) => insert(tx, 'smuggled', B)];
      own.push((tx) => tx.executeUnscoped('UPDATE contacts SET org_id = $1', [B]));
      for (const work of own) await expect(database.forOrg(A, work)).rejects.toThrow(/row-level security/);
      expect(await idsOf(B)).toEqual(['of-b']);
    });

    it('commits behind its last statements, or rolls all of them back', async () => {
      const both = (last: string) =>
        database.forOrg(A, async (tx) => {
          const statements = [`before-${last}`, last, `behind-${last}`].map((id) => insert(tx, id));
          tx.commitBehind();
          const late = insert(tx, 'after').catch((error: Error) => error.message);
          await Promise.all(statements);
          expect(await late).toMatch(/has ended/);
        });
      await both('last');
      await expect(both('of-a')).rejects.toThrow(/duplicate key/);
      expect(await idsOf(A)).toEqual(expect.arrayContaining(['before-last', 'last']));
      expect(await idsOf(A)).not.toContain('before-of-a');
    });

    it('reads its own rows without writing', async () => {
      const count = (tx: OrgTransaction) =>
        tx.queryUnscoped('SELECT id FROM contacts WHERE org_id = $1', [B]);
      expect(await database.readForOrg(B, count)).toHaveLength(1);
      expect(await database.readForOrg(A, count)).toEqual([]);
      await expect(database.readForOrg(A, (tx) => insert(tx, 'read'))).rejects.toThrow(TypeError);
    });

    it('sees no platform tables and may not change the schema', async () => {
      for (const sql of ['SELECT 1 FROM sessions', 'CREATE TABLE theirs (id int)'])
        await expect(database.forOrg(A, (tx) => tx.queryUnscoped(sql))).rejects.toThrow(/permission denied/);
    });

    it.each(['forOrg', 'forOrgAtOnce'] as const)(
      'resets role and org after a commit, a rollback and a failed statement (%s)',
      async (transact) => {
        await database[transact](A, (tx) => tx.queryUnscoped('SELECT id FROM contacts'));
        await expect(database[transact](A, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
        const failing = database[transact](A, (tx) => tx.queryUnscoped('SELECT 1 / 0'));
        await expect(failing).rejects.toThrow(/division/);
        for (let look = 0; look < 10; look += 1) {
          expect(await session()).toEqual([{ own: true, org: expect.not.stringContaining('-') }]);
        }
      },
    );

    it.each(['', 'x', "00000000-0000-0000-0000-000000000000'; DROP TABLE contacts; --", `${A}\n`])(
      'refuses %j as an org id by a rejection',
      async (orgId) => {
        await expect(database.forOrg(orgId, () => Promise.resolve())).rejects.toThrow(TypeError);
      },
    );

    it('isolates orgs when many transactions share few connections', async () => {
      const seen = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          database.forOrg(index % 2 ? A : B, async (tx) =>
            (
              await tx.queryUnscoped<{ orgId: string }>('SELECT DISTINCT org_id AS "orgId" FROM contacts')
            ).map((row) => row.orgId),
          ),
        ),
      );
      seen.forEach((orgs, index) => expect(orgs).toEqual([index % 2 ? A : B]));
    });
  });

  it('reads across orgs as the platform, with a reason', async () => {
    const rows = await database.asPlatform('a test looks at both', (tx) =>
      tx.queryUnscoped('SELECT id FROM contacts WHERE id IN ($1, $2)', ['of-a', 'of-b']),
    );
    expect(rows).toHaveLength(2);
    await expect(database.asPlatform('', () => Promise.resolve())).rejects.toThrow(TypeError);
  });

  it('rolls everything back if the work fails or ignores a failed statement', async () => {
    await expect(
      database.forOrg(A, async (tx) => {
        await insert(tx, 'half');
        throw new Error('stopped');
      }),
    ).rejects.toThrow('stopped');
    await expect(
      database.forOrg(A, async (tx) => {
        await insert(tx, 'half');
        await tx.queryUnscoped('SELECT 1 / 0').catch(() => undefined);
      }),
    ).rejects.toThrow(/rolled back/);
    expect(await idsOf(A)).not.toContain('half');
  });

  it('recognises a unique violation and its constraint', async () => {
    const org = randomUUID();
    await database.forOrg(org, (tx) => insert(tx, 'once'));
    const again = database.forOrg(org, (tx) => insert(tx, 'once'));
    const error: unknown = await again.catch((thrown: unknown) => thrown);
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'pk_contacts')).toBe(true);
    expect(isUniqueViolation(error, 'another')).toBe(false);
  });

  it('runs callbacks in order after the commit, and never after a rollback', async () => {
    const org = randomUUID();
    const heard: string[] = [];
    await database.forOrg(org, async (tx) => {
      await insert(tx, 'kept');
      tx.afterCommit(async () => {
        heard.push(`first sees ${(await idsOf(org)).join()}`);
      });
      tx.afterCommit(() => void heard.push('second'));
      heard.push('work');
    });
    expect(heard).toEqual(['work', 'first sees kept', 'second']);
    await expect(
      database.forOrg(org, (tx) => {
        tx.afterCommit(() => void heard.push('never'));
        return Promise.reject(new Error('no'));
      }),
    ).rejects.toThrow('no');
    expect(heard).not.toContain('never');
  });

  it('sends no late statement of failed work after the transaction', async () => {
    const org = randomUUID();
    const { promise: later, resolve: goOn } = Promise.withResolvers<void>();
    let straggler: Promise<unknown> = Promise.resolve();
    await expect(
      database.forOrg(org, async (tx) => {
        straggler = later.then(() => insert(tx, 'late'));
        straggler.catch(() => undefined);
        await Promise.all([straggler, Promise.reject(new Error('failed first'))]);
      }),
    ).rejects.toThrow('failed first');
    goOn();
    await expect(straggler).rejects.toThrow(/transaction has ended/);
    expect(await idsOf(org)).toEqual([]);
  });

  it('rolls back concurrent statements after a failure, and sends none after the transaction', async () => {
    const org = randomUUID();
    let beside: Promise<unknown> = Promise.resolve();
    await expect(
      database.forOrg(org, async (tx) => {
        await insert(tx, 'before');
        beside = Promise.allSettled(['1', '2', '3'].map((id) => insert(tx, id)));
        throw new Error('failed beside them');
      }),
    ).rejects.toThrow('failed beside them');
    await beside;
    expect(await idsOf(org)).toEqual([]);
  });

  it('accepts the same statement several times at once, and after a failure', async () => {
    const org = randomUUID();
    const sql = 'INSERT INTO contacts (org_id, id, created_at, name) VALUES ($1, $2, $3, NULL)';
    await database.forOrg(org, (tx) =>
      Promise.all(['1', '2', '3'].map((id) => tx.executeUnscoped(sql, [org, id, AT]))),
    );
    await expect(
      database.forOrg(org, (tx) =>
        Promise.all(['1', '4'].map((id) => tx.executeUnscoped(sql, [org, id, AT]))),
      ),
    ).rejects.toThrow(/duplicate key/);
    for (let again = 0; again < 10; again += 1) {
      await database.forOrg(org, (tx) => tx.executeUnscoped(sql, [org, `again-${again}`, AT]));
    }
    expect(await idsOf(org)).toHaveLength(13);
  });

  describe('with statements sent at once', () => {
    const add = (tx: OrgTransaction, id: string) =>
      tx.execute('INSERT INTO contacts (org_id, id, created_at) VALUES ($1, $2, $3)', [id, AT]);

    it('returns the result of each, within the org', async () => {
      const org = randomUUID();
      const heard: string[] = [];
      const [added, mine, every] = await database.forOrgAtOnce(org, async (tx) => {
        tx.afterCommit(() => void heard.push('committed'));
        return Promise.all([
          add(tx, 'first'),
          tx.query<{ id: string }>('SELECT id FROM contacts WHERE org_id = $1'),
          tx.queryUnscoped('SELECT DISTINCT org_id FROM contacts'),
        ]);
      });
      expect([added, mine, every]).toEqual([1, [{ id: 'first' }], [{ org_id: org }]]);
      expect(heard).toEqual(['committed']);
    });

    it('releases its connection before the work goes on with the results, and before the callbacks', async () => {
      const small = await openDatabase({ ...on.settings, poolSize: 1 }, [Contact]);
      const org = randomUUID();
      const read = () =>
        small.database.forOrgAtOnce(org, (other) => other.query('SELECT id FROM contacts WHERE org_id = $1'));
      const seen: unknown[] = [];
      await small.database.forOrgAtOnce(org, async (tx) => {
        tx.afterCommit(async () => void seen.push(await read()));
        await add(tx, 'first');
        seen.push(await read());
      });
      await small.close();
      expect(seen).toEqual([[{ id: 'first' }], [{ id: 'first' }]]);
    });

    it('rolls all of them back if one fails, and throws its error', async () => {
      const org = randomUUID();
      const asked = database.forOrgAtOnce(org, (tx) =>
        Promise.all([add(tx, 'before'), tx.queryUnscoped('SELECT 1 / 0'), add(tx, 'behind')]),
      );
      await expect(asked).rejects.toThrow(/division/);
      expect(await idsOf(org)).toEqual([]);
      await database.forOrgAtOnce(org, (tx) => add(tx, 'afterwards'));
      expect(await idsOf(org)).toEqual(['afterwards']);
    });

    it('rejects the failed statement before the later ones', async () => {
      const refuse = (cause: unknown) => Promise.reject(new Error('refused', { cause }));
      const asked = database.forOrgAtOnce(randomUUID(), (tx) =>
        Promise.all([tx.queryUnscoped('SELECT 1 / 0').catch(refuse), add(tx, 'behind')]),
      );
      await expect(asked).rejects.toThrow('refused');
    });

    it('throws an error whose stack contains the failed statement', async () => {
      const failingOne = async (tx: OrgTransaction) => (await tx.queryUnscoped('SELECT 1 / 0')).length;
      const innocentOne = async (tx: OrgTransaction) => (await add(tx, 'behind')) + 1;
      for (const transact of [database.forOrgAtOnce, database.forOrg]) {
        const asked = transact.call(database, randomUUID(), (tx) =>
          Promise.all([failingOne(tx), innocentOne(tx)]),
        );
        const error = await asked.catch((reason: unknown) => reason);
        // The later statements reject in a later tick.
        await new Promise(setImmediate);
        expect((error as Error).stack).toContain('failingOne');
      }
    });

    it('fails with the error of a statement even if the work ignores it', async () => {
      const org = randomUUID();
      const asked = database.forOrgAtOnce(org, async (tx) => {
        const failing = tx.queryUnscoped('SELECT 1 / 0').catch(() => undefined);
        await Promise.all([failing, add(tx, 'behind').catch(() => 0)]);
      });
      await expect(asked).rejects.toThrow(/division/);
    });

    it('sends nothing if the work fails before its first await', async () => {
      const org = randomUUID();
      const asked = database.forOrgAtOnce(org, async (tx) => {
        const adding = add(tx, 'half');
        await Promise.reject(new Error('no'));
        await adding;
      });
      await expect(asked).rejects.toThrow('no');
      expect(await idsOf(org)).toEqual([]);
    });

    it('refuses a statement after the first await', async () => {
      const asked = database.forOrgAtOnce(randomUUID(), async (tx) => {
        await add(tx, 'first');
        await add(tx, 'second');
      });
      await expect(asked).rejects.toThrow(/transaction has ended/);
    });
  });

  it('is unavailable while the server takes no writes', async () => {
    const { database, dataSource, close } = await openDatabase({ ...on.settings, poolSize: 1 });
    const refused = { code: 'DATABASE_UNAVAILABLE', retry: 'retry' };
    await dataSource.query('SET default_transaction_read_only = on');
    await expect(database.ping()).rejects.toMatchObject(refused);
    for (const transact of [database.forOrgAtOnce, database.forOrg])
      await expect(transact.call(database, A, (tx) => insert(tx, 'x'))).rejects.toMatchObject(refused);
    await dataSource.query('SET default_transaction_read_only = off');
    await database.ping();
    await close();
  });

  it('replaces characters that PostgreSQL cannot store', async () => {
    const org = randomUUID();
    await database.forOrg(org, (tx) => insert(tx, 'nul \u0000 here'));
    expect(await idsOf(org)).toEqual(['nul \ufffd here']);
    const rows = await database.forOrg(org, (tx) =>
      tx.queryUnscoped('SELECT $1::text[] AS names', [['a\u0000', 'b']]),
    );
    expect(rows).toEqual([{ names: ['a\ufffd', 'b'] }]);
  });
});

describeWith('postgres', 'a statement that is sent at once', () => {
  const on = suiteDatabase();

  it('is planned once on a connection, with lists of any length', async () => {
    const { database, dataSource, close } = await openDatabase({ ...on.settings, poolSize: 1 });
    for (let length = 0; length < 8; length += 1)
      await database.forOrgAtOnce(randomUUID(), (tx) =>
        tx.query('SELECT name FROM contacts WHERE org_id = $1 AND id = ANY ($2)', [Array(length).fill('x')]),
      );
    const plans = await dataSource.query<object[]>(
      `SELECT generic_plans::int AS kept, custom_plans::int AS own FROM pg_prepared_statements
        WHERE statement LIKE 'SELECT name FROM contacts%'`,
    );
    expect(plans).toEqual([{ kept: 8, own: 0 }]);
    await close();
  });

  it('waits for the disk at its commit, unless it is lazy', async () => {
    const { database, dataSource, close } = await openDatabase({ ...on.settings, poolSize: 1 });
    const read = (tx: OrgTransaction) =>
      tx.queryUnscoped(`SELECT current_setting('synchronous_commit') AS waits`);
    await dataSource.query('SET synchronous_commit = on');
    expect(await database.forOrgAtOnce(A, read, { lazy: true })).toEqual([{ waits: 'off' }]);
    expect(await database.forOrgAtOnce(A, read)).toEqual([{ waits: 'on' }]);
    await close();
  });
});

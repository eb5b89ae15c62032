import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { eventually } from '../../test/harness/eventually.ts';
import { describeWith } from '../../test/harness/services.ts';
import { suiteDatabase } from '../../test/harness/suite-database.ts';
import { Database, DatabaseUnavailableError } from './index.ts';

describeWith('postgres', 'a database on PostgreSQL', () => {
  const on = suiteDatabase({ per: 'test' });

  it('ends an idle transaction after a minute, which is reported as an outage', async () => {
    const { database, dataSource } = on;
    const limit = 'SELECT current_setting($1) AS "limit"';
    const name = ['idle_in_transaction_session_timeout'];
    const abandoned = database.forOrg(randomUUID(), async (tx) => {
      expect(await tx.queryUnscoped(limit, name)).toEqual([{ limit: '1min' }]);
      // Shortened, so that the test need not wait for a minute.
      await tx.executeUnscoped(`SET LOCAL idle_in_transaction_session_timeout = '50ms'`);
      await eventually(async () => {
        const idle = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'`;
        expect(await dataSource.query(idle)).toEqual([]);
      });
      await tx.queryUnscoped(limit, name);
    });
    await expect(abandoned).rejects.toThrow(DatabaseUnavailableError);
    // The next transaction has a working connection, with the server's own limit outside of transactions.
    expect(await database.forOrg(randomUUID(), (tx) => tx.queryUnscoped(limit, name))).toEqual([
      { limit: '1min' },
    ]);
    expect(await dataSource.query(limit, name)).toEqual([{ limit: '0' }]);
  });

  it('times out if it does not answer, and the next statement uses another connection', async () => {
    const impatient = new Database(on.dataSource, on.settings, 100);
    const ask = (database: Database, seconds: number) =>
      database.forOrgAtOnce(randomUUID(), (tx) => tx.queryUnscoped('SELECT pg_sleep($1)', [seconds]));
    await expect(ask(impatient, 60)).rejects.toThrow(DatabaseUnavailableError);
    expect(await ask(on.database, 0)).toHaveLength(1);
  });

  it('does not end the process if a connection breaks while the pool hands it out', async () => {
    const { dataSource } = on;
    const { master } = dataSource.driver as unknown as { master: Pool };
    const broken = new Promise<void>((resolve, reject) => {
      master.connect((_error, client, release) => {
        try {
          client?.emit('error', new Error('terminating connection due to administrator command'));
          resolve();
        } catch (error) {
          reject(error as Error);
        } finally {
          release(true);
        }
      });
    });
    await broken;
    expect(await dataSource.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { Database, DatabaseUnavailableError, isTransientDatabaseError } from './index.ts';

describe('an unreachable database', () => {
  it('throws DatabaseUnavailableError for work and for a ping', async () => {
    const pool = new Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' });
    const away = {
      createQueryRunner: () => ({
        connect: () => pool.connect(),
        release: async () => undefined,
      }),
      query: (sql: string) => pool.query(sql),
    };
    const database = new Database(away as never, { kind: 'postgres', poolSize: 2 });
    await expect(database.forOrg(randomUUID(), () => Promise.resolve())).rejects.toThrow(
      DatabaseUnavailableError,
    );
    await expect(database.ping()).rejects.toThrow(DatabaseUnavailableError);
    await pool.end();
  });

  it('is distinguished from a wrong statement', () => {
    const withCode = (code: string) => Object.assign(new Error('x'), { code });
    for (const code of '08006 25006 25P03 53300 57P01 40001 40P01 55P03 ECONNREFUSED ECONNRESET'.split(' ')) {
      expect(isTransientDatabaseError(withCode(code))).toBe(true);
    }
    expect(isTransientDatabaseError(new Error('Connection terminated unexpectedly'))).toBe(true);
    // A connection to a database with ALLOW_CONNECTIONS false; currval() before nextval() has the code, too.
    // With a full disk it ends with XX000, "could not write init file".
    for (const code of ['55000', 'XX000']) {
      const withSeverity = (severity: string) => Object.assign(withCode(code), { severity });
      expect(isTransientDatabaseError(withSeverity('FATAL'))).toBe(true);
      expect(isTransientDatabaseError(withSeverity('ERROR'))).toBe(false);
    }
    expect(isTransientDatabaseError(new DatabaseUnavailableError(undefined))).toBe(true);
    for (const code of ['23505', '22P02', '42601', '25P02', '57014'])
      expect(isTransientDatabaseError(withCode(code))).toBe(false);
    for (const other of [undefined, null, 'ECONNRESET', { code: '08006' }, new Error('no')]) {
      expect(isTransientDatabaseError(other)).toBe(false);
    }
  });
});

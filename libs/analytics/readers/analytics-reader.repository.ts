import { sqlStateOf, type Database } from '#database';
import { AnalyticsReaderError } from './analytics-reader.errors.ts';

const DUPLICATE_OBJECT = '42710';
const DEPENDENT_OBJECTS = '2BP01';
const INSUFFICIENT_PRIVILEGE = '42501';
const CONNECTIONS = 10;

export interface ReaderRow {
  role: string;
  /** Null for a reader of every org. */
  org: string | null;
  createdAt: Date;
}

/**
 * Grants and settings of a reader: it may only read the views. The settings prevent mistakes; the missing privileges
 * provide the protection.
 */
const RIGHTS = [
  'GRANT CONNECT ON DATABASE %2$I TO %1$I',
  'GRANT USAGE ON SCHEMA analytics TO %1$I',
  'GRANT SELECT ON ALL TABLES IN SCHEMA analytics TO %1$I',
  'ALTER ROLE %1$I SET search_path = analytics',
  'ALTER ROLE %1$I SET default_transaction_read_only = on',
  `ALTER ROLE %1$I SET statement_timeout = '60s'`,
  // A forgotten transaction holds back vacuum and migrations.
  `ALTER ROLE %1$I SET idle_in_transaction_session_timeout = '60s'`,
];
const NO_RIGHTS = [
  'REVOKE ALL ON ALL TABLES IN SCHEMA analytics FROM %1$I',
  'REVOKE ALL ON SCHEMA analytics FROM %1$I',
  'REVOKE ALL ON DATABASE %2$I FROM %1$I',
  'DROP ROLE %1$I',
];

/** Creates and drops roles as the login of the platform, because the roles of its transactions may not. */
export class AnalyticsReaderRepository {
  constructor(private readonly database: Database) {}

  list(): Promise<ReaderRow[]> {
    return this.database.asPlatform('operators list the readers of every org', (tx) =>
      tx.query<ReaderRow>(
        `SELECT r.role, o.slug AS org, r.created_at AS "createdAt"
           FROM analytics_readers r LEFT JOIN orgs o ON o.id = r.org_id ORDER BY r.role`,
      ),
    );
  }

  /**
   * The row may exist without the role: a dump has the rows of readers, but not the roles of the server.
   *
   * @throws AnalyticsReaderError if the role exists or the login may not create roles.
   */
  async create(role: string, password: string, orgId: string | null, at: Date): Promise<void> {
    const login = `CREATE ROLE %1$I LOGIN PASSWORD %3$L NOSUPERUSER NOCREATEDB NOCREATEROLE NOINHERIT NOREPLICATION NOBYPASSRLS CONNECTION LIMIT ${CONNECTIONS}`;
    await this.run([login, ...RIGHTS], role, password, [
      `INSERT INTO analytics_readers (role, org_id, created_at) VALUES ($1, $2, $3)
       ON CONFLICT (role) DO UPDATE SET org_id = excluded.org_id, created_at = excluded.created_at`,
      [role, orgId, at],
    ]);
  }

  /** @throws AnalyticsReaderError if the login may not drop the role, or the role has other rights. */
  async drop(role: string): Promise<void> {
    const found = await this.database.dataSource.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
    await this.run(found.length > 0 ? NO_RIGHTS : [], role, '', [
      'DELETE FROM analytics_readers WHERE role = $1',
      [role],
    ]);
  }

  /** Statements on roles accept no parameters, so the server quotes the values with `format`. */
  private async run(
    statements: readonly string[],
    role: string,
    password: string,
    [sql, parameters]: [string, unknown[]],
  ): Promise<void> {
    try {
      await this.database.dataSource.transaction(async (manager) => {
        for (const statement of statements) {
          const [row] = await manager.query<{ text: string }[]>(
            'SELECT format($1, $2::text, current_database(), $3::text) AS text',
            [statement, role, password],
          );
          await manager.query(row?.text ?? '');
        }
        await manager.query(sql, parameters);
      });
    } catch (error) {
      throw readerProblem(error, role);
    }
  }
}

function readerProblem(error: unknown, role: string): unknown {
  const problem = (text: string, kind: 'conflict' | 'not_configured') =>
    new AnalyticsReaderError(text, kind, error);
  switch (sqlStateOf(error)) {
    case DUPLICATE_OBJECT:
      return problem(`The server has a role "${role}" already; take another name.`, 'conflict');
    case DEPENDENT_OBJECTS:
      return problem(
        `The role "${role}" has other rights, perhaps in another database of the server; revoke them first.`,
        'conflict',
      );
    case INSUFFICIENT_PRIVILEGE:
      return problem(
        'The login of DATABASE_URL may not do that: it has to own the schema analytics and needs CREATEROLE. Use an owner’s.',
        'not_configured',
      );
    default:
      return error;
  }
}

import type { QueryRunner } from 'typeorm';
import { INSUFFICIENT_PRIVILEGE, sqlStateOf } from './database.errors.ts';

/** Role of every transaction of one org. It sees the rows whose org is the one set for the transaction. */
export const ORG_ROLE = 'turnpike_org';
/** Role of the few transactions that cross orgs. */
export const PLATFORM_ROLE = 'turnpike_platform';
/** The setting that names the org of a transaction. */
export const ORG_SETTING = 'turnpike.org_id';

const DUPLICATE_OBJECT = '42710';
const UNIQUE_VIOLATION = '23505';

/**
 * Creates the two roles if they are missing, and grants them to this login. Roles belong to the whole cluster, so another
 * database or a concurrent migration may have created them.
 *
 * @returns the statements that a superuser must run because the login may not; empty if none are needed.
 */
export async function ensureRoles(runner: QueryRunner): Promise<string[]> {
  for (const statement of await missingRoleStatements(runner)) {
    try {
      await runner.query(statement);
    } catch (error) {
      const code = sqlStateOf(error);
      if (code === INSUFFICIENT_PRIVILEGE) return missingRoleStatements(runner);
      if (code !== DUPLICATE_OBJECT && code !== UNIQUE_VIOLATION) throw error;
    }
  }
  await runner.query(`GRANT USAGE ON SCHEMA public TO ${ORG_ROLE}, ${PLATFORM_ROLE}`);
  return [];
}

async function missingRoleStatements(runner: QueryRunner): Promise<string[]> {
  const [row] = (await runner.query(
    `SELECT quote_ident(current_user) AS login,
            ARRAY(SELECT name FROM unnest($1::text[]) AS name
                   WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name)) AS missing,
            ARRAY(SELECT rolname::text FROM pg_roles
                   WHERE rolname = ANY ($1) AND NOT pg_has_role(current_user, rolname, 'MEMBER')) AS others,
            ARRAY(SELECT rolname::text FROM pg_roles WHERE rolname = ANY ($1) AND (rolsuper OR rolbypassrls)) AS unbound`,
    [[ORG_ROLE, PLATFORM_ROLE]],
  )) as { login: string; missing: string[]; others: string[]; unbound: string[] }[];
  if (!row) return [];
  const toGrant = [...row.missing, ...row.others];
  return [
    ...row.missing.map((role) => `CREATE ROLE ${role} NOLOGIN`),
    ...row.unbound.map((role) => `ALTER ROLE ${role} NOSUPERUSER NOBYPASSRLS`),
    ...(toGrant.length > 0 ? [`GRANT ${toGrant.join(', ')} TO ${row.login}`] : []),
  ];
}

/**
 * Grants access to `table`: the org role sees the rows of its org, the platform role sees all rows. Every table of an
 * org needs it.
 */
export async function isolateByOrg(runner: QueryRunner, table: string, column = 'org_id'): Promise<void> {
  await runner.query(`ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY`);
  await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON "${table}" TO ${ORG_ROLE}, ${PLATFORM_ROLE}`);
  await runner.query(
    `CREATE POLICY "org_rows" ON "${table}" TO ${ORG_ROLE}
       USING ("${column}" = (SELECT current_setting('${ORG_SETTING}')::uuid))
       WITH CHECK ("${column}" = (SELECT current_setting('${ORG_SETTING}')::uuid))`,
  );
  await runner.query(
    `CREATE POLICY "all_rows" ON "${table}" TO ${PLATFORM_ROLE} USING (true) WITH CHECK (true)`,
  );
}

/** Grants access to a platform table, such as sign-in sessions, to the platform role only. */
export async function platformOnly(runner: QueryRunner, table: string): Promise<void> {
  await runner.query(`ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY`);
  await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON "${table}" TO ${PLATFORM_ROLE}`);
  await runner.query(
    `CREATE POLICY "all_rows" ON "${table}" TO ${PLATFORM_ROLE} USING (true) WITH CHECK (true)`,
  );
}

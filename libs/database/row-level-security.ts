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

/** Statements, in their order, after which transactions of this login may take both roles, and policies bind these. */
export const MISSING_ROLES = `
  WITH role AS (
    SELECT name, r.* FROM unnest('{${ORG_ROLE},${PLATFORM_ROLE}}'::name[]) name LEFT JOIN pg_roles r ON r.rolname = name
  )
  SELECT format('CREATE ROLE %I NOLOGIN', name) AS statement FROM role WHERE oid IS NULL
  UNION ALL SELECT format('ALTER ROLE %I NOSUPERUSER NOBYPASSRLS', name) FROM role WHERE rolsuper OR rolbypassrls
  UNION ALL SELECT format('GRANT %s TO %I', string_agg(name, ', ' ORDER BY name), current_user) FROM role
   -- Since PostgreSQL 16 a member may take the role only if the grant says so.
   WHERE oid IS NULL OR NOT pg_has_role(oid, CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END)
  HAVING count(*) > 0`;

/** Statements that give the tables and functions whose `owner` is the wrong one to this login. */
export const ownerStatements = (isWrong: string) => `
  SELECT format('ALTER %s OWNER TO %I', target, current_user) AS statement
    FROM (SELECT 'pg_class'::regclass AS catalogue, c.oid, c.relnamespace AS place, c.relowner AS owner,
                 CASE c.relkind WHEN 'v' THEN 'VIEW ' WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || c.oid::regclass AS target
            FROM pg_class c WHERE c.relkind IN ('r', 'p', 'v', 'S')
          UNION ALL SELECT 'pg_proc'::regclass, p.oid, p.pronamespace, p.proowner, 'FUNCTION ' || p.oid::regprocedure
            FROM pg_proc p WHERE p.prokind = 'f'
          UNION ALL SELECT 'pg_namespace'::regclass, n.oid, n.oid, n.nspowner, 'SCHEMA ' || n.oid::regnamespace
            FROM pg_namespace n WHERE n.nspname <> 'public') object
   WHERE place::regnamespace::text IN ('public', 'analytics', 'expected', 'bullmq') AND ${isWrong}
     -- Members of extensions, and sequences that follow the owner of their table.
     AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = catalogue AND d.objid = object.oid
                        AND (d.deptype = 'e' OR target LIKE 'SEQUENCE %' AND d.deptype IN ('a', 'i')))
   ORDER BY target`;

/** Statements that take from the roles what passes policies: tables of their own, and the rights of other roles. */
export const EXCESSIVE_ROLES = `
  SELECT format('REVOKE %s FROM %s', roleid::regrole, member::regrole)
      || coalesce((SELECT format(' GRANTED BY %I', rolname) FROM pg_roles WHERE oid = grantor), '') AS statement
    FROM pg_auth_members WHERE member::regrole::text IN ('${ORG_ROLE}', '${PLATFORM_ROLE}')
  UNION ALL (${ownerStatements(`owner::regrole::text IN ('${ORG_ROLE}', '${PLATFORM_ROLE}')`)})`;

/**
 * Creates the two roles if they are missing, and grants them to this login. Roles belong to the whole cluster, so another
 * database or a concurrent migration may have created them.
 *
 * @returns the statements that a superuser must run because the login may not; empty if none are needed.
 */
export async function ensureRoles(runner: QueryRunner): Promise<string[]> {
  for (const statement of await statementsOf(runner, MISSING_ROLES)) {
    try {
      await runner.query(statement);
    } catch (error) {
      const code = sqlStateOf(error);
      if (code === INSUFFICIENT_PRIVILEGE) return statementsOf(runner, MISSING_ROLES);
      if (code !== DUPLICATE_OBJECT && code !== UNIQUE_VIOLATION) throw error;
    }
  }
  await runner.query(`GRANT USAGE ON SCHEMA public TO ${ORG_ROLE}, ${PLATFORM_ROLE}`);
  return [];
}

/** Runs a query whose rows are statements, and returns these. */
export async function statementsOf(runner: QueryRunner, query: string): Promise<string[]> {
  const rows = (await runner.query(query)) as { statement: string }[];
  return rows.map(({ statement }) => statement);
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

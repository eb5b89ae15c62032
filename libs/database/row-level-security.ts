import type { QueryRunner } from 'typeorm';

/** Role of every transaction of one org. It sees a row when the row's org is the one set for the transaction. */
export const ORG_ROLE = 'turnpike_org';
/** Role of the few transactions that cross orgs. */
export const PLATFORM_ROLE = 'turnpike_platform';
/** The setting that names the org of a transaction. */
export const ORG_SETTING = 'turnpike.org_id';

const DUPLICATE_OBJECT = '42710';
const UNIQUE_VIOLATION = '23505';
const INSUFFICIENT_PRIVILEGE = '42501';

/** What an operator has to run where the login of the migrations may not create roles. */
export const ROLE_STATEMENTS = [
  `CREATE ROLE ${ORG_ROLE} NOLOGIN`,
  `CREATE ROLE ${PLATFORM_ROLE} NOLOGIN`,
  `GRANT ${ORG_ROLE}, ${PLATFORM_ROLE} TO CURRENT_USER`,
] as const;

/**
 * Creates the two roles where they are missing. Roles belong to the whole cluster, so another database, or another
 * migration at this moment, may have made them.
 *
 * @throws Error with the statements to run when the login may not create roles.
 */
export async function ensureRoles(runner: QueryRunner): Promise<void> {
  for (const role of [ORG_ROLE, PLATFORM_ROLE]) {
    await runner.query(
      `DO $$ BEGIN
         IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${role}') THEN
           BEGIN
             CREATE ROLE ${role} NOLOGIN;
           EXCEPTION
             WHEN SQLSTATE '${DUPLICATE_OBJECT}' OR SQLSTATE '${UNIQUE_VIOLATION}' THEN NULL;
             WHEN SQLSTATE '${INSUFFICIENT_PRIVILEGE}' THEN
               RAISE EXCEPTION 'This login may not create roles. Run as a superuser: ${ROLE_STATEMENTS.join('; ')}; then migrate again.';
           END;
         END IF;
         IF NOT pg_has_role(current_user, '${role}', 'MEMBER') THEN
           GRANT ${role} TO CURRENT_USER;
         END IF;
       END $$`,
    );
  }
  await runner.query(`GRANT USAGE ON SCHEMA public TO ${ORG_ROLE}, ${PLATFORM_ROLE}`);
}

/** Opens `table` to both roles: its org's rows to the one, all rows to the other. Every table of an org gets it. */
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

/** For tables of the platform itself, such as sign-in sessions: no org's transaction sees them. */
export async function platformOnly(runner: QueryRunner, table: string): Promise<void> {
  await runner.query(`ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY`);
  await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON "${table}" TO ${PLATFORM_ROLE}`);
  await runner.query(
    `CREATE POLICY "all_rows" ON "${table}" TO ${PLATFORM_ROLE} USING (true) WITH CHECK (true)`,
  );
}

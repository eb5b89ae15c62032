import type { QueryRunner } from 'typeorm';
import { isolateByOrg, ORG_ROLE, PLATFORM_ROLE, platformOnly } from '#database';

/** Tables of the platform itself, which transactions of orgs cannot see. */
const PLATFORM_TABLES = new Set([
  'analytics_readers',
  'change_revisions',
  'mcp_server_states',
  'model_circuits',
  'model_cooldowns',
  'provider_key_states',
  'sessions',
  'sign_in_attempts',
  'span_processes',
]);

/** Names of the tables of the schema. */
export async function tablesOf(runner: QueryRunner): Promise<string[]> {
  const rows = (await runner.query(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname`,
  )) as { name: string }[];
  return rows.map(({ name }) => name);
}

/** Row-level security and rights of every table. A table without an org that is not listed above fails here. */
export async function grantRights(runner: QueryRunner, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    if (PLATFORM_TABLES.has(table)) await platformOnly(runner, table);
    else await isolateByOrg(runner, table, table === 'orgs' ? 'id' : 'org_id');
  }
  // History is immutable. Only retention deletes from the audit log. Texts of an erased contact are removed from versions
  // of tools, which are deleted with their org.
  await runner.query(`
    REVOKE UPDATE, DELETE ON audit_log, tool_overrides FROM ${ORG_ROLE};
    REVOKE UPDATE ON audit_log, tool_overrides FROM ${PLATFORM_ROLE};
    GRANT UPDATE (override) ON tool_overrides TO ${ORG_ROLE};
  `);
}

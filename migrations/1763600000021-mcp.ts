import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg, platformOnly } from '#database';

/** Sessions of MCP clients, which any api process serves, and the MCP servers that orgs have named. */
export class Mcp1763600000021 implements MigrationInterface {
  name = 'Mcp1763600000021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "tool_calls" ADD "caller_key_id" uuid`);
    await runner.query(`
      CREATE TABLE "mcp_sessions" (
        "org_id" uuid NOT NULL,
        "id" uuid NOT NULL,
        "key_id" uuid NOT NULL,
        "initialize" jsonb NOT NULL,
        "log_level" text,
        "found_tools" text array NOT NULL DEFAULT '{}',
        "subscriptions" text array NOT NULL DEFAULT '{}',
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "last_used_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "mcp_sessions_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(`CREATE INDEX "mcp_sessions_by_use" ON "mcp_sessions" ("org_id", "last_used_at")`);
    await runner.query(`
      CREATE TABLE "mcp_inbox" (
        "org_id" uuid NOT NULL,
        "id" uuid NOT NULL,
        "session_id" uuid NOT NULL,
        "target" text NOT NULL,
        "message" jsonb NOT NULL,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "mcp_inbox_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(`CREATE INDEX "mcp_inbox_of_target" ON "mcp_inbox" ("session_id", "target")`);
    await runner.query(`
      CREATE TABLE "mcp_servers" (
        "org_id" uuid NOT NULL,
        "id" uuid NOT NULL,
        "name" text NOT NULL,
        "url" text NOT NULL,
        "headers" text,
        "header_names" text array NOT NULL DEFAULT '{}',
        "approved_at" TIMESTAMP WITH TIME ZONE,
        "approved_by" uuid,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "created_by" uuid,
        CONSTRAINT "mcp_servers_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(`CREATE UNIQUE INDEX "mcp_servers_names" ON "mcp_servers" ("org_id", "name")`);
    await runner.query(`
      CREATE TABLE "mcp_server_states" (
        "process" uuid NOT NULL,
        "server" text NOT NULL,
        "app" text NOT NULL,
        "state" text NOT NULL,
        "tools" jsonb NOT NULL DEFAULT '[]',
        "restarts" integer NOT NULL,
        "error" text,
        "since" TIMESTAMP WITH TIME ZONE NOT NULL,
        "seen_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "mcp_server_states_pkey" PRIMARY KEY ("process", "server")
      )
    `);
    for (const table of ['mcp_sessions', 'mcp_inbox', 'mcp_servers']) await isolateByOrg(runner, table);
    // The servers of packs belong to no org.
    await platformOnly(runner, 'mcp_server_states');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['mcp_server_states', 'mcp_servers', 'mcp_inbox', 'mcp_sessions'])
      await runner.query(`DROP TABLE "${table}"`);
    await runner.query(`ALTER TABLE "tool_calls" DROP COLUMN "caller_key_id"`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg, ORG_ROLE, PLATFORM_ROLE } from '#database';

/** Edits laid over the tools' files, the definitions that were seen and approved, and lists of conversations. */
export class ToolMetadata1763600000012 implements MigrationInterface {
  name = 'ToolMetadata1763600000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "tool_overrides" (
        "id" uuid NOT NULL,
        "org_id" uuid,
        "tool" text NOT NULL,
        "version" integer NOT NULL,
        "override" jsonb NOT NULL,
        "action" text NOT NULL,
        "actor_kind" text NOT NULL,
        "actor_user_id" uuid,
        "reason" text NOT NULL,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "tool_overrides_pkey" PRIMARY KEY ("id"),
        CONSTRAINT "tool_overrides_versions" UNIQUE NULLS NOT DISTINCT ("org_id", "tool", "version")
      )
    `);
    await isolateByOrg(runner, 'tool_overrides');
    // A version stays as it was written; an org that goes takes its versions with it.
    await runner.query(`REVOKE UPDATE, DELETE ON "tool_overrides" FROM ${ORG_ROLE}`);
    await runner.query(`REVOKE UPDATE ON "tool_overrides" FROM ${PLATFORM_ROLE}`);

    await runner.query(`
      CREATE TABLE "tool_definitions" (
        "id" uuid NOT NULL,
        "org_id" uuid,
        "name" text NOT NULL,
        "hash" text NOT NULL,
        "source" text NOT NULL,
        "first_seen_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "current_since" TIMESTAMP WITH TIME ZONE NOT NULL,
        "approved_at" TIMESTAMP WITH TIME ZONE,
        "approved_by" uuid,
        CONSTRAINT "tool_definitions_pkey" PRIMARY KEY ("id"),
        CONSTRAINT "tool_definitions_hashes" UNIQUE NULLS NOT DISTINCT ("org_id", "name", "hash")
      )
    `);
    await isolateByOrg(runner, 'tool_definitions');

    await runner.query(`ALTER TABLE "conversations" ADD "tools_allowed" text array`);
    await runner.query(`ALTER TABLE "conversations" ADD "tools_denied" text array NOT NULL DEFAULT '{}'`);
    await runner.query(`CREATE INDEX "tool_calls_by_tool" ON "tool_calls" ("org_id", "tool", "created_at")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "tool_calls_by_tool"`);
    await runner.query(`ALTER TABLE "conversations" DROP COLUMN "tools_denied", DROP COLUMN "tools_allowed"`);
    await runner.query(`DROP TABLE "tool_definitions"`);
    await runner.query(`DROP TABLE "tool_overrides"`);
  }
}

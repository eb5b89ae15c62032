import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

/** The tool cache, whole results beside audit rows, and what a person needs to settle an unknown outcome. */
export class Executor1763600000011 implements MigrationInterface {
  name = 'Executor1763600000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "tool_cache" (
        "org_id" uuid NOT NULL,
        "key" text NOT NULL,
        "flight" uuid NOT NULL,
        "state" text NOT NULL,
        "content" text,
        "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "tool_cache_pkey" PRIMARY KEY ("org_id", "key")
      )
    `);
    await runner.query(`CREATE INDEX "tool_cache_by_expiry" ON "tool_cache" ("org_id", "expires_at")`);
    await isolateByOrg(runner, 'tool_cache');
    await runner.query(`ALTER TABLE "tool_calls" ADD COLUMN "whole_result" jsonb`);
    await runner.query(`
      ALTER TABLE "tool_effects"
        ADD COLUMN "conversation_id" uuid,
        ADD COLUMN "arguments" jsonb,
        ADD COLUMN "arguments_hash" text,
        ADD COLUMN "settled_by" uuid,
        ADD COLUMN "settled_at" TIMESTAMP WITH TIME ZONE,
        ADD COLUMN "settled_why" text
    `);
    await runner.query(`
      CREATE INDEX "tool_effects_open" ON "tool_effects" ("org_id", "started_at", "key")
       WHERE state IN ('started', 'unknown_outcome')
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "tool_effects_open"`);
    await runner.query(`
      ALTER TABLE "tool_effects"
        DROP COLUMN "settled_why",
        DROP COLUMN "settled_at",
        DROP COLUMN "settled_by",
        DROP COLUMN "arguments_hash",
        DROP COLUMN "arguments",
        DROP COLUMN "conversation_id"
    `);
    await runner.query(`ALTER TABLE "tool_calls" DROP COLUMN "whole_result"`);
    await runner.query(`DROP TABLE "tool_cache"`);
  }
}

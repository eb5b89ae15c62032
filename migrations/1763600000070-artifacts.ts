import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

/** Artifacts of conversations, each version kept whole; and what a conversation counts of them and of its summary. */
export class Artifacts1763600000070 implements MigrationInterface {
  name = 'Artifacts1763600000070';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "artifacts" (
        "org_id" uuid NOT NULL,
        "id" uuid NOT NULL,
        "conversation_id" uuid NOT NULL,
        "contact_id" text NOT NULL,
        "kind" text NOT NULL,
        "title" text NOT NULL,
        "current_version" integer NOT NULL,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "artifacts_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(
      `CREATE UNIQUE INDEX "artifacts_by_kind" ON "artifacts" ("org_id", "conversation_id", "kind")`,
    );
    await runner.query(`CREATE INDEX "artifacts_of_contact" ON "artifacts" ("org_id", "contact_id")`);
    await runner.query(`
      CREATE TABLE "artifact_versions" (
        "org_id" uuid NOT NULL,
        "artifact_id" uuid NOT NULL,
        "version" integer NOT NULL,
        "conversation_id" uuid NOT NULL,
        "content" text,
        "content_json" jsonb,
        "bytes" integer NOT NULL,
        "content_hash" text NOT NULL,
        "strategy" text NOT NULL,
        "warnings" text array NOT NULL DEFAULT '{}',
        "lines_added" integer NOT NULL,
        "lines_removed" integer NOT NULL,
        "created_by" uuid,
        "created_by_kind" text NOT NULL,
        "agent" text,
        "turn_id" uuid,
        "tool_call_id" text,
        "told_seq" integer,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "artifact_versions_pkey" PRIMARY KEY ("org_id", "artifact_id", "version")
      )
    `);
    await runner.query(
      `CREATE UNIQUE INDEX "artifact_versions_told" ON "artifact_versions" ("org_id", "conversation_id", "told_seq")
         WHERE told_seq IS NOT NULL`,
    );
    await isolateByOrg(runner, 'artifacts');
    await isolateByOrg(runner, 'artifact_versions');
    await runner.query(
      `ALTER TABLE "conversations" ADD COLUMN "artifact_updates" integer NOT NULL DEFAULT 0,
         ADD COLUMN "summarized_messages" integer NOT NULL DEFAULT 0`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE "conversations" DROP COLUMN "artifact_updates", DROP COLUMN "summarized_messages"',
    );
    await runner.query('DROP TABLE "artifact_versions"');
    await runner.query('DROP TABLE "artifacts"');
  }
}

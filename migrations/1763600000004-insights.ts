import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

/** What is remembered of contacts. */
export class Insights1763600000004 implements MigrationInterface {
  name = 'Insights1763600000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "insights" (
        "org_id" uuid NOT NULL,
        "id" uuid NOT NULL,
        "contact_id" text NOT NULL,
        "conversation_id" uuid,
        "subject_ref" text,
        "text" text NOT NULL,
        "normalized_text" text NOT NULL,
        "lexemes" text array NOT NULL,
        "category" text NOT NULL,
        "importance" smallint NOT NULL DEFAULT '5',
        "source" text NOT NULL,
        "source_message_id" uuid,
        "expires_at" TIMESTAMP WITH TIME ZONE,
        "superseded_by_id" uuid,
        "valid_until" TIMESTAMP WITH TIME ZONE,
        "embedding_model" text NOT NULL,
        "embedding" vector(768) NOT NULL,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "insights_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(`CREATE INDEX "insights_of_conversation" ON "insights" ("org_id", "conversation_id")`);
    await runner.query(
      `CREATE INDEX "insights_of_contact" ON "insights" ("org_id", "contact_id", "created_at")`,
    );
    await isolateByOrg(runner, 'insights');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "insights"');
  }
}

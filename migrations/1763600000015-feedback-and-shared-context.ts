import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

/** What readers think of replies, and what contacts share of their surroundings. */
export class FeedbackAndSharedContext1763600000015 implements MigrationInterface {
  name = 'FeedbackAndSharedContext1763600000015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "turn_feedback" (
        "org_id" uuid NOT NULL,
        "turn_id" uuid NOT NULL,
        "author" text NOT NULL,
        "rating" text NOT NULL,
        "comment" text,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "turn_feedback_pkey" PRIMARY KEY ("org_id", "turn_id", "author")
      )
    `);
    await runner.query(`
      CREATE TABLE "shared_contexts" (
        "org_id" uuid NOT NULL,
        "conversation_id" uuid NOT NULL,
        "kind" text NOT NULL,
        "location" jsonb,
        "file_id" uuid,
        "shared_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "analysis_state" text,
        "analysis" text,
        "analysis_model" text,
        "analyzed_at" TIMESTAMP WITH TIME ZONE,
        CONSTRAINT "shared_contexts_pkey" PRIMARY KEY ("org_id", "conversation_id", "kind")
      )
    `);
    await isolateByOrg(runner, 'turn_feedback');
    await isolateByOrg(runner, 'shared_contexts');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "shared_contexts"');
    await runner.query('DROP TABLE "turn_feedback"');
  }
}

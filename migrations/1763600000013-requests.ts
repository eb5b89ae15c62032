import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

/** What people ask for and no tool can do yet, and what searches for tools have found. */
export class Requests1763600000013 implements MigrationInterface {
  name = 'Requests1763600000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "broker_decisions" ADD COLUMN "found_by_search" text array NOT NULL DEFAULT '{}'`,
    );
    await runner.query(`
      CREATE TABLE "feature_requests" (
        "org_id" uuid NOT NULL,
        "id" uuid NOT NULL,
        "title" text NOT NULL,
        "meaning" text NOT NULL,
        "description" text NOT NULL,
        "category" text NOT NULL,
        "urgency" text NOT NULL,
        "status" text NOT NULL DEFAULT 'new',
        "votes" integer NOT NULL DEFAULT '1',
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "feature_requests_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(
      `CREATE UNIQUE INDEX "feature_requests_open" ON "feature_requests" ("org_id", "meaning") WHERE status IN ('new', 'triaged', 'planned')`,
    );
    await runner.query(
      `CREATE INDEX "feature_requests_by_time" ON "feature_requests" ("org_id", "created_at", "id")`,
    );
    await runner.query(`
      CREATE TABLE "feature_request_occurrences" (
        "org_id" uuid NOT NULL,
        "id" uuid NOT NULL,
        "request_id" uuid NOT NULL,
        "conversation_id" uuid,
        "turn_id" uuid,
        "contact_id" text,
        "quote" text NOT NULL,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "feature_request_occurrences_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(
      `CREATE INDEX "feature_request_occurrences_of_request" ON "feature_request_occurrences" ("org_id", "request_id")`,
    );
    await runner.query(
      `CREATE INDEX "feature_request_occurrences_of_conversation" ON "feature_request_occurrences" ("org_id", "conversation_id", "created_at")`,
    );
    await isolateByOrg(runner, 'feature_requests');
    await isolateByOrg(runner, 'feature_request_occurrences');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "feature_request_occurrences"');
    await runner.query('DROP TABLE "feature_requests"');
    await runner.query('ALTER TABLE "broker_decisions" DROP COLUMN "found_by_search"');
  }
}

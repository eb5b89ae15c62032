import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

/** Work that follows from a turn's end or another stored event. */
export class FollowUps1763600000009 implements MigrationInterface {
  name = 'FollowUps1763600000009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "follow_ups" (
        "org_id" uuid NOT NULL,
        "id" uuid NOT NULL,
        "job" text NOT NULL,
        "key" text NOT NULL,
        "turn_id" uuid,
        "conversation_id" uuid,
        "traceparent" text NOT NULL,
        "payload" jsonb NOT NULL,
        "state" text NOT NULL DEFAULT 'pending',
        "attempts" integer NOT NULL DEFAULT '0',
        "run" integer NOT NULL DEFAULT '0',
        "run_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "lease_token" uuid,
        "lease_until" TIMESTAMP WITH TIME ZONE,
        "error" text,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "finished_at" TIMESTAMP WITH TIME ZONE,
        CONSTRAINT "follow_ups_by_key" UNIQUE ("org_id", "job", "key"),
        CONSTRAINT "follow_ups_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(
      `CREATE INDEX "follow_ups_unfinished" ON "follow_ups" ("run_at", "id") WHERE state IN ('pending', 'running')`,
    );
    await runner.query(`CREATE INDEX "follow_ups_of_turn" ON "follow_ups" ("org_id", "turn_id")`);
    await isolateByOrg(runner, 'follow_ups');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "follow_ups"');
  }
}

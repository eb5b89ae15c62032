import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

/** Tool calls that wait for a person, with the exact arguments that are approved. */
export class Approvals1763600000018 implements MigrationInterface {
  name = 'Approvals1763600000018';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "approvals" (
        "org_id" uuid NOT NULL,
        "id" uuid NOT NULL,
        "turn_id" uuid NOT NULL,
        "conversation_id" uuid NOT NULL,
        "step_key" text NOT NULL,
        "tool" text NOT NULL,
        "arguments" jsonb NOT NULL,
        "arguments_hash" text NOT NULL,
        "reason" text NOT NULL,
        "state" text NOT NULL DEFAULT 'pending',
        "requested_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "decided_at" TIMESTAMP WITH TIME ZONE,
        "decided_by" uuid,
        "comment" text,
        CONSTRAINT "approvals_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(
      `CREATE UNIQUE INDEX "approvals_of_call" ON "approvals" ("org_id", "turn_id", "step_key", "arguments_hash")`,
    );
    await runner.query(`CREATE INDEX "approvals_by_time" ON "approvals" ("org_id", "requested_at", "id")`);
    await runner.query(
      `CREATE INDEX "approvals_to_expire" ON "approvals" ("expires_at") WHERE state = 'pending'`,
    );
    await isolateByOrg(runner, 'approvals');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "approvals"');
  }
}

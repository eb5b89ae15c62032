import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

/** Tool calls, the ledger of their side effects, and what the broker decided. */
export class Tools1763600000006 implements MigrationInterface {
  name = 'Tools1763600000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "broker_decisions" (
        "org_id" uuid NOT NULL,
        "turn_id" uuid NOT NULL,
        "mode" text NOT NULL,
        "agent" text NOT NULL,
        "intents" text array NOT NULL,
        "tools_in_scope" integer NOT NULL,
        "tools_offered" text array NOT NULL,
        "tools_selected" text array NOT NULL,
        "tokens_in_scope" integer NOT NULL,
        "tokens_offered" integer NOT NULL,
        "reasons" jsonb NOT NULL,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "broker_decisions_pkey" PRIMARY KEY ("org_id", "turn_id")
      )
    `);
    await runner.query(
      `CREATE INDEX "broker_decisions_by_time" ON "broker_decisions" ("org_id", "created_at")`,
    );
    await runner.query(`
      CREATE TABLE "tool_calls" (
        "org_id" uuid NOT NULL,
        "id" uuid NOT NULL,
        "turn_id" uuid,
        "conversation_id" uuid,
        "step_key" text,
        "tool" text NOT NULL,
        "pack" text NOT NULL,
        "arguments" jsonb NOT NULL,
        "result" jsonb NOT NULL,
        "success" boolean NOT NULL,
        "error_class" text,
        "attempts" integer NOT NULL,
        "cached" boolean NOT NULL DEFAULT false,
        "duration_ms" double precision NOT NULL,
        "channel" text NOT NULL,
        "caller_kind" text NOT NULL,
        "caller_user_id" uuid,
        "capability" text,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "tool_calls_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(`CREATE INDEX "tool_calls_by_time" ON "tool_calls" ("org_id", "created_at", "id")`);
    await runner.query(`CREATE INDEX "tool_calls_of_turn" ON "tool_calls" ("org_id", "turn_id")`);
    await runner.query(`
      CREATE TABLE "tool_effects" (
        "org_id" uuid NOT NULL,
        "key" text NOT NULL,
        "tool" text NOT NULL,
        "turn_id" uuid,
        "state" text NOT NULL,
        "result" jsonb,
        "started_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "finished_at" TIMESTAMP WITH TIME ZONE,
        CONSTRAINT "tool_effects_pkey" PRIMARY KEY ("org_id", "key")
      )
    `);
    await isolateByOrg(runner, 'broker_decisions');
    await isolateByOrg(runner, 'tool_calls');
    await isolateByOrg(runner, 'tool_effects');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "tool_effects"');
    await runner.query('DROP TABLE "tool_calls"');
    await runner.query('DROP TABLE "broker_decisions"');
  }
}

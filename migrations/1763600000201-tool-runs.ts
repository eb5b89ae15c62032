import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

/** Tools that people run from the console: what they asked for, and what came of it. */
export class ToolRuns1763600000201 implements MigrationInterface {
  name = 'ToolRuns1763600000201';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "tool_runs" (
        "org_id" uuid NOT NULL,
        "id" uuid NOT NULL,
        "user_id" uuid NOT NULL,
        "user_role" text NOT NULL,
        "key" uuid NOT NULL,
        "tool" text NOT NULL,
        "conversation_id" uuid,
        "arguments" jsonb NOT NULL,
        "arguments_hash" text NOT NULL,
        "state" text NOT NULL DEFAULT 'queued',
        "starts" integer NOT NULL DEFAULT 0,
        "approval_reason" text,
        "approval_arguments" jsonb,
        "approval_hash" text,
        "decided_by" uuid,
        "decided_at" timestamptz,
        "result" jsonb,
        "error_class" text,
        "error" text,
        "attempts" integer,
        "cached" boolean,
        "duration_ms" double precision,
        "trace_id" text NOT NULL,
        "created_at" timestamptz NOT NULL,
        "finished_at" timestamptz,
        CONSTRAINT "tool_runs_pkey" PRIMARY KEY ("org_id", "id"),
        CONSTRAINT "tool_runs_by_key" UNIQUE ("org_id", "user_id", "key")
      )`);
    await runner.query('CREATE INDEX "tool_runs_by_tool" ON "tool_runs" ("org_id", "tool", "id")');
    await runner.query(
      'CREATE INDEX "tool_runs_of_conversation" ON "tool_runs" ("org_id", "conversation_id")',
    );
    await isolateByOrg(runner, 'tool_runs');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "tool_runs"');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

/** Answered model calls, each stored once with the step it belongs to, until they are added up in model_usage. */
export class ModelCalls1763600000025 implements MigrationInterface {
  name = 'ModelCalls1763600000025';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "model_calls" (
        "org_id" uuid NOT NULL,
        "id" uuid NOT NULL,
        "day" date NOT NULL,
        "provider" text NOT NULL,
        "model" text NOT NULL,
        "tier" text NOT NULL,
        "prompt_tokens" bigint NOT NULL,
        "cached_tokens" bigint NOT NULL,
        "completion_tokens" bigint NOT NULL,
        "cost_usd" numeric(18,10) NOT NULL,
        "stored_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT "pk_model_calls" PRIMARY KEY ("org_id", "id")
      )
    `);
    await isolateByOrg(runner, 'model_calls');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "model_calls"');
  }
}

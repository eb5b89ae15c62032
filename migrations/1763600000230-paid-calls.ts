import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a call wrote into the provider's cache is counted, and what is held back for a call says which call it is, so that
 * one whose worker died is counted at what was held. Rows of workers of the version before have none of it.
 */
export class PaidCalls1763600000230 implements MigrationInterface {
  name = 'PaidCalls1763600000230';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "budget_reservations"
        ADD "day" date, ADD "provider" text, ADD "model" text, ADD "tier" text,
        ADD "prompt_tokens" bigint, ADD "completion_tokens" bigint
    `);
    await runner.query(`
      ALTER TABLE "model_calls"
        ADD "cache_write_tokens" bigint NOT NULL DEFAULT 0,
        ADD "estimated" boolean NOT NULL DEFAULT false
    `);
    await runner.query(`
      ALTER TABLE "model_usage"
        ADD "cache_write_tokens" bigint NOT NULL DEFAULT 0,
        ADD "estimated_calls" bigint NOT NULL DEFAULT 0,
        ADD "estimated_usd" numeric(18,10) NOT NULL DEFAULT 0
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE "model_usage" DROP "estimated_usd", DROP "estimated_calls", DROP "cache_write_tokens"',
    );
    await runner.query('ALTER TABLE "model_calls" DROP "estimated", DROP "cache_write_tokens"');
    await runner.query(
      `ALTER TABLE "budget_reservations" DROP "completion_tokens", DROP "prompt_tokens", DROP "tier",
         DROP "model", DROP "provider", DROP "day"`,
    );
  }
}

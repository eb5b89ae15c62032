import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

/** What an org may spend on models, what it holds back for calls that run, and what it has used. */
export class Budgets1763600000023 implements MigrationInterface {
  name = 'Budgets1763600000023';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "budgets" (
        "org_id" uuid NOT NULL,
        "period" text NOT NULL,
        "soft_usd" numeric(12,6),
        "hard_usd" numeric(12,6),
        "changed_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "ck_budgets_period" CHECK (period IN ('day', 'month')),
        CONSTRAINT "pk_budgets" PRIMARY KEY ("org_id", "period")
      )
    `);
    await runner.query(`
      CREATE TABLE "budget_reservations" (
        "org_id" uuid NOT NULL,
        "id" uuid NOT NULL,
        "amount_usd" numeric(16,10) NOT NULL,
        "lease_until" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_budget_reservations" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(`
      CREATE TABLE "model_usage" (
        "org_id" uuid NOT NULL,
        "day" date NOT NULL,
        "provider" text NOT NULL,
        "model" text NOT NULL,
        "tier" text NOT NULL,
        "calls" bigint NOT NULL,
        "prompt_tokens" bigint NOT NULL,
        "cached_tokens" bigint NOT NULL,
        "completion_tokens" bigint NOT NULL,
        "cost_usd" numeric(18,10) NOT NULL,
        CONSTRAINT "pk_model_usage" PRIMARY KEY ("org_id", "day", "provider", "model", "tier")
      )
    `);
    for (const table of ['budgets', 'budget_reservations', 'model_usage']) await isolateByOrg(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['model_usage', 'budget_reservations', 'budgets'])
      await runner.query(`DROP TABLE "${table}"`);
  }
}

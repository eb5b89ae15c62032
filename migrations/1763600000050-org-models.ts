import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg, platformOnly } from '#database';

/** Models, keys and tiers of orgs, what their tasks use, and the circuits of each process. */
export class OrgModels1763600000050 implements MigrationInterface {
  name = 'OrgModels1763600000050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "org_models" (
        "org_id" uuid NOT NULL,
        "name" text NOT NULL,
        "model" text NOT NULL,
        "base_url" text NOT NULL,
        "tier" text NOT NULL,
        "input_usd" numeric(12,6) NOT NULL,
        "cached_input_usd" numeric(12,6) NOT NULL,
        "output_usd" numeric(12,6) NOT NULL,
        "context_window_tokens" integer NOT NULL,
        "max_output_tokens" integer NOT NULL,
        "abilities" text array NOT NULL,
        "api_key" text,
        "changed_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "changed_by" uuid,
        CONSTRAINT "ck_org_models_tier" CHECK (tier IN ('flash', 'standard', 'premium')),
        CONSTRAINT "pk_org_models" PRIMARY KEY ("org_id", "name")
      )
    `);
    await runner.query(`
      CREATE TABLE "org_tiers" (
        "org_id" uuid NOT NULL,
        "kind" text NOT NULL,
        "name" text NOT NULL,
        "tier" text NOT NULL,
        "changed_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "changed_by" uuid,
        CONSTRAINT "ck_org_tiers_kind" CHECK (kind IN ('model', 'task')),
        CONSTRAINT "ck_org_tiers_tier"
          CHECK (tier IN ('flash', 'standard', 'premium') OR (kind = 'model' AND tier = 'off')),
        CONSTRAINT "pk_org_tiers" PRIMARY KEY ("org_id", "kind", "name")
      )
    `);
    await runner.query(`
      CREATE TABLE "org_provider_keys" (
        "org_id" uuid NOT NULL,
        "provider" text NOT NULL,
        "fingerprint" text NOT NULL,
        "sealed" text NOT NULL,
        "added_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "added_by" uuid,
        CONSTRAINT "ck_org_provider_keys_provider" CHECK (provider IN ('google', 'openai', 'anthropic')),
        CONSTRAINT "pk_org_provider_keys" PRIMARY KEY ("org_id", "provider", "fingerprint")
      )
    `);
    await runner.query(`
      CREATE TABLE "task_outputs" (
        "org_id" uuid NOT NULL,
        "task_type" text NOT NULL,
        "mean_tokens" double precision NOT NULL,
        "calls" bigint NOT NULL,
        CONSTRAINT "pk_task_outputs" PRIMARY KEY ("org_id", "task_type")
      )
    `);
    await runner.query(`
      CREATE TABLE "model_circuits" (
        "process" uuid NOT NULL,
        "circuit" text NOT NULL,
        "app" text NOT NULL,
        "org_id" uuid,
        "provider" text NOT NULL,
        "model" text NOT NULL,
        "state" text NOT NULL,
        "failure" text,
        "since" TIMESTAMP WITH TIME ZONE NOT NULL,
        "seen_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_model_circuits" PRIMARY KEY ("process", "circuit")
      )
    `);
    for (const table of ['org_models', 'org_tiers', 'org_provider_keys', 'task_outputs'])
      await isolateByOrg(runner, table);
    // The circuits of the deployment's own models belong to no org.
    await platformOnly(runner, 'model_circuits');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['model_circuits', 'task_outputs', 'org_provider_keys', 'org_tiers', 'org_models'])
      await runner.query(`DROP TABLE "${table}"`);
  }
}

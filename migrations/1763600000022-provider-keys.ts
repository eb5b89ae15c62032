import type { MigrationInterface, QueryRunner } from 'typeorm';
import { platformOnly } from '#database';

/** Keys of model providers that rest or were refused, so that every worker knows. */
export class ProviderKeys1763600000022 implements MigrationInterface {
  name = 'ProviderKeys1763600000022';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "provider_key_states" (
        "provider" text NOT NULL,
        "fingerprint" text NOT NULL,
        "rests_until" TIMESTAMP WITH TIME ZONE,
        "removed_status" integer,
        "changed_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_provider_key_states" PRIMARY KEY ("provider", "fingerprint")
      )
    `);
    await platformOnly(runner, 'provider_key_states');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "provider_key_states"');
  }
}

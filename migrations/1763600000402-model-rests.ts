import type { MigrationInterface, QueryRunner } from 'typeorm';
import { platformOnly } from '#database';

/** Models that their provider does not know (404): every process leaves them alone for a while. */
export class ModelRests1763600000402 implements MigrationInterface {
  name = 'ModelRests1763600000402';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "model_rests" (
        "place" text NOT NULL,
        "model" text NOT NULL,
        "rests_until" TIMESTAMP WITH TIME ZONE NOT NULL,
        "changed_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_model_rests" PRIMARY KEY ("place", "model")
      )
    `);
    await platformOnly(runner, 'model_rests');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "model_rests"');
  }
}

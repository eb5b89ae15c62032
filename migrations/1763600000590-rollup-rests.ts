import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How long an org's last round took: the next one comes after a rest of some times that. */
export class RollupRests1763600000590 implements MigrationInterface {
  name = 'RollupRests1763600000590';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "rollup_progress" ADD "took_ms" integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "rollup_progress" DROP COLUMN "took_ms"');
  }
}

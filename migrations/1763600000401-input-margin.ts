import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many tokens more than counted an org's own model may read, for its hard budgets. */
export class InputMargin1763600000401 implements MigrationInterface {
  name = 'InputMargin1763600000401';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE "org_models" ADD COLUMN "input_margin" double precision NOT NULL DEFAULT 1.25',
    );
    await runner.query('ALTER TABLE "org_models" ALTER COLUMN "input_margin" DROP DEFAULT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "org_models" DROP COLUMN "input_margin"');
  }
}

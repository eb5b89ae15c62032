import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Attempts that failed and workers that died are counted apart: a death says little about the work. */
export class FollowUpStarts1763600000360 implements MigrationInterface {
  name = 'FollowUpStarts1763600000360';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "follow_ups" ADD COLUMN "starts" integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "follow_ups" DROP COLUMN "starts"');
  }
}

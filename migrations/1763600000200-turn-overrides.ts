import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a turn that is tried out in the console does otherwise than its org's settings say. */
export class TurnOverrides1763600000200 implements MigrationInterface {
  name = 'TurnOverrides1763600000200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "turns" ADD "override" jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "turns" DROP COLUMN "override"');
  }
}

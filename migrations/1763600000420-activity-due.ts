import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By when a task on a contact's timeline is to be done. */
export class ActivityDue1763600000420 implements MigrationInterface {
  name = 'ActivityDue1763600000420';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "estio_activities" ADD COLUMN "due_at" timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "estio_activities" DROP COLUMN "due_at"');
  }
}

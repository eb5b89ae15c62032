import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When and by whom an insight was said: what is later said makes untrue what was said before, in whatever order both are
 * stored. Rows from before know no such time and are not written anew, each of which would go through the index by nearness
 * once more: they go by when they were stored or last said again (`SAID_AT`). So the lock is held for a moment.
 */
export class InsightUtterances1763600000550 implements MigrationInterface {
  name = 'InsightUtterances1763600000550';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "insights"
        ADD COLUMN "said_at" TIMESTAMP WITH TIME ZONE,
        ADD COLUMN "said_turn" integer NOT NULL DEFAULT '0',
        ADD COLUMN "said_place" smallint NOT NULL DEFAULT '0',
        ADD COLUMN "said_by" text
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "insights"
        DROP COLUMN "said_by",
        DROP COLUMN "said_place",
        DROP COLUMN "said_turn",
        DROP COLUMN "said_at"
    `);
  }
}

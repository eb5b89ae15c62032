import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When and by whom an insight was said: what is later said makes untrue what was said before, in whatever order both are
 * stored. Rows from before take what is best known: the time when they were said again, else that of their message, else
 * that at which they were stored.
 */
export class InsightUtterances1763600000550 implements MigrationInterface {
  name = 'InsightUtterances1763600000550';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "insights"
        ADD COLUMN "said_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
        ADD COLUMN "said_turn" integer NOT NULL DEFAULT '0',
        ADD COLUMN "said_place" smallint NOT NULL DEFAULT '0',
        ADD COLUMN "said_by" text
    `);
    // A live row is updated by nothing but being said again, or corrected.
    await runner.query(`
      UPDATE "insights" AS i
         SET "said_at" = CASE WHEN i."superseded_by_id" IS NULL AND i."updated_at" > i."created_at" THEN i."updated_at"
                              ELSE coalesce(told."created_at", i."created_at") END,
             "said_turn" = coalesce(told."turn_seq", 0),
             "said_by" = told."author_kind"
        FROM (SELECT n."org_id", n."id", m."created_at", m."turn_seq", m."author_kind"
                FROM "insights" AS n
                LEFT JOIN "messages" AS m ON m."org_id" = n."org_id" AND m."id" = n."source_message_id") AS told
       WHERE told."org_id" = i."org_id" AND told."id" = i."id"
    `);
    await runner.query(`DROP INDEX "insights_of_contact"`);
    await runner.query(
      `CREATE INDEX "insights_of_contact" ON "insights" ("org_id", "contact_id", "said_at")`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "insights_of_contact"`);
    await runner.query(
      `CREATE INDEX "insights_of_contact" ON "insights" ("org_id", "contact_id", "created_at")`,
    );
    await runner.query(`
      ALTER TABLE "insights"
        DROP COLUMN "said_by",
        DROP COLUMN "said_place",
        DROP COLUMN "said_turn",
        DROP COLUMN "said_at"
    `);
  }
}

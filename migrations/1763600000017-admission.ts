import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many turns of an org are in the queue at once, and at most one running turn per conversation. */
export class Admission1763600000017 implements MigrationInterface {
  name = 'Admission1763600000017';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "turns" ADD "lane" text NOT NULL DEFAULT 'chat'`);
    await runner.query(`UPDATE "turns" SET "lane" = 'voice' WHERE "channel" = 'voice'`);
    // Turns that wait at this moment come forward with the next sweep.
    await runner.query(`ALTER TABLE "turns" ADD "admission" text NOT NULL DEFAULT 'behind'`);
    await runner.query(
      `CREATE INDEX "turns_admitted" ON "turns" ("org_id", "lane") WHERE admission = 'admitted' AND state IN ('queued', 'running')`,
    );
    await runner.query(
      `CREATE INDEX "turns_ready" ON "turns" ("org_id", "lane", "created_at", "id") WHERE admission = 'ready' AND state = 'queued'`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "turns_one_running" ON "turns" ("org_id", "conversation_id") WHERE state = 'running'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "turns_one_running"`);
    await runner.query(`DROP INDEX "turns_ready"`);
    await runner.query(`DROP INDEX "turns_admitted"`);
    await runner.query(`ALTER TABLE "turns" DROP COLUMN "admission"`);
    await runner.query(`ALTER TABLE "turns" DROP COLUMN "lane"`);
  }
}

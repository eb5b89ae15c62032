import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

/** Questions of analysts that somebody kept; those across orgs belong to none. */
export class SavedQueries1763600000192 implements MigrationInterface {
  name = 'SavedQueries1763600000192';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "saved_queries" (
        "id" uuid NOT NULL,
        "org_id" uuid,
        "name" text NOT NULL,
        "parameters" jsonb NOT NULL,
        "shared" boolean NOT NULL,
        "author_id" uuid NOT NULL,
        "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "fk_saved_queries_org" FOREIGN KEY ("org_id") REFERENCES "orgs" ("id") ON DELETE CASCADE,
        CONSTRAINT "pk_saved_queries" PRIMARY KEY ("id")
      )`);
    await runner.query(`CREATE INDEX "saved_queries_by_name" ON "saved_queries" ("org_id", "name")`);
    await isolateByOrg(runner, 'saved_queries');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "saved_queries"');
  }
}

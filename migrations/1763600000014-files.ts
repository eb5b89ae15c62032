import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

/** Files of messages and of what contacts share. The content is apart: lists of files must not carry it. */
export class Files1763600000014 implements MigrationInterface {
  name = 'Files1763600000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "file_contents" (
        "org_id" uuid NOT NULL,
        "sha256" text NOT NULL,
        "content" bytea NOT NULL,
        "text" text,
        "text_problem" text,
        CONSTRAINT "file_contents_pkey" PRIMARY KEY ("org_id", "sha256")
      )
    `);
    await runner.query(`
      CREATE TABLE "files" (
        "org_id" uuid NOT NULL,
        "id" uuid NOT NULL,
        "name" text NOT NULL,
        "media_type" text NOT NULL,
        "bytes" integer NOT NULL,
        "sha256" text NOT NULL,
        "origin" text,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "files_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(`CREATE INDEX "files_by_time" ON "files" ("org_id", "created_at")`);
    await runner.query(
      `CREATE UNIQUE INDEX "files_by_origin" ON "files" ("org_id", "origin") WHERE origin IS NOT NULL`,
    );
    await runner.query(`CREATE INDEX "files_by_content" ON "files" ("org_id", "sha256")`);
    await runner.query(`
      CREATE TABLE "file_uses" (
        "org_id" uuid NOT NULL,
        "file_id" uuid NOT NULL,
        "place" text NOT NULL,
        "contact_id" text NOT NULL,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "file_uses_pkey" PRIMARY KEY ("org_id", "file_id", "place")
      )
    `);
    await runner.query(`CREATE INDEX "file_uses_of_contact" ON "file_uses" ("org_id", "contact_id")`);
    await isolateByOrg(runner, 'file_contents');
    await isolateByOrg(runner, 'files');
    await isolateByOrg(runner, 'file_uses');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "file_uses"');
    await runner.query('DROP TABLE "files"');
    await runner.query('DROP TABLE "file_contents"');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

/** The contents of large files in parts, each stored by a short transaction of its own. */
export class FileParts1795910710000 implements MigrationInterface {
  name = 'FileParts1795910710000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE file_parts (
        org_id uuid NOT NULL,
        sha256 text NOT NULL,
        part integer NOT NULL,
        content bytea NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT file_parts_pkey PRIMARY KEY (org_id, sha256, part)
      );
      ALTER TABLE file_contents ALTER content DROP NOT NULL;
    `);
    await isolateByOrg(runner, 'file_parts');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE file_contents c SET content = (
        SELECT string_agg(p.content, '' ORDER BY p.part) FROM file_parts p WHERE p.org_id = c.org_id AND p.sha256 = c.sha256)
       WHERE content IS NULL;
      ALTER TABLE file_contents ALTER content SET NOT NULL;
      DROP TABLE file_parts;
    `);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ORG_ROLE, PLATFORM_ROLE, platformOnly } from '#database';

/**
 * Revisions of what every process keeps in memory. They belong to no org, yet a change in an org has to raise one: it
 * does so through a function with the owner's rights that can do nothing else.
 */
export class Changes1763600000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "change_revisions" (
        "topic" text CONSTRAINT "pk_change_revisions" PRIMARY KEY,
        "revision" bigint NOT NULL
      )`);
    await platformOnly(runner, 'change_revisions');
    await runner.query(`
      CREATE FUNCTION "announce_change"(announced text) RETURNS bigint
      LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
        INSERT INTO change_revisions AS known (topic, revision) VALUES (announced, 1)
        ON CONFLICT (topic) DO UPDATE SET revision = known.revision + 1
        RETURNING revision
      $$`);
    await runner.query(`REVOKE ALL ON FUNCTION "announce_change"(text) FROM PUBLIC`);
    await runner.query(`GRANT EXECUTE ON FUNCTION "announce_change"(text) TO ${ORG_ROLE}, ${PLATFORM_ROLE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION "announce_change"(text)`);
    await runner.query(`DROP TABLE "change_revisions"`);
  }
}

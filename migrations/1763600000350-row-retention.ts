import type { MigrationInterface, QueryRunner } from 'typeorm';
import { PLATFORM_ROLE } from '#database';

/**
 * What the job `retention` needs: a way to drop a month of spans with the owner's rights, as its role may not, and a mark
 * in each org's rollups of the hours that can no longer be summed anew.
 */
export class RowRetention1763600000350 implements MigrationInterface {
  name = 'RowRetention1763600000350';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "rollup_progress" ADD COLUMN "decisions_since" timestamptz');
    // One month a call: the lock on all of `spans` is held for a moment, and not waited for behind a long reader, since
    // all others would then wait behind this one.
    await runner.query(`
      CREATE FUNCTION "drop_span_partition"(before timestamptz) RETURNS boolean
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '200ms' AS $$
      DECLARE
        partition_name text;
      BEGIN
        SELECT c.relname INTO partition_name
          FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
         WHERE i.inhparent = 'spans'::regclass AND c.relname ~ '^spans_[0-9]{4}_[0-9]{2}$'
           AND (to_date(substr(c.relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC' <= before
         ORDER BY c.relname LIMIT 1;
        IF partition_name IS NULL THEN RETURN false; END IF;
        EXECUTE format('DROP TABLE %I', partition_name);
        RETURN true;
      EXCEPTION
        WHEN lock_not_available THEN RETURN false;
        -- Another worker was faster.
        WHEN undefined_table THEN RETURN true;
      END $$`);
    await runner.query(`REVOKE ALL ON FUNCTION "drop_span_partition"(timestamptz) FROM PUBLIC`);
    await runner.query(`GRANT EXECUTE ON FUNCTION "drop_span_partition"(timestamptz) TO ${PLATFORM_ROLE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION "drop_span_partition"(timestamptz)`);
    await runner.query('ALTER TABLE "rollup_progress" DROP COLUMN "decisions_since"');
  }
}

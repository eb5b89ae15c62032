import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

/** Whose spans are written no more: ids of the conversations and traces of contacts that were erased, kept for a day. */
export class ErasedSpans1763600000120 implements MigrationInterface {
  name = 'ErasedSpans1763600000120';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "erased_spans" (
        "org_id" uuid NOT NULL,
        "subject" text NOT NULL,
        "erased_at" timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT "pk_erased_spans" PRIMARY KEY ("org_id", "subject")
      )`);
    await isolateByOrg(runner, 'erased_spans');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "erased_spans"');
  }
}

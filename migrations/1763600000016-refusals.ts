import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A way for a statement to fail on purpose: the transaction that it stands in is undone without another round trip. */
export class Refusals1763600000016 implements MigrationInterface {
  name = 'Refusals1763600000016';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION refuse(state text, reason text) RETURNS boolean LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION USING ERRCODE = state, MESSAGE = reason;
      END $$
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION refuse(text, text)');
  }
}

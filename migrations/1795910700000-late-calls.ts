import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The turn that pays for a call in progress, and what calls cost that ended outside of a run of their turn. */
export class LateCalls1795910700000 implements MigrationInterface {
  name = 'LateCalls1795910700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE budget_reservations ADD turn_id uuid');
    await runner.query('ALTER TABLE turns ADD late_paid double precision array');
    // Earlier runs have journaled no paid calls, from which a later end sets the totals.
    await runner.query(`
      UPDATE turns SET late_paid = ARRAY[prompt_tokens, cached_tokens, completion_tokens, cost_usd]::float8[]
       WHERE state <> 'completed' AND (prompt_tokens > 0 OR completion_tokens > 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE turns DROP COLUMN late_paid');
    await runner.query('ALTER TABLE budget_reservations DROP COLUMN turn_id');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sweeper looks for turns' spans without an end every few seconds: an index of these few alone, whatever else is stored. */
export class OpenTurnSpans1763600000580 implements MigrationInterface {
  name = 'OpenTurnSpans1763600000580';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "ix_spans_open_turns" ON "spans" ("started_at") WHERE status = 'running' AND kind = 'turn'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "ix_spans_open_turns"');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A summary covers whole turns: counted by messages it would seem to cover what still waits for its reply. */
export class SummarizedTurns1763600000071 implements MigrationInterface {
  name = 'SummarizedTurns1763600000071';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE "conversations" RENAME COLUMN "summarized_messages" TO "summarized_turns"',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE "conversations" RENAME COLUMN "summarized_turns" TO "summarized_messages"',
    );
  }
}

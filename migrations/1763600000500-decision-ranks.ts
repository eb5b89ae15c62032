import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ranks and scores of a broker decision beside its reasons. Decisions of before have them in the words of their reasons alone. */
export class DecisionRanks1763600000500 implements MigrationInterface {
  name = 'DecisionRanks1763600000500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "broker_decisions" ADD "ranks" jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "broker_decisions" DROP COLUMN "ranks"`);
  }
}

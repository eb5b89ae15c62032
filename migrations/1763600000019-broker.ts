import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a decision was made with, and what it cost and saved. Decisions of before lack it. */
export class Broker1763600000019 implements MigrationInterface {
  name = 'Broker1763600000019';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "broker_decisions"
        ADD "outcome" text NOT NULL DEFAULT 'full_set',
        ADD "confidence" real,
        ADD "language" text,
        ADD "ranking" text array NOT NULL DEFAULT '{}',
        ADD "ranker_version" integer,
        ADD "scope_hash" text NOT NULL DEFAULT '',
        ADD "selection_us" integer,
        ADD "tokens_brokered" integer,
        ADD "cached_tokens_lost" integer NOT NULL DEFAULT 0
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "broker_decisions" DROP "outcome", DROP "confidence", DROP "language", DROP "ranking",
        DROP "ranker_version", DROP "scope_hash", DROP "selection_us", DROP "tokens_brokered", DROP "cached_tokens_lost"
    `);
  }
}

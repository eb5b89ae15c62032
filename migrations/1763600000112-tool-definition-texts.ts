import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The definition itself beside its hash: who approves a change has to see what changed. */
export class ToolDefinitionTexts1763600000112 implements MigrationInterface {
  name = 'ToolDefinitionTexts1763600000112';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "tool_definitions" ADD "definition" jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "tool_definitions" DROP COLUMN "definition"`);
  }
}
